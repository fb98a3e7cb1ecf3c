import {
	type ICredentialDataDecryptedObject,
	type ICredentials,
	ICredentialsHelper,
	type ICredentialType,
	type IHttpRequestOptions,
	NodeHelpers,
} from 'n8n-workflow';

/**
 * The one thing stood in for: n8n's credentials in its database. It holds a single credential and, as
 * n8n does, fills in the defaults of what that leaves out.
 */
export class CredentialStore extends ICredentialsHelper {
	constructor(
		private readonly type: ICredentialType,
		private readonly data: ICredentialDataDecryptedObject,
	) {
		super();
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	getCredentialsProperties() {
		return this.type.properties;
	}

	async getDecrypted() {
		const { properties } = this.type;
		const filled = NodeHelpers.getNodeParameters(
			properties,
			{ ...this.data } as never,
			true,
			false,
			null,
			null,
		);
		return { ...filled } as ICredentialDataDecryptedObject;
	}

	async authenticate(): Promise<IHttpRequestOptions> {
		throw new Error('Not used by this node');
	}

	async preAuthentication() {
		return undefined;
	}

	async runPreAuthentication() {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('The store gives decrypted credentials only');
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}
}
