// "Retry On Fail" and "Retry execution" in a real n8n, with 1,000 messages.
import { keys } from '../../dev/sandbox/accounts';
import { credentialType } from '../n8n/examples';
import { lastExecution } from '../n8n/lastExecution';
import { ended } from './executions';
import { arrivedTexts, repeated } from './lists';
import { everyTextOnce, list, sendList, sortedTexts } from './longList';
import { PublishedList } from '../queue/publishedList';
import { until } from '../until';
import { realN8n } from './realN8n';

const n8n = realN8n();

it('"Retry On Fail" sends the rest, and nothing twice', async () => {
	const { execution } = await sendList(n8n(), {
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 0,
	});
	expect(execution.status).toBe('success');
	expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
});

it.each([
	['with the original workflow', false],
	['with the currently saved workflow', true],
])(
	'retrying a failed execution %s sends the remaining messages, and nothing twice',
	async (_, loadWorkflow) => {
		const { workflow, execution } = await sendList(n8n(), {});
		expect(execution.status).toBe('error');
		const before = (await sortedTexts(n8n())).length;
		expect(before).toBeGreaterThanOrEqual(500);
		expect(before).toBeLessThan(list.length);
		await n8n().api.call('POST', `/executions/${execution.id}/retry`, { loadWorkflow });
		expect((await ended(n8n(), workflow, execution.id)).status).toBe('success');
		expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
	},
);

it('a stopped execution stays canceled, and with keys its retry sends the rest, and nothing twice', async () => {
	const published = await PublishedList.publish(n8n(), {
		requestsPerSecond: 200,
		sendOnceKey: '={{ $json.text }}',
	});
	const execution = await published.start(list);
	await until('A run in progress', async () => (await arrivedTexts(n8n())).length >= 100);
	await n8n().api.call('POST', `/executions/${execution}/stop`);
	expect(await published.end(execution)).toBe('canceled');
	expect((await arrivedTexts(n8n())).length).toBeLessThan(list.length);
	// n8n saves nothing of a stopped execution, so its retry starts over: only keys remember what was sent.
	const retry = await n8n().api.call<{ id: string }>('POST', `/executions/${execution}/retry`, {
		loadWorkflow: false,
	});
	await published.end(retry.id);
	expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
});

describe('retrying a failed execution a second time, although its first retry sent more messages', () => {
	const retriedTwice = async (options: object = {}) => {
		const { workflow, execution } = await sendList(n8n(), {}, { concurrency: 1, ...options });
		const retry = async (after: string) => {
			await n8n().sandbox.bend({ path: 'messages', skip: 100, status: 400 });
			await n8n().api.call('POST', `/executions/${execution.id}/retry`, { loadWorkflow: false });
			return await ended(n8n(), workflow, after);
		};
		const first = await retry(execution.id);
		return { first, before: await arrivedTexts(n8n()), second: await retry(first.id), workflow };
	};

	it('sends nothing and says which execution to retry', async () => {
		const { first, before, second, workflow } = await retriedTwice();
		expect([first.status, second.status]).toEqual(['error', 'error']);
		expect(await arrivedTexts(n8n())).toEqual(before);
		expect(await lastExecution(n8n().api, workflow.id)).toContain(
			'This execution was retried before',
		);

		await n8n().sandbox.straighten();
		await n8n().api.call('POST', `/executions/${first.id}/retry`, { loadWorkflow: false });
		expect((await ended(n8n(), workflow, second.id)).status).toBe('success');
		expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
	});

	it('sends nothing either if each message has a key', async () => {
		const { before } = await retriedTwice({ sendOnceKey: '={{ $json.text }}' });
		expect(await arrivedTexts(n8n())).toEqual(before);
	});

	it('sends messages again with "Resend When Unsure"', async () => {
		await retriedTwice({ resendWhenUnsure: true });
		expect(repeated(await arrivedTexts(n8n()))).toBe(100);
	});
});

it('of two simultaneous retries of an execution that could send nothing, one sends', async () => {
	const { api, credential, sandboxUrl } = n8n();
	const useKey = async (apiKey: string) =>
		await api.call('PATCH', `/credentials/${credential.id}`, {
			...{ type: credentialType, name: credential.name },
			data: { baseUrl: sandboxUrl, apiKey },
		});
	const published = await PublishedList.publish(n8n());
	await useKey('two words');
	const failed = await published.start(list);
	expect(await published.end(failed)).toBe('error');
	expect(await arrivedTexts(n8n())).toEqual([]);
	await useKey(keys.all.key);
	const retry = async () => {
		const path = `/executions/${failed}/retry`;
		const { id } = await api.call<{ id: string }>('POST', path, { loadWorkflow: false });
		return await published.end(id);
	};
	expect((await Promise.all([retry(), retry()])).sort()).toEqual(['error', 'success']);
	expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
});
