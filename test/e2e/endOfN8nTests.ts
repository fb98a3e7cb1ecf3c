import { PublishedList } from '../queue/support/publishedList';
import { until } from '../support/until';
import { arrivedTexts, listOf, repeated } from './support/lists';
import { instanceId, ourNode, plainNode, sendNode, splitNode } from './support/nodes';
import { answer, asked, askNode, links, start as startQuestion } from './support/questions';
import type { RestartableN8n } from './support/realN8n';
import { publishChain } from './support/workflows';
import { lastExecution } from '../n8n/lastExecution';

const list = listOf(300);
const everyText = list.map(({ text }) => text).sort();
/** Slow enough to end n8n in the middle. */
const slowly = { messagesPerMinute: 6000 };
const lost = 'n8n no longer knows what the earlier run sent';

/**
 * What becomes of a run if n8n, or its execution, ends in the middle of it.
 * @property retriesStopped whether a retry of an execution that was stopped, or took too long, runs any node; before n8n 2.41 it runs none
 * @property notesCrashAfterWait whether n8n notes the crash of an execution that had waited; n8n 1 does not
 */
export function endOfN8nTests(
	n8n: () => RestartableN8n,
	{ retriesStopped, notesCrashAfterWait } = { retriesStopped: true, notesCrashAfterWait: true },
): void {
	const untilArrived = async (count: number) =>
		await until('A run in progress', async () => (await arrivedTexts(n8n())).length >= count);
	/** A chain of nodes with the list, and the id of its first execution. */
	const start = async (nodes: Parameters<typeof publishChain>[2], settings: object = {}) => {
		const all = [splitNode('body.list'), ...nodes];
		const { workflow, post } = await publishChain(n8n(), 'onReceived', all, undefined, settings);
		await post({ list });
		const newest = async () => (await n8n().api.executions(workflow.id))[0];
		const { id } = await until('An execution', newest);
		const end = async () =>
			await until('The end', async () => {
				const status = (await newest())?.status ?? 'new';
				return !['new', 'running'].includes(status) && status;
			});
		return { workflow, id, end };
	};
	const expectNothingMore = async (id: string, workflowId: string) => {
		const before = await arrivedTexts(n8n());
		const first = await n8n().api.retry(id);
		expect(await lastExecution(n8n().api, workflowId)).toContain(lost);
		const ofFirst = await n8n().api.retry(first.id);
		const second = await n8n().api.retry(id);
		expect([first.status, ofFirst.status, second.status]).toEqual(['error', 'error', 'error']);
		expect(await arrivedTexts(n8n())).toEqual(before);
	};

	const showsTyping = () =>
		ourNode(n8n(), 'Before', { resource: 'presence', operation: 'typing', instanceId });
	const sendsList = () => sendNode(n8n(), slowly, '$("Split").item.json');
	/** n8n is killed in the middle, a retry fails at a node "Before" that shows typing, and that retry is retried. */
	const expectNothingOfSecond = async (id: string, workflowId: string) => {
		await untilArrived(40);
		await n8n().killAndStart();
		const texts = await arrivedTexts(n8n());
		await n8n().sandbox.bend({ path: 'typing', status: 422, count: 1 });
		const first = await n8n().api.retry(id);
		const second = await n8n().api.retry(first.id);
		expect([first.status, second.status]).toEqual(['error', 'error']);
		expect(await lastExecution(n8n().api, workflowId)).toContain(lost);
		expect(await arrivedTexts(n8n())).toEqual(texts);
	};

	it.each([
		['', {}],
		[', though n8n saves its progress', { saveExecutionProgress: true }],
	])('a retry of a run that was killed in the middle sends nothing%s', async (_, settings) => {
		const { workflow, id } = await start([sendNode(n8n(), slowly)], settings);
		await untilArrived(40);
		await n8n().killAndStart();
		await expectNothingMore(id, workflow.id);
	});

	it('a retry of an execution that was killed after the node had ended sends nothing', async () => {
		const later = plainNode('Later', 'n8n-nodes-base.wait', 1.1, { amount: 20, unit: 'seconds' });
		const { workflow, id } = await start([sendNode(n8n()), later]);
		await untilArrived(list.length);
		await until(
			'The later node',
			async () => {
				const { data } = await n8n().api.execution(id);
				return data.includes('Later');
			},
			3,
		).catch(() => undefined);
		await n8n().killAndStart();
		await expectNothingMore(id, workflow.id);
	});

	it('a retry of a loop that was killed in its second pass sends nothing, though n8n saves its progress', async () => {
		const published = await PublishedList.publishLoop(n8n(), slowly, 100, {
			saveExecutionProgress: true,
		});
		const id = await published.start(list);
		await untilArrived(140);
		await n8n().killAndStart();
		await expectNothingMore(id, published.workflowId);
	});

	it('a retry of an execution that was killed after a wait sends nothing', async () => {
		const wait = plainNode('Wait', 'n8n-nodes-base.wait', 1.1, { amount: 1, unit: 'hours' });
		const { workflow, id } = await start([wait, sendNode(n8n(), slowly)]);
		await until('The wait', async () => (await n8n().api.executions(workflow.id, 'waiting'))[0]);
		await n8n().endWaits();
		await untilArrived(40);
		await n8n().killAndStart();
		await expectNothingMore(id, workflow.id);
	});

	it('a retry of an execution that was killed after somebody had answered by the link sends nothing, nor if it asks again', async () => {
		const later = plainNode('Later', 'n8n-nodes-base.wait', 1.1, { amount: 20, unit: 'seconds' });
		const ofPerson = ourNode(n8n(), 'Send', { instanceId, to: '12025550109', text: 'Approved' });
		const { workflow } = await startQuestion(n8n(), [askNode(n8n()), ofPerson, later]);
		expect((await answer(await asked(n8n(), workflow), { answer: 'approve' })).status).toBe(200);
		const approvals = async () =>
			(await arrivedTexts(n8n())).filter((text) => text === 'Approved').length;
		await until('The message', async () => (await approvals()) === 1);
		await n8n().killAndStart();
		const [killed] = await n8n().api.executions(workflow.id);
		const retry = await n8n().api.retry(killed?.id ?? '');
		expect(retry.status).toBe('error');
		expect(await lastExecution(n8n().api, workflow.id)).toContain(lost);
		const asking = await n8n().api.retry(killed?.id ?? '', true);
		expect(asking.status).toBe('waiting');
		expect((await answer((await links(n8n())).at(-1) ?? '', { answer: 'approve' })).status).toBe(
			200,
		);
		await until('The end', async () => {
			const [newest] = await n8n().api.executions(workflow.id);
			return newest?.status === 'error';
		});
		expect(await lastExecution(n8n().api, workflow.id)).toContain(lost);
		expect(await approvals()).toBe(1);
	});

	it('a retry that itself waited for an answer sends what comes behind it', async () => {
		const presence = { resource: 'presence', operation: 'typing', instanceId };
		const before = ourNode(n8n(), 'Before', { ...presence, to: '12025550109' });
		const ofPerson = ourNode(n8n(), 'Send', { instanceId, to: '12025550109', text: 'Approved' });
		await n8n().sandbox.bend({ path: 'typing$', status: 422, count: 1 });
		const { workflow } = await startQuestion(n8n(), [before, askNode(n8n()), ofPerson]);
		const failed = await until('The end', async () => {
			const [newest] = await n8n().api.executions(workflow.id);
			return newest?.status === 'error' && newest;
		});
		const retry = await n8n().api.retry(failed.id);
		expect(retry.status).toBe('waiting');
		expect((await answer(await asked(n8n(), workflow), { answer: 'approve' })).status).toBe(200);
		await until('The message', async () => (await arrivedTexts(n8n())).includes('Approved'));
	});

	it('a retry of a retry of an execution that was killed sends nothing, if the first one did not come to the node', async () => {
		const { workflow, id } = await start([showsTyping(), sendsList()]);
		await expectNothingOfSecond(id, workflow.id);
	});

	if (notesCrashAfterWait)
		it('a retry of a retry of an execution that was killed after a wait sends nothing, either', async () => {
			const wait = plainNode('Wait', 'n8n-nodes-base.wait', 1.1, { amount: 1, unit: 'hours' });
			const { workflow, id } = await start([wait, showsTyping(), sendsList()]);
			await until('The wait', async () => (await n8n().api.executions(workflow.id, 'waiting'))[0]);
			await n8n().endWaits();
			await expectNothingOfSecond(id, workflow.id);
		});

	it('a retry of an execution that was stopped in the middle sends nothing', async () => {
		// Some requests are on their way when the execution is stopped.
		await n8n().sandbox.bend({ path: 'messages', delay: 300, count: 1000 });
		const { workflow, id, end } = await start([sendNode(n8n(), { concurrency: 20 })]);
		await untilArrived(40);
		await n8n().api.call('POST', `/executions/${id}/stop`);
		expect(await end()).toBe('canceled');
		await n8n().sandbox.straighten();
		if (retriesStopped) return await expectNothingMore(id, workflow.id);
		const before = await arrivedTexts(n8n());
		// n8n most often runs no node then.
		const { status } = await n8n().api.retry(id);
		if (status === 'error') expect(await lastExecution(n8n().api, workflow.id)).toContain(lost);
		expect(await arrivedTexts(n8n())).toEqual(before);
	});

	it('a retry of an execution that took longer than its workflow may sends exactly the rest', async () => {
		const { id, end } = await start([sendNode(n8n(), slowly)], { executionTimeout: 3 });
		expect(await end()).toBe('error');
		expect((await arrivedTexts(n8n())).length).toBeLessThan(list.length);
		// On a slow machine, the timeout ends a retry, too: then the newest one is retried.
		let retry = await n8n().api.retry(id);
		while (retry.status === 'error') retry = await n8n().api.retry(retry.id);
		expect(retry.status).toBe('success');
		const texts = (await arrivedTexts(n8n())).sort();
		expect(repeated(texts)).toBe(0);
		if (retriesStopped) expect(texts).toEqual(everyText);
	});

	it('with a Send Once Key, a retry of a run that was killed sends the rest, and leaves a few in doubt', async () => {
		const options = { ...slowly, concurrency: 8, sendOnceKey: '={{ $json.text }}' };
		const send = { ...sendNode(n8n(), options), onError: 'continueRegularOutput' };
		const { id } = await start([send]);
		await untilArrived(40);
		await n8n().killAndStart();
		expect((await n8n().api.retry(id)).status).toBe('success');
		const arrived = await arrivedTexts(n8n());
		expect(repeated(arrived)).toBe(0);
		expect(arrived.length).toBeGreaterThanOrEqual(list.length - 16);
	});

	it.each(['SIGTERM', 'SIGINT'] as const)(
		'asked to end by %s, n8n saves the run as failed, and its retry sends exactly the rest',
		async (signal) => {
			const { id, end } = await start([sendNode(n8n(), slowly)]);
			await untilArrived(40);
			await n8n().killAndStart(signal);
			expect(await end()).toBe('error');
			const before = await arrivedTexts(n8n());
			expect(before.length).toBeLessThan(list.length);
			expect((await n8n().api.retry(id)).status).toBe('success');
			expect((await arrivedTexts(n8n())).sort()).toEqual(everyText);
		},
	);

	it('an execution that failed before it came to the node is continued by one retry', async () => {
		const before = ourNode(n8n(), 'Before', {
			resource: 'presence',
			operation: 'typing',
			instanceId,
		});
		const send = sendNode(n8n(), {}, '$("Split").item.json');
		await n8n().sandbox.bend({ path: 'typing', status: 422, count: 1 });
		const { workflow, id, end } = await start([before, send]);
		expect(await end()).toBe('error');
		expect((await n8n().api.retry(id)).status).toBe('success');
		expect((await arrivedTexts(n8n())).sort()).toEqual(everyText);
		expect((await n8n().api.retry(id)).status).toBe('error');
		expect(await lastExecution(n8n().api, workflow.id)).toContain('was retried before');
		expect((await arrivedTexts(n8n())).sort()).toEqual(everyText);
	});

	it.each([
		['before it came to the node', 'typing'],
		['in the node', 'messages'],
	])(
		'if n8n is killed during the retry of an execution that failed %s, no further retry sends anything',
		async (_, path) => {
			const presence = { resource: 'presence', operation: 'typing', instanceId };
			const before = ourNode(n8n(), 'Before', presence);
			const send = sendNode(n8n(), slowly, '$("Split").item.json');
			await n8n().sandbox.bend({ path, status: 422, count: 1 });
			const { workflow, id, end } = await start([before, send]);
			expect(await end()).toBe('error');
			const arrived = (await arrivedTexts(n8n())).length;
			const isEnded = n8n()
				.api.retry(id)
				.catch(() => undefined);
			await untilArrived(arrived + 40);
			await n8n().killAndStart();
			await isEnded;
			const texts = await arrivedTexts(n8n());
			const [newest = { id }] = await n8n().api.executions(workflow.id);
			expect(newest.id).not.toBe(id);
			const ofRetry = await n8n().api.retry(newest.id);
			const ofFirst = await n8n().api.retry(id);
			expect(await lastExecution(n8n().api, workflow.id)).toContain('was retried before');
			const again = await n8n().api.retry(ofRetry.id);
			expect([ofRetry.status, ofFirst.status, again.status]).toEqual(['error', 'error', 'error']);
			expect(await arrivedTexts(n8n())).toEqual(texts);
			expect(texts.length).toBeLessThan(list.length);
		},
	);
}
