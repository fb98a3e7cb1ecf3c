import 'reflect-metadata';
import { LoadOptionsContext } from 'n8n-core';
import { type INode, type INodeListSearchItems, type INodeTypes, Workflow } from 'n8n-workflow';

import { keys } from '../../../dev/sandbox/accounts';
import { searchInstances } from '../../../nodes/MessagingIntegration/methods/searchInstances';
import { setProxies } from '../../transport/support/proxyEnvironment';

setProxies();

/** The parts of the node that n8n checks before it hands out a credential. */
const description = {
	properties: [],
	credentials: [{ name: 'messagingIntegrationApi', required: true }],
};
const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;

export const node: INode = {
	id: '1',
	name: 'Messaging Integration',
	type: 'n8n-nodes-messaging-integration.messagingIntegration',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	credentials: { messagingIntegrationApi: { id: '1', name: 'Messaging Integration account' } },
};

/**
 * The entries that the editor lists for the parameter "Instance". Only the credential store is a stand-in.
 * @throws the error that the editor gets
 */
export async function instanceList(
	baseUrl: string,
	filter?: string,
	more: Record<string, unknown> = {},
): Promise<INodeListSearchItems[]> {
	const credential = { baseUrl, apiKey: keys.all.key, ...more };
	const store = {
		getDecrypted: async () => await Promise.resolve(credential),
		isCredentialUsableByNode: () => true,
	};
	const additionalData = { credentialsHelper: store, currentNodeParameters: {} };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new LoadOptionsContext(workflow, node, additionalData as never, 'instanceId');
	return (await searchInstances.call(context, filter)).results;
}
