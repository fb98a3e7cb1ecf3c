// "Retry execution" in a real n8n, with 1,000 messages.
import { keys } from '../../dev/sandbox/accounts';
import { credentialType } from '../n8n/examples';
import { lastExecution } from '../n8n/lastExecution';
import { arrivedTexts } from './support/lists';
import {
	everyTextOnce,
	expectManualRetried,
	list,
	sendList,
	sortedTexts,
} from './support/longList';
import { PublishedList } from '../queue/support/publishedList';
import { until } from '../support/until';
import { realN8n } from './support/realN8n';

const n8n = realN8n();

it.each([
	['with the original workflow', false],
	['with the currently saved workflow', true],
])(
	'retrying a failed execution %s sends the remaining messages, and nothing twice',
	async (_, loadWorkflow) => {
		const { execution } = await sendList(n8n(), {});
		expect(execution.status).toBe('error');
		const before = (await sortedTexts(n8n())).length;
		expect(before).toBeGreaterThanOrEqual(500);
		expect(before).toBeLessThan(list.length);
		expect((await n8n().api.retry(execution.id, loadWorkflow)).status).toBe('success');
		expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
	},
);

it('an execution that somebody began by hand can be retried, which sends the rest', async () => {
	await expectManualRetried(n8n());
});

it('a stopped execution stays canceled, and with keys its retry sends the rest, and nothing twice', async () => {
	const published = await PublishedList.publish(n8n(), {
		messagesPerMinute: 12000,
		sendOnceKey: '={{ $json.text }}',
	});
	const execution = await published.start(list);
	await until('A run in progress', async () => (await arrivedTexts(n8n())).length >= 100);
	await n8n().api.call('POST', `/executions/${execution}/stop`);
	expect(await published.end(execution)).toBe('canceled');
	expect((await arrivedTexts(n8n())).length).toBeLessThan(list.length);
	// n8n saves nothing of a stopped execution, so its retry starts over: only keys remember what was sent.
	await n8n().api.retry(execution);
	expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
});

it('retrying a failed execution a second time sends nothing, although its first retry sent more messages, and says which execution to retry', async () => {
	const { sandbox, api } = n8n();
	const { workflow, execution } = await sendList(n8n(), {}, { concurrency: 1 });
	await sandbox.bend({ path: 'messages', skip: 100, status: 400 });
	const first = await api.retry(execution.id);
	const before = await arrivedTexts(n8n());
	const second = await api.retry(execution.id);
	expect([first.status, second.status]).toEqual(['error', 'error']);
	expect(await arrivedTexts(n8n())).toEqual(before);
	expect(await lastExecution(api, workflow.id)).toContain('This execution was retried before');

	expect((await api.retry(first.id)).status).toBe('success');
	expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
});

it('of two simultaneous retries of an execution that could send nothing, one sends', async () => {
	const { api, credential, sandboxUrl } = n8n();
	const useKey = async (apiKey: string) =>
		await api.call('PATCH', `/credentials/${credential.id}`, {
			type: credentialType,
			name: credential.name,
			data: { baseUrl: sandboxUrl, apiKey },
		});
	const published = await PublishedList.publish(n8n());
	await useKey('two words');
	const failed = await published.start(list);
	expect(await published.end(failed)).toBe('error');
	expect(await arrivedTexts(n8n())).toEqual([]);
	await useKey(keys.all.key);
	const both = await Promise.all([api.retry(failed), api.retry(failed)]);
	expect(both.map(({ status }) => status).sort()).toEqual(['error', 'success']);
	expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
});
