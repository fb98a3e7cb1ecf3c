import { fetchN8n } from '../../n8n/fetchN8n';
import type { Workflow, WorkflowNode } from '../../n8n/N8nApi';
import { until } from '../../support/until';
import { itemsOf } from './executions';
import { instanceId, ourNode } from './nodes';
import type { RealN8n } from './realN8n';
import { type PublishedChain, publishChain } from './workflows';

export const words = 'May Ada take Friday off?';

/** A node named "Ask" that asks a person and waits. */
export function askNode(n8n: RealN8n, parameters: Record<string, unknown> = {}): WorkflowNode {
	return ourNode(n8n, 'Ask', {
		operation: 'sendAndWait',
		instanceId,
		to: '12025554567',
		message: words,
		...parameters,
	});
}

/** The link in each question that arrived, in order. */
export async function links({ sandbox }: RealN8n): Promise<string[]> {
	const texts = (await sandbox.messages()).map(({ content }) => String(content.text));
	return texts.map((text) => /^http\S+$/m.exec(text)?.[0] ?? '');
}

/** Waits until the newest execution of a workflow waits and `count` questions have arrived. @returns the last link */
export async function asked(n8n: RealN8n, { id }: Workflow, count = 1): Promise<string> {
	return await until('A question', async () => {
		const arrived = await links(n8n);
		const [newest] = await n8n.api.executions(id);
		return newest?.status === 'waiting' && arrived.length === count && arrived.at(-1);
	});
}

/** Publishes a webhook in front of these nodes, and calls it. */
export async function start(
	n8n: RealN8n,
	nodes: WorkflowNode[],
	body: object = {},
): Promise<PublishedChain> {
	const chain = await publishChain(n8n, 'onReceived', nodes);
	await chain.post(body);
	return chain;
}

/** Starts a workflow that asks, and waits until it has. @param people how many it asks */
export async function ask(n8n: RealN8n, parameters: Record<string, unknown> = {}, people = 1) {
	const { workflow } = await start(n8n, [askNode(n8n, parameters)]);
	return { workflow, link: await asked(n8n, workflow, people) };
}

const values = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' };

/** Parameters that limit the wait. */
export const oneHour = { options: { limitWaitTime: { values } } };

/** Parameters that ask several people how many days they need. */
export const daysForm = (...people: string[]) => ({
	to: people.join(', '),
	responseType: 'customForm',
	defineForm: 'json',
	jsonOutput: JSON.stringify([{ fieldLabel: 'Days', fieldType: 'number' }]),
});

/** The link that a person got. */
export async function linkOf({ sandbox }: RealN8n, person: string): Promise<string> {
	const message = (await sandbox.messages()).find(({ to }) => to === person);
	return String(message?.content.text).split('\n').at(-1) ?? '';
}

/** Answers as the page's form does. */
export async function answer(link: string, fields: Record<string, string>): Promise<Response> {
	return await fetchN8n(link, { method: 'POST', body: new URLSearchParams(fields) });
}

/** Parameters that ask several people for a receipt. */
export const receiptForm = (...people: string[]) => ({
	...daysForm(...people),
	jsonOutput: JSON.stringify([{ fieldLabel: 'Receipt', fieldType: 'file', requiredField: true }]),
});

/** Answers a custom form as its page does: n8n 2.41 takes the answer in no other encoding. */
export async function answerForm(
	link: string,
	fields: Record<string, string | File>,
): Promise<Response> {
	const body = new FormData();
	for (const [name, value] of Object.entries({ answer: 'send', ...fields }))
		body.append(name, value);
	return await fetchN8n(link, { method: 'POST', body });
}

/** What the node "Ask" gave in the newest execution of a workflow, once that has ended well. */
export async function answered(
	n8n: RealN8n,
	{ id }: Workflow,
	node = 'Ask',
): Promise<unknown[] | undefined> {
	const execution = await until('The end of an execution', async () => {
		const [newest] = await n8n.api.executions(id);
		return newest?.status === 'success' && newest;
	});
	return await itemsOf(n8n, execution.id, node);
}

export async function statusOf({ api }: RealN8n, { id }: Workflow): Promise<string | undefined> {
	return (await api.executions(id))[0]?.status;
}
