import { ended } from './executions';
import { everyTextOnce, list, sendList, sortedTexts } from './long-list';
import { realN8n } from './real-n8n';

const n8n = realN8n();

it('Retry On Fail sends what is left, and nothing twice', async () => {
	const { execution } = await sendList(n8n(), { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 });
	expect(execution.status).toBe('success');
	expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
});

it.each([
	['with the workflow as it was', false],
	['with the workflow as it is saved now', true],
])('retrying a failed execution %s sends what is left, and nothing twice', async (_, loadWorkflow) => {
	const { workflow, execution } = await sendList(n8n(), {});
	expect(execution.status).toBe('error');
	const before = (await sortedTexts(n8n())).length;
	expect(before).toBeGreaterThanOrEqual(500);
	expect(before).toBeLessThan(list.length);
	await n8n().api.call('POST', `/executions/${execution.id}/retry`, { loadWorkflow });
	expect((await ended(n8n(), workflow, execution.id)).status).toBe('success');
	expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
});
