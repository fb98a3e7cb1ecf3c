import type { Fault } from '../../dev/sandbox/sandboxControl';
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { textWith } from './support/matchers';

const { stoppedAfter, execute, control, requests, acceptedTexts } = deliveryOnSandbox();

const items = itemsToAll(1);
const resend = { items, parameters: texts({ whenUnsure: 'resend' }) };
const lost = { reset: 'afterReading', carryOut: true } as const;
const doubts: Fault[] = [
	{ status: 500 },
	lost,
	{ status: 500, cut: 3 },
	{ status: 200, body: '<!DOCTYPE html><html></html>', contentType: 'text/html' },
];

it.each(doubts)(
	'a message in doubt is not sent again, and the error says so; with "Send Again" it is: %j',
	async (fault) => {
		await control().bend(fault);
		const { error } = await execute({ items, parameters: texts() });
		expect(error).toMatchObject({
			context: { data: { delivery: 'unknown' } },
			description: textWith('Did it arrive? If not, execute again.'),
		});
		expect(await requests()).toHaveLength(1);
		await control().bend(fault);
		expect((await execute(resend)).error).toBeUndefined();
		expect(await requests()).toHaveLength(3);
	},
);

it('an expression in To that changes its item does not make it another one for the retry', async () => {
	const phones = ['491701234500', '491701234501', '491701234502'];
	const bothTexts = ['first', 'second'];
	const plan = {
		items: bothTexts.map((text) => ({ json: { text, phones: [...phones] } })),
		parameters: { ...texts({ concurrency: 1 }), to: '={{ $json.phones.shift() }}' },
	};
	await control().bend(lost);
	const failed = await execute(plan);
	expect(failed.error?.description).toContain('May have arrived: item 0 (491701234500)');
	expect((await execute(plan, failed.run)).error?.message).toContain('may already have arrived');
	expect(await acceptedTexts()).toEqual(bothTexts);
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
		description: textWith(
			"The message was not sent. Retry when n8n's database works again. n8n said",
		),
		context: { data: { delivery: 'notSent' } },
	});
	expect(await requests()).toEqual([]);
});

it.each([
	['a retry', {}],
	['the dry run of a retry', { dryRun: 'always' }],
])(
	'a message in doubt has no second failure if %s that may send it again cannot read it',
	async (_, more) => {
		await control().bend(lost);
		const failed = await execute({ items, parameters: texts() });
		const parameters = texts({ whenUnsure: 'resend', ...more });
		const unreadable = { ...parameters, to: '={{ $json.none }}' };
		const onError = 'continueRegularOutput';
		const retry = await execute({ items, onError, parameters: unreadable }, failed.run);
		expect(retry.items.map(({ json }) => json.details)).toEqual([
			expect.objectContaining({ delivery: 'unknown', reason: 'inDoubtFromEarlierRun' }),
		]);
	},
);

describe('a message in doubt that was sent again stays in doubt', () => {
	beforeEach(async () => await control().bend(lost));

	it('if the execution is stopped before the next attempt', async () => {
		await control().bend({ status: 429, headers: { 'retry-after': '299' } });
		const stopped = await stoppedAfter(2, { ...resend, onError: 'continueRegularOutput' });
		expect(stopped.items[0]?.json).toMatchObject({ details: { delivery: 'unknown' } });
	});

	it('if the service asked to slow down between the attempts, and then refused it', async () => {
		await control().bend({ status: 429, headers: { 'retry-after': '0' } });
		await control().bend({ status: 422, count: 10 });
		const { error } = await execute(resend);
		expect(error).toMatchObject({ context: { data: { delivery: 'unknown' } } });
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
