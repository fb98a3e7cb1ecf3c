import {
	type ICredentialDataDecryptedObject,
	type ICredentials,
	ICredentialsHelper,
	type ICredentialType,
	type IHttpRequestOptions,
	NodeHelpers,
} from 'n8n-workflow';

/**
 * The only stand-in of these tests, for the credentials in n8n's database. It holds one credential and,
 * like n8n, fills in its defaults.
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
