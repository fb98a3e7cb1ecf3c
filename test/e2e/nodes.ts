import { randomUUID } from 'node:crypto';

import { credentialType, nodeType } from '../n8n/examples';
import type { WorkflowNode } from '../n8n/N8nApi';
import type { RealN8n } from './realN8n';

export const instanceId = { __rl: true, mode: 'id', value: 'demo' };

/** What the editor saves for a node on which only these parameters were touched. */
export function plainNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}

/** The same with the sandbox's credential chosen; of the package's node unless another type is given. */
export function ourNode(
	{ credential }: RealN8n,
	name: string,
	parameters: Record<string, unknown>,
	type = nodeType,
	typeVersion = 1,
): WorkflowNode {
	const node = plainNode(name, type, typeVersion, parameters);
	return { ...node, credentials: { [credentialType]: credential } };
}

/** Makes items of a list in the item that comes in. */
export function splitNode(fieldToSplitOut: string, options: object = {}): WorkflowNode {
	return plainNode('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut, options });
}

/** Sends a text to each item's recipient. @param from where in an item both are */
export function sendNode(n8n: RealN8n, options: object = {}, from = '$json'): WorkflowNode {
	return ourNode(n8n, 'Send', {
		instanceId,
		to: `={{ ${from}.to }}`,
		text: `={{ ${from}.text }}`,
		options,
	});
}
