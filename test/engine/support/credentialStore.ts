import {
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type ICredentialType,
	NodeHelpers,
} from 'n8n-workflow';
import { getAdditionalKeys } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-additional-keys';

/**
 * The only stand-in of these tests, for the credentials in n8n's database. It holds one credential and,
 * like n8n, fills in its defaults.
 */
export class CredentialStore {
	constructor(
		private readonly type: ICredentialType,
		private readonly data: ICredentialDataDecryptedObject,
	) {}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	getCredentialsProperties() {
		return this.type.properties;
	}

	async getDecrypted(...args: Parameters<ICredentialsHelper['getDecrypted']>) {
		const [additionalData, , , mode, executeData, raw, values] = args;
		if (raw) return { ...this.data };
		const { properties } = this.type;
		const filled = NodeHelpers.getNodeParameters(
			properties,
			{ ...this.data } as never,
			true,
			false,
			null,
			null,
		);
		if (!values) return { ...filled } as ICredentialDataDecryptedObject;
		// As n8n's own helper does.
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			filled,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, runExecutionData),
			executeData,
		) as ICredentialDataDecryptedObject;
	}
}
