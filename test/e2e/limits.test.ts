// Only time ends a wait: executions of a real n8n and a service with limits. unit/limits has many more of them.
import { setTimeout as delay } from 'node:timers/promises';

import { credentialType } from '../n8n/examples';
import type { Workflow } from '../n8n/N8nApi';
import { PublishedList } from '../queue/publishedList';
import { always, forEach, recipient, tokenBucket } from '../unit/limits/limits';
import { until } from '../until';
import { failuresOf } from './executions';
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

/** Sends each message in an execution of its own. @returns the workflow of these executions */
type Start = (there: RealN8n, list: Entry[]) => Promise<Workflow>;

/** Each call of a webhook sends one message. */
const calls: Start = async (there, list) => {
	const send = sendNode(there, {}, '$json.body');
	const { workflow, post } = await publishChain(there, 'onReceived', [send]);
	await Promise.all(list.map(post));
	return workflow;
};

/** Nobody waits for the sub-workflows. */
const subWorkflows: Start = async (there, list) => {
	const workflow = await publish(there, 'Sends one message', [calledNode(), sendNode(there)]);
	const options = { waitForSubWorkflow: false };
	const nodes = [splitNode('body.list'), callNode(workflow, { mode: 'each', options })];
	await (await publishChain(there, 'onReceived', nodes)).post({ list });
	return workflow;
};

it.each<[who: string, within: number, count: number, perSecond: number, start: Start]>([
	['40 webhook calls at once, 2/s', 60, 40, 2, calls],
	['80 sub-workflows that nobody waits for, 3/s', 90, 80, 3, subWorkflows],
])('%s: all are sent within %d s', async (_, within, count, perSecond, start) => {
	const { there, sent } = await limited(tokenBucket(perSecond, perSecond));
	const workflow = await start(there, people(count));
	await until('All messages', () => sent().length >= count, 150);
	expect(await failuresOf(there, workflow)).toBe(0);
	expect(sent()).toHaveLength(count);
	expect(repeated(sent().map(({ text }) => String(text)))).toBe(0);
	expect(sent().at(-1)?.at).toBeLessThan(within);
});

/** A workflow that sends a list in one execution. */
const publishList = async (there: RealN8n, options: object = {}) =>
	await PublishedList.publish(there, options, { onError: 'continueRegularOutput' });

it('600 people with one message in 6 s to each get two messages in 12 s, the first within 5 s', async () => {
	const { there, sent } = await limited(forEach(recipient, () => tokenBucket(1 / 6, 1)));
	const published = await publishList(there);
	expect(await published.end(await published.start(people(600, 2)))).toBe('success');
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
	const published = await publishList(there, { typingFirst: 100 });
	const execution = await published.start(people(300));
	await until('A message', () => ofAction('messages') > 0);
	await delay(10_000);
	await there.api.call('POST', `/executions/${execution}/stop`);
	await published.end(execution);
	expect(ofAction('typing')).toBeLessThan(30);
	expect(ofAction('typing')).toBeLessThanOrEqual(ofAction('messages') + 8);
	expect(sent()).toEqual([]);
});

it('two executions with the same keys and 5/s send each message once, and leave none in doubt', async () => {
	const { there, sent } = await limited(tokenBucket(5, 5));
	const published = await publishList(there, { sendOnceKey: '={{ $json.text }}' });
	const list = people(30);
	const executions = [await published.start(list), await published.start(list)];
	const items = (
		await Promise.all(executions.map(async (id) => await published.output(id)))
	).flat();
	const texts = sent().map(({ text }) => text);
	expect(texts.sort()).toEqual(list.map(({ text }) => text).sort());
	expect(items.filter(({ details }) => details)).toEqual([]);
	expect(items.filter(({ skipped }) => skipped)).toHaveLength(30);
});
