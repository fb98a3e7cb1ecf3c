// Only time ends a wait: executions of a real n8n and a service with limits. unit/limits has many more of them.
import { setTimeout as delay } from 'node:timers/promises';

import { credentialType } from '../n8n/examples';
import type { ExecutionSummary, Workflow, WorkflowNode } from '../n8n/N8nApi';
import { always, forEach, recipient, tokenBucket } from '../unit/limits/limits';
import { until } from '../until';
import { itemsOf } from './executions';
import { type Arrival, limitedService } from './limitedService';
import { type Entry, repeated } from './lists';
import { calledNode, callNode, sendNode, splitNode } from './nodes';
import { realN8n, type RealN8n } from './realN8n';
import { publish, publishChain } from './workflows';

const n8n = realN8n();
/** `each` messages to so many people, person after person. */
function people(count: number, each = 1): Entry[] {
	return Array.from({ length: count * each }, (_, at) => ({
		to: String(4915100000000 + Math.floor(at / each)),
		text: `message ${at}`,
	}));
}

/** A service with limits, and n8n with a credential for it. */
async function limited(...given: Parameters<typeof limitedService>) {
	const service = await limitedService(...given);
	const account = { baseUrl: service.url, apiKey: 'key' };
	const credential = await n8n().api.createCredential(credentialType, 'Limited', account);
	return { ...service, there: { ...n8n(), credential } };
}

const send = (there: RealN8n, options: object = {}): WorkflowNode => ({
	...sendNode(there, options),
	onError: 'continueRegularOutput',
});

/** Waits until so many executions have ended. */
async function allEnded({ id }: Workflow, count: number): Promise<ExecutionSummary[]> {
	return await until(
		`The end of ${count} executions`,
		async () => {
			const all = await n8n().api.executions(id);
			await delay(200);
			const isOver = all.every(({ status }) => !['new', 'running'].includes(status));
			return all.length === count && isOver && all;
		},
		150,
	);
}

/** Sends each message in an execution of its own. @returns the executions, after their end */
type Start = (there: RealN8n, list: Entry[]) => Promise<ExecutionSummary[]>;

/** Each call of a webhook sends one message. */
const calls: Start = async (there, list) => {
	const send = sendNode(there, {}, '$json.body');
	const { workflow, post } = await publishChain(there, 'onReceived', [send]);
	await Promise.all(list.map(post));
	return await allEnded(workflow, list.length);
};

/** Nobody waits for the sub-workflows. */
const subWorkflows: Start = async (there, list) => {
	const workflow = await publish(there, 'Sends one message', [calledNode(), sendNode(there)]);
	const options = { waitForSubWorkflow: false };
	const nodes = [splitNode('body.list'), callNode(workflow, { mode: 'each', options })];
	await (await publishChain(there, 'onReceived', nodes)).post({ list });
	return await allEnded(workflow, list.length);
};

it.each<[who: string, within: number, count: number, perSecond: number, start: Start]>([
	['40 webhook calls at once, 2/s', 60, 40, 2, calls],
	['80 sub-workflows that nobody waits for, 3/s', 90, 80, 3, subWorkflows],
])('%s: all are sent within %d s', async (_, within, count, perSecond, start) => {
	const { there, sent } = await limited(tokenBucket(perSecond, perSecond));
	const executions = await start(there, people(count));
	expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
	expect(sent()).toHaveLength(count);
	expect(repeated(sent().map(({ text }) => String(text)))).toBe(0);
	expect(sent().at(-1)?.at).toBeLessThan(within);
});

/** Sends a list in one execution. @param enough ends it early @returns its status */
async function sendList(
	there: RealN8n,
	list: Entry[],
	options: object = {},
	enough?: () => Promise<unknown>,
): Promise<string | undefined> {
	const nodes = [splitNode('body.list'), send(there, options)];
	const { workflow, post } = await publishChain(there, 'onReceived', nodes);
	await post({ list });
	if (enough) {
		try {
			await enough();
		} finally {
			const [running] = await there.api.executions(workflow.id);
			await there.api.call('POST', `/executions/${running?.id}/stop`);
		}
	}
	return (await allEnded(workflow, 1))[0]?.status;
}

it('600 people with one message in 6 s to each get two messages in 12 s, the first within 5 s', async () => {
	const { there, sent } = await limited(forEach(recipient, () => tokenBucket(1 / 6, 1)));
	expect(await sendList(there, people(600, 2))).toBe('success');
	const isFirst = ({ text }: Arrival) => Number(text?.split(' ')[1]) % 2 === 0;
	expect(sent()).toHaveLength(1200);
	expect(sent().findLast(isFirst)?.at).toBeLessThan(5);
	expect(sent().at(-1)?.at).toBeLessThan(12.5);
});

it.each([
	['everything', true],
	['messages', false],
])('nobody sees typing while the service refuses %s for an hour', async (_, limitsTyping) => {
	const { there, arrivals, sent } = await limited(always(3_600_000), limitsTyping);
	const ofAction = (wanted: string) => arrivals.filter(({ action }) => action === wanted).length;
	await sendList(there, people(300), { typingFirst: 100 }, async () => {
		await until('A message', () => ofAction('messages') > 0);
		await delay(10_000);
	});
	expect(ofAction('typing')).toBeLessThan(30);
	expect(ofAction('typing')).toBeLessThanOrEqual(ofAction('messages') + 8);
	expect(sent()).toEqual([]);
});

it('two executions with the same keys and 5/s send each message once, and leave none in doubt', async () => {
	const { there, sent } = await limited(tokenBucket(5, 5));
	const nodes = [splitNode('body.list'), send(there, { sendOnceKey: '={{ $json.text }}' })];
	const { workflow, post } = await publishChain(there, 'onReceived', nodes);
	const list = people(30);
	await Promise.all([post({ list }), post({ list })]);
	const outputs = (await allEnded(workflow, 2)).map(
		async ({ id }) =>
			(await itemsOf(there, id, 'Send')) as Array<{ skipped?: true; error?: string }>,
	);
	const items = (await Promise.all(outputs)).flat();
	const texts = sent().map(({ text }) => text);
	expect(texts.sort()).toEqual(list.map(({ text }) => text).sort());
	expect(items.filter(({ error }) => error)).toEqual([]);
	expect(items.filter(({ skipped }) => skipped)).toHaveLength(30);
});
