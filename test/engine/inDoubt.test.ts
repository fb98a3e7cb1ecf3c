import type { Fault } from '../../dev/sandbox/sandboxControl';
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { textWith } from './support/matchers';

const { stoppedAfter, execute, control, requests, acceptedTexts } = deliveryOnSandbox();

const items = itemsToAll(1);
const resend = { items, parameters: texts({ whenUnsure: 'resend' }) };
const lost = { reset: 'afterReading', carryOut: true } as const;
const doubts: Fault[] = [
	{ status: 500 },
	{ status: 500, carryOut: true },
	{ status: 503 },
	{ reset: 'beforeReading' },
	lost,
	{ status: 500, cut: 3 },
	{ status: 200, body: '<!DOCTYPE html><html></html>', contentType: 'text/html' },
];

it.each(doubts)('a message in doubt is not sent again; the error says so: %j', async (fault) => {
	await control().bend(fault);
	const { error } = await execute({ items, parameters: texts() });
	expect(error).toMatchObject({
		context: { data: { delivery: 'unknown' } },
		description: textWith('Did it arrive? If not, execute again.'),
	});
	expect(await requests()).toHaveLength(1);
});

it.each(doubts)('a message in doubt is sent again with "Send Again": %j', async (fault) => {
	await control().bend(fault);
	expect((await execute(resend)).error).toBeUndefined();
	expect(await requests()).toHaveLength(2);
});

it('nothing that the service said of a doubt is saved for a retry', async () => {
	await control().bend({ status: 500, body: '{"message":"Ada Example is blocked."}' });
	const { error, context } = await execute({ items, parameters: texts() });
	expect(error?.message).toContain('Ada Example is blocked.');
	expect(JSON.stringify(context)).toContain('"doubt"');
	expect(JSON.stringify(context)).not.toContain('Ada Example');
});

it('nothing that the network or n8n said of a doubt is saved for a retry', async () => {
	await control().bend(lost);
	const { error, context } = await execute({ items, parameters: texts() });
	const [, said = ''] = /The network said: “(.+?)”/.exec(error?.description ?? '') ?? [];
	expect(said).not.toBe('');
	expect(JSON.stringify(context)).toContain('"doubt"');
	expect(JSON.stringify(context)).not.toContain(said);
});

it('a message is not sent if n8n cannot record its Send Once Key', async () => {
	// This engine has no database.
	const { error } = await execute({ items, parameters: texts({ sendOnceKey: 'k' }) });
	expect(error).toMatchObject({
		message: textWith('n8n could not record the Send Once Key'),
		description: textWith('So the message was not sent. n8n said'),
		context: { data: { delivery: 'notSent' } },
	});
	expect(await requests()).toEqual([]);
});

describe('a message in doubt that was sent again and refused', () => {
	beforeEach(async () => await control().bend(lost));
	const inDoubt = { context: { data: { delivery: 'unknown' } } };

	it('stays in doubt, because the first attempt may have been delivered, also for a retry', async () => {
		await control().bend({ status: 422, count: 10 });
		const failed = await execute(resend);
		expect(failed.error).toMatchObject(inDoubt);
		await control().straighten();
		await execute({ items, parameters: texts() }, failed.run);
		expect(await acceptedTexts()).toEqual(['text 0']);
	});

	it.each([
		['a retry', {}],
		['the dry run of a retry', { dryRun: 'always' }],
	])('has no second failure if %s that may send it again cannot read it', async (_, more) => {
		const failed = await execute({ items, parameters: texts() });
		const parameters = texts({ whenUnsure: 'resend', ...more });
		const unreadable = { ...parameters, to: '={{ $json.none }}' };
		const onError = 'continueRegularOutput';
		const retry = await execute({ items, onError, parameters: unreadable }, failed.run);
		expect(retry.items.map(({ json }) => json.details)).toEqual([
			expect.objectContaining({ delivery: 'unknown', reason: 'inDoubtFromEarlierRun' }),
		]);
	});

	it('stays in doubt if the execution is stopped before the next attempt', async () => {
		await control().bend({ status: 429, headers: { 'retry-after': '299' } });
		const stopped = await stoppedAfter(2, { ...resend, onError: 'continueRegularOutput' });
		expect(stopped.items[0]?.json).toMatchObject({ details: { delivery: 'unknown' } });
	});

	it('stays in doubt if the service asked to slow down between the attempts', async () => {
		await control().bend({ status: 429, headers: { 'retry-after': '0' } });
		await control().bend({ status: 422, count: 10 });
		expect((await execute(resend)).error).toMatchObject(inDoubt);
	});

	it('stays in doubt if a retry sent it again', async () => {
		const failed = await execute({ items, parameters: texts() });
		await control().bend({ status: 422 });
		expect((await execute(resend, failed.run)).error).toMatchObject(inDoubt);
		expect(await acceptedTexts()).toEqual(['text 0']);
	});
});

type Kept = Record<string, Record<string, Record<string, unknown>>>;
const changed = (change: (journal: Kept, item: Record<string, unknown>) => unknown) => change;
const inItem = (name: string, value: unknown) =>
	changed((__, item) => ((item[name] = value), undefined));

it.each([
	['all', changed(() => 'the notes of another version')],
	['the execution', changed((journal) => ({ ...journal, id: 7 }))],
	['the pass', changed((journal) => ({ ...journal, pass: '0' }))],
	['all operations', changed((journal) => ({ ...journal, items: [] }))],
	['the operation', changed((journal) => ({ ...journal, items: { 'message send': 'sent' } }))],
	['the item', changed((journal) => ({ ...journal, items: { 'message send': { 0: 'sent' } } }))],
	['its deliveries', inItem('by', ['sent'])],
	['its delivery', inItem('by', { '': { delivered: true } })],
	['its answer', inItem('by', { '': { sent: [['', 'yes']] } })],
	['its doubt', inItem('by', { '': { sent: [], doubt: { message: 5 } } })],
	['its JSON', inItem('input', 9)],
])(
	'what n8n kept of a message that was sent cannot be read any more: %s; a retry does not send it again, unless the user allows it',
	async (_, change) => {
		await control().bend({ status: 422, skip: 1, count: 1 });
		const plan = { items: itemsToAll(2), onError: 'continueRegularOutput' as const };
		const failed = await execute({ items: plan.items, parameters: texts({ concurrency: 1 }) });
		const context = failed.context as { journal: Kept };
		const item = context.journal.items?.['message send']?.[0] as Record<string, unknown>;
		context.journal = (change(context.journal, item) ?? context.journal) as Kept;
		const [kept] = (await execute({ ...plan, parameters: texts() }, failed.run)).items;
		expect(JSON.stringify(kept?.json)).toMatch(/not sent again.*cannot be read/);
		const sent = async () => (await acceptedTexts()).filter((text) => text === 'text 0').length;
		expect(await sent()).toBe(1);
		await execute({ ...resend, ...plan }, failed.run);
		expect(await sent()).toBe(2);
	},
);
