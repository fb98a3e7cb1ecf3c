// Only time ends a wait: executions of a real n8n and a service with limits.
import { setTimeout as delay } from 'node:timers/promises';

import { credentialType } from '../n8n/examples';
import type { ExecutionSummary, Workflow, WorkflowNode } from '../n8n/N8nApi';
import {
	always,
	forEach,
	free,
	type Limit,
	recipient,
	refusing,
	tokenBucket,
} from '../limits/limits';
import { until } from '../support/until';
import { itemsOf } from './support/executions';
import { type Arrival, LimitedService } from './support/limitedService';
import { type Entry, repeated } from './support/lists';
import { plainNode, sendNode, splitNode } from './support/nodes';
import { realN8n, type RealN8n } from './support/realN8n';
import { chain, publish, publishChain } from './support/workflows';

const n8n = realN8n();
const hour = 3600_000;
/** `each` messages to so many people of a group, person after person. */
function people(group: 'person' | 'chat' | 'capped', count: number, each = 1): Entry[] {
	const first = { person: 4915100000000, chat: 4915110000000, capped: 4915120000000 }[group];
	return Array.from({ length: count * each }, (_, at) => ({
		to: String(first + Math.floor(at / each)),
		text: `${group} ${at}`,
	}));
}

const isOf = (group: 'chat' | 'capped') => {
	const start = group === 'chat' ? '491511' : '491512';
	return ({ to }: { to: string }) => to.startsWith(start);
};
const isFirst = ({ text }: Arrival) => Number(text?.split(' ')[1]) % 2 === 0;
/** Some had their message of the day. */
const capped = (wait: number) => refusing(isOf('capped'), wait);

/** Starts a service with limits, and stops it when the work has ended. */
async function withService(
	service: LimitedService,
	work: (there: RealN8n, service: LimitedService) => Promise<void>,
): Promise<void> {
	try {
		const account = { baseUrl: await service.start(), apiKey: 'key' };
		const credential = await n8n().api.createCredential(credentialType, 'Limited', account);
		await work({ ...n8n(), credential }, service);
	} finally {
		service.stop();
	}
}

const send = (there: RealN8n, options: object = {}, from?: string): WorkflowNode => ({
	...sendNode(there, options, from),
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

/** Each call of a webhook sends one message. @param over the seconds in which the calls come */
const calls =
	(over = 0): Start =>
	async (there, list) => {
		const { workflow, post } = await publishChain(there, 'onReceived', [
			sendNode(there, {}, '$json.body'),
		]);
		await Promise.all(
			list.map(async (entry, at) => {
				await delay((at * over * 1000) / list.length);
				await post(entry);
			}),
		);
		return await allEnded(workflow, list.length);
	};

/** Nobody waits for the sub-workflows. */
const subWorkflows: Start = async (there, list) => {
	const trigger = plainNode('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
		inputSource: 'passthrough',
	});
	const nodes = [trigger, sendNode(there)];
	const workflow = await publish(there, 'Sends one message', nodes, chain(nodes));
	const call = plainNode('Call', 'n8n-nodes-base.executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: workflow.id },
		mode: 'each',
		options: { waitForSubWorkflow: false },
	});
	const { post } = await publishChain(there, 'onReceived', [splitNode('body.list'), call]);
	await post({ list });
	return await allEnded(workflow, list.length);
};

const twoASecond = () => tokenBucket(2, 2);
const threeASecond = () => tokenBucket(3, 3);
const busy = () => refusing((_, now) => now < 20_000, 900);

it.each<
	[who: string, within: number, count: number, limit: () => Limit, start: Start, says?: boolean]
>([
	['40 webhook calls at once, 2/s', 60, 40, twoASecond, calls()],
	['40 webhook calls at once, 2/s, no Retry-After', 90, 40, twoASecond, calls(), false],
	['100 calls over 15 s, 3/s', 90, 100, threeASecond, calls(15)],
	['80 sub-workflows that nobody waits for, 3/s', 90, 80, threeASecond, subWorkflows],
	['one message while the service is busy for 20 s', 60, 1, busy, calls()],
])('%s: all are sent within %d s', async (_, within, count, limit, start, says = true) => {
	await withService(new LimitedService(limit(), says), async (there, service) => {
		const executions = await start(there, people('person', count));
		expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
		expect(service.sent).toHaveLength(count);
		expect(repeated(service.sent.map(({ text }) => String(text)))).toBe(0);
		expect(service.sent.at(-1)?.at).toBeLessThan(within);
	});
});

/** Sends a list in one execution. @param enough ends it early */
async function sendList(
	there: RealN8n,
	list: Entry[],
	options: object = {},
	enough?: () => Promise<unknown>,
): Promise<{ execution: ExecutionSummary; output: Array<{ details?: object }> }> {
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
	const [execution] = await allEnded(workflow, 1);
	const output = await itemsOf(there, execution?.id ?? '', 'Send');
	return { execution: execution as ExecutionSummary, output: (output ?? []) as [] };
}

it.each([
	['in the middle', 60],
	['at the top', 0],
])('15 of 200 had their message of the day, %s: they fail alone', async (_, before) => {
	await withService(new LimitedService(capped(hour)), async (there, service) => {
		const others = people('person', 185);
		const list = [...others.slice(0, before), ...people('capped', 15), ...others.slice(before)];
		const { output } = await sendList(there, list);
		expect(service.sent).toHaveLength(185);
		expect(service.sent.at(-1)?.at).toBeLessThan(20);
		const notSent = { details: expect.objectContaining({ delivery: 'notSent' }) };
		expect(output.filter(({ details }) => details)).toEqual(
			Array.from({ length: 15 }, () => expect.objectContaining(notSent)),
		);
	});
});

it('50 at the top who wait a minute each time hold back none of 300 others', async () => {
	await withService(new LimitedService(capped(60_000)), async (there, service) => {
		const list = [...people('capped', 50), ...people('person', 300)];
		await sendList(there, list, {}, async () => {
			await until('The others', () => service.sent.length === 300, 30);
		});
		expect(service.sent.at(-1)?.at).toBeLessThan(20);
	});
});

it('12 slow chats hold back none of 300 people', async () => {
	const chats = forEach(recipient, (name) =>
		isOf('chat')({ to: name.split(' ')[1] ?? '' }) ? tokenBucket(1 / 20, 1) : free,
	);
	await withService(new LimitedService(chats), async (there, service) => {
		const list = [...people('chat', 12, 2), ...people('person', 300, 2)];
		const { execution } = await sendList(there, list);
		const toPeople = service.sent.filter((arrival) => !isOf('chat')(arrival));
		expect(execution.status).toBe('success');
		expect(service.sent).toHaveLength(624);
		expect(toPeople).toHaveLength(600);
		expect(toPeople.at(-1)?.at).toBeLessThan(6);
	});
});

it('600 people with one message in 6 s to each get two messages in 12 s, the first within 5 s', async () => {
	const oneInSix = forEach(recipient, () => tokenBucket(1 / 6, 1));
	await withService(new LimitedService(oneInSix), async (there, service) => {
		const { execution } = await sendList(there, people('person', 600, 2));
		const firsts = service.sent.filter(isFirst);
		expect(execution.status).toBe('success');
		expect(service.sent).toHaveLength(1200);
		expect(firsts.at(-1)?.at).toBeLessThan(5);
		expect(service.sent.at(-1)?.at).toBeLessThan(12.5);
	});
});

it.each([
	['everything', true],
	['messages', false],
])('nobody sees typing while the service refuses %s for an hour', async (_, limitsTyping) => {
	await withService(
		new LimitedService(always(hour), true, limitsTyping),
		async (there, service) => {
			const list = people('person', 300);
			await sendList(there, list, { typingFirst: 0.1 }, async () => {
				await until('A message', () =>
					service.arrivals.some(({ action }) => action === 'messages'),
				);
				await delay(10_000);
			});
			const typing = service.arrivals.filter(({ action }) => action === 'typing').length;
			expect(typing).toBeLessThan(30);
			expect(typing).toBeLessThanOrEqual(service.arrivals.length - typing + 8);
			expect(service.sent).toEqual([]);
		},
	);
});

it('two executions with the same keys and 5/s send each message once, and leave none in doubt', async () => {
	await withService(new LimitedService(tokenBucket(5, 5)), async (there, service) => {
		const nodes = [splitNode('body.list'), send(there, { sendOnceKey: '={{ $json.text }}' })];
		const { workflow, post } = await publishChain(there, 'onReceived', nodes);
		const list = people('person', 30);
		await Promise.all([post({ list }), post({ list })]);
		const outputs = (await allEnded(workflow, 2)).map(
			async ({ id }) =>
				(await itemsOf(there, id, 'Send')) as Array<{ skipped?: true; error?: string }>,
		);
		const items = (await Promise.all(outputs)).flat();
		expect(service.sent.map(({ text }) => text).sort()).toEqual(
			list.map(({ text }) => text).sort(),
		);
		expect(items.filter(({ error }) => error)).toEqual([]);
		expect(items.filter(({ skipped }) => skipped)).toHaveLength(30);
	});
});
