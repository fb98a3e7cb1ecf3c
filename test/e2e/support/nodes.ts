import { randomUUID } from 'node:crypto';

import { credentialType, nodeType } from '../../n8n/examples';
import type { WorkflowNode } from '../../n8n/N8nApi';
import type { RealN8n } from './realN8n';

export const instanceId = { __rl: true, mode: 'id', value: 'demo' };

/** A node as the editor saves it after only these parameters were changed. */
export function plainNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}

/** The same with the sandbox's credential. The type is our node unless another one is given. */
export function ourNode(
	{ credential }: RealN8n,
	name: string,
	parameters: Record<string, unknown>,
	type = nodeType,
	typeVersion = 1,
): WorkflowNode {
	const node = plainNode(name, type, typeVersion, parameters);
	return { ...node, webhookId: randomUUID(), credentials: { [credentialType]: credential } };
}

/** Turns a list in the input item into items. */
export function splitNode(fieldToSplitOut: string, options: object = {}): WorkflowNode {
	return plainNode('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut, options });
}

/** Sends each item's text to its recipient. @param from the object that contains both, as an expression */
export function sendNode(n8n: RealN8n, options: object = {}, from = '$json'): WorkflowNode {
	return ourNode(n8n, 'Send', {
		instanceId,
		to: `={{ ${from}.to }}`,
		text: `={{ ${from}.text }}`,
		options,
	});
}
