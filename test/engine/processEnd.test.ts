// n8n's process is asked to end while the node sends. test/e2e/endOfN8n shows it in a real n8n.
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { question } from './support/questionsOnSandbox';

const { begin, execute, control, untilArrived } = deliveryOnSandbox();

/** As n8n's own listener does, this one keeps the signal from ending the process. */
const ignored = () => undefined;
beforeAll(() => void process.on('SIGTERM', ignored));
afterAll(() => void process.off('SIGTERM', ignored));

const plan = { id: 'node', items: itemsToAll(20), mode: 'trigger' } as const;

// The process ends only once, so everything that waits when it does is in one test.
it('no further message begins, whatever it waits for, and the run fails, so that n8n saves it', async () => {
	const waits = {
		'for a slot': { concurrency: 2 },
		'for a limit of the user': { messagesPerMinute: 1 / 60 },
		'for a pause of the user': { pauseBetween: { values: { min: 3600, max: 3600 } } },
		'for typing': { typingFirst: 3600, concurrency: 1 },
	};
	await control().bend({ path: 'messages$', delay: 300, count: 100 });
	const running = Object.values(waits).map((options) =>
		begin({ ...plan, parameters: texts({ ...options }) }),
	);
	const continuing = begin({
		...plan,
		parameters: texts({ concurrency: 1 }),
		onError: 'continueRegularOutput',
	});
	await untilArrived(2 + 1 + 1 + 1 + 1);
	process.emit('SIGTERM');
	const ended = await Promise.all(running.map(async ({ outcome }) => await outcome));
	for (const { error, run } of ended) {
		expect(error).toMatchObject({
			message: expect.stringMatching(
				/^n8n was shut down(?:: 1[89] of 20 items were not sent| before any of 20 items was sent)$/,
			),
			description: expect.stringContaining(
				'Retry this execution when n8n runs again: it sends what was certainly not sent.',
			),
			context: { data: { delivery: 'notSent' } },
		});
		expect(run.status).toBe('error');
	}
	const { items } = await continuing.outcome;
	expect(items).toHaveLength(plan.items.length);
	expect(items.filter(({ json }) => json.error !== undefined)).toHaveLength(19);

	// Nothing begins in the same process either, not even a question.
	const arrived = (await control().requests()).length;
	expect((await execute({ ...plan, parameters: texts() })).error).toBeDefined();
	expect((await execute({ parameters: question() })).error).toBeDefined();
	expect((await control().requests()).length).toBe(arrived);
});
