// n8n would end the workflow because of its timeout. test/e2e/workflowTimeout shows it in a real n8n.
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';

const { begin, execute, control, requests, acceptedTexts } = deliveryOnSandbox();

const items = itemsToAll(6);
/** Long enough to begin, short enough to wait for (ms). */
const short = 3000;
const timedOut = "The workflow's timeout ended the run before this item was sent";

it.each([
	['the service to accept more', {}, { status: 429, headers: { 'retry-after': '299' }, count: 99 }],
	['a pause of the user', { pauseBetween: { values: { min: 3600, max: 3600 } } }, {}],
	['typing', { typingFirst: 3600, concurrency: 1 }, {}],
])(
	'a run that waits for %s ends before, as failed, and a retry sends the rest',
	async (_, options, fault) => {
		await control().bend({ path: 'messages$', skip: 1, ...fault });
		const plan = { items, parameters: texts({ ...options }), mode: 'trigger' } as const;
		const failed = await execute({ ...plan, endsAt: Date.now() + short });
		expect(failed.error).toMatchObject({
			message: expect.stringMatching(
				/^The workflow's timeout ended the run(?:: 5 of 6 items were not sent| before any of 6 items was sent)$/,
			),
			description: expect.stringContaining('"Timeout Workflow"'),
			context: { data: { delivery: 'notSent', reason: 'stopped' } },
		});
		expect(failed.run.status).toBe('error');
		await control().straighten();
		const retried = await execute({ ...plan, parameters: texts() }, failed.run);
		expect(retried.error).toBeUndefined();
		expect((await acceptedTexts()).sort()).toEqual(items.map(({ json }) => json.text));
	},
);

it('a run ends early enough for all tries of "Retry On Fail", so n8n saves it and a retry sends the rest', async () => {
	const parameters = texts({ pauseBetween: { values: { min: 3600, max: 3600 } } });
	const plan = { items, parameters, mode: 'trigger' } as const;
	const running = begin({ ...plan, retryOnFail: true, endsAt: Date.now() + 2 * short });
	// What n8n does at the timeout. It saves nothing of a node that it tries again then.
	const timer = setTimeout(() => running.cancel(), 2 * short);
	const failed = await running.outcome;
	clearTimeout(timer);
	expect(failed.run.status).toBe('error');
	expect((await execute({ ...plan, parameters: texts() }, failed.run)).error).toBeUndefined();
	expect((await acceptedTexts()).sort()).toEqual(items.map(({ json }) => json.text));
});

it('a request that is not answered in time is in doubt, and the run still ends as failed', async () => {
	await control().bend({ hang: true });
	const request = { items, parameters: texts({ concurrency: 1 }), endsAt: Date.now() + short };
	const { items: output, run } = await execute({ ...request, onError: 'continueRegularOutput' });
	expect(run.status).toBe('success');
	expect(output).toMatchObject([
		{
			json: {
				error:
					"It may have arrived. The workflow's timeout ended the run before the service answered",
				details: { reason: 'stopped', delivery: 'unknown' },
			},
		},
		...items.slice(1).map(() => ({ json: { error: timedOut, details: { delivery: 'notSent' } } })),
	]);
	expect(await requests()).toHaveLength(1);
	await control().bend({ hang: true });
	const stopped = await execute({ ...request, endsAt: Date.now() + short });
	expect(stopped.run.status).toBe('error');
	expect(stopped.error?.description).toContain('1 may have arrived');
});
