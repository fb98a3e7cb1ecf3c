import { deliveryOnSandbox, itemsToAll, texts } from './deliveryOnSandbox';

const { engine, execute, control, requests, acceptedTexts } = deliveryOnSandbox();

/** Timers of Node.js may come up to this much early, and clocks are read to the ms. */
const early = 2;

const arrivals = async () => (await requests()).map(({ receivedAt }) => Date.parse(receivedAt));

it('no more requests are sent in a second than allowed, repeated ones and typing included', async () => {
	await control().bend({
		status: 429,
		headers: { 'retry-after': '0' },
		path: '/messages$',
		skip: 2,
		count: 3,
	});
	await control().bend({ status: 429, path: '/messages$', skip: 5 });
	const perSecond = 40;
	const start = Date.now();
	await execute({
		items: itemsToAll(10),
		parameters: texts({ requestsPerSecond: perSecond, typingFirst: 1 }),
	});
	const times = await arrivals();
	expect(times).toHaveLength(24);
	for (const [before, time] of times.sort((a, b) => a - b).entries()) {
		expect(time - start).toBeGreaterThanOrEqual((before * 1000) / perSecond - early);
	}
});

it.each([
	['seconds', () => '1'],
	['a date', () => new Date(Date.now() + 2000).toUTCString()],
])('a 429 that says when to come back, in %s, holds the whole run', async (_, retryAfter) => {
	const concurrency = 4;
	const header = retryAfter();
	await control().bend({ status: 429, headers: { 'retry-after': header }, skip: 6 });
	const { error, hints } = await execute({
		items: itemsToAll(30),
		parameters: texts({ concurrency }),
	});
	expect(error).toBeUndefined();
	const log = await requests();
	const refused = log.findIndex(({ status }) => status === 429);
	const refusedAt = Date.parse(log[refused]?.receivedAt ?? '');
	const until = header === '1' ? refusedAt + 1000 : Date.parse(header);
	// Those that were on their way when the service said so are no longer to be held.
	const held = (await arrivals()).slice(refused + concurrency);
	expect(held.length).toBeGreaterThan(15);
	for (const time of held) expect(time).toBeGreaterThanOrEqual(until - early);
	expect(await acceptedTexts()).toHaveLength(30);
	expect(hints.map(({ message }) => message)).toEqual([
		'The service asked to slow down, so the run took longer. No message was sent twice.',
	]);
});

/** What HAProxy answers where no server is there: certain not to be processed, and no request to slow down. */
const haproxyPage =
	'<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n';

describe('how often a request is sent that was certainly not processed', () => {
	it.each<[string, object, number]>([
		['three times, where nothing else is said', {}, 3],
		['once, if only one attempt is allowed', { maxTries: 1 }, 1],
		['as often as allowed', { maxTries: 4 }, 4],
	])('%s', async (_, options, attempts) => {
		await control().bend({ status: 503, body: haproxyPage, contentType: 'text/html', count: 100 });
		const { error } = await execute({ items: itemsToAll(1), parameters: texts({ ...options }) });
		expect(error).toMatchObject({ httpCode: '503', context: { data: { delivery: 'notSent' } } });
		expect(await requests()).toHaveLength(attempts);
	});

	it('once, where the service asks for more patience than anyone has', async () => {
		await control().bend({ status: 429, headers: { 'retry-after': '301' } });
		const { error } = await execute({ items: itemsToAll(1), parameters: texts() });
		expect(error).toMatchObject({ httpCode: '429' });
		expect(await requests()).toHaveLength(1);
	});

	it('once in all, where the service asks the first of many for that', async () => {
		await control().bend({ status: 429, headers: { 'retry-after': '301' } });
		const { items } = await execute({
			items: itemsToAll(20),
			parameters: texts({ concurrency: 1 }),
			onError: 'continueRegularOutput',
		});
		expect(items).toHaveLength(20);
		for (const { json } of items)
			expect(json.details).toMatchObject({ httpStatus: 429, delivery: 'notSent' });
		expect(await requests()).toHaveLength(1);
	});

	it('once if nobody knows whether it was processed', async () => {
		await control().bend({ status: 500, headers: { 'retry-after': '0' } });
		const { error } = await execute({ items: itemsToAll(1), parameters: texts() });
		expect(error).toMatchObject({ httpCode: '500', context: { data: { delivery: 'unknown' } } });
		expect(await requests()).toHaveLength(1);
	});
});

it('a run in which all goes well has nothing to tell', async () => {
	const { hints } = await execute({ items: itemsToAll(20), parameters: texts() });
	expect(hints).toEqual([]);
});

it("tells n8n's log how far a long run is", async () => {
	await execute({ items: itemsToAll(13), parameters: texts({ requestsPerSecond: 2 }) });
	expect(await engine().log()).toMatch(/Messaging Integration: \d+ of 13 items settled/);
});
