import { keys } from '../../dev/sandbox/accounts';
import { credentialType } from '../n8n/examples';
import { sendNode } from '../e2e/nodes';
import { publishChain } from '../e2e/workflows';
import type { Cluster } from './cluster';

/**
 * Sends one message through a published workflow.
 * @param account the credential's fields besides the sandbox's key
 * @returns the output of the node, which continues on errors
 */
export async function sendOne(
	cluster: Cluster,
	account: { baseUrl: string } & Record<string, unknown>,
): Promise<unknown> {
	const values = { apiKey: keys.all.key, ...account };
	const credential = await cluster.api.createCredential(credentialType, account.baseUrl, values);
	const send = {
		...sendNode({ ...cluster, credential }, {}, '$json.body'),
		onError: 'continueRegularOutput',
	};
	const { post } = await publishChain(cluster, 'lastNode', [send]);
	return await post({ to: '4915100000001', text: 'Hello' });
}
