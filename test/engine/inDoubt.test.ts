import type { Fault } from '../../dev/sandbox/sandboxControl';
import { deliveryOnSandbox, itemsToAll, texts } from './deliveryOnSandbox';
import { anyText, textWith } from './matchers';

const { stoppedAfter, execute, control, requests, acceptedTexts } = deliveryOnSandbox();

const doubts: Fault[] = [
	{ status: 500 },
	{ status: 500, carryOut: true },
	{ status: 503 },
	{ reset: 'beforeReading' },
	{ reset: 'afterReading', carryOut: true },
	{ status: 500, cut: 3 },
];

it.each(doubts)('a message in doubt is not sent again; the error says so: %j', async (fault) => {
	await control().bend(fault);
	const { error } = await execute({ items: itemsToAll(1), parameters: texts() });
	expect(error).toMatchObject({
		context: { data: { delivery: 'unknown' } },
		description: textWith('may have been delivered'),
	});
	expect(await requests()).toHaveLength(1);
});

it.each(doubts)('a message in doubt is sent again with "Resend When Unsure": %j', async (fault) => {
	await control().bend(fault);
	const { error } = await execute({
		items: itemsToAll(1),
		parameters: texts({ resendWhenUnsure: true }),
	});
	expect(error).toBeUndefined();
	expect(await requests()).toHaveLength(2);
});

it('a message is not sent if n8n cannot record its Send Once Key', async () => {
	// This engine has no database.
	const { error } = await execute({
		items: itemsToAll(1),
		parameters: texts({ sendOnceKey: '={{ $json.text }}' }),
	});
	expect(error).toMatchObject({
		message: textWith('n8n could not record the Send Once Key'),
		description: textWith('So the message was not sent. n8n said'),
		context: { data: { delivery: 'notSent' } },
	});
	expect(await requests()).toEqual([]);
});

describe('a message in doubt that was sent again and refused', () => {
	const refusedAfterDoubt = async () => {
		await control().bend({ reset: 'afterReading', carryOut: true });
		await control().bend({ status: 422, count: 10 });
	};

	it('stays in doubt, because the first attempt may have been delivered', async () => {
		await refusedAfterDoubt();
		const { items } = await execute({
			items: itemsToAll(1),
			parameters: texts({ resendWhenUnsure: true }),
			onError: 'continueRegularOutput',
		});
		expect(await acceptedTexts()).toEqual(['text 0']);
		expect(items[0]?.json).toMatchObject({ error: anyText, details: { delivery: 'unknown' } });
	});

	it('is not sent again by a retry without "Resend When Unsure"', async () => {
		await refusedAfterDoubt();
		const items = itemsToAll(1);
		const failed = await execute({ items, parameters: texts({ resendWhenUnsure: true }) });
		await control().straighten();
		await execute({ items, parameters: texts() }, failed.run);
		expect(await acceptedTexts()).toEqual(['text 0']);
	});

	it('stays in doubt if the execution is stopped before the next attempt', async () => {
		await control().bend({ reset: 'afterReading', carryOut: true });
		await control().bend({ status: 429, headers: { 'retry-after': '299' } });
		const { items } = await stoppedAfter(2, {
			items: itemsToAll(1),
			parameters: texts({ resendWhenUnsure: true }),
			onError: 'continueRegularOutput',
		});
		expect(items[0]?.json).toMatchObject({ details: { delivery: 'unknown' } });
	});

	it('stays in doubt if a retry sent it again', async () => {
		await control().bend({ reset: 'afterReading', carryOut: true });
		const items = itemsToAll(1);
		const failed = await execute({ items, parameters: texts() });
		await control().bend({ status: 422 });
		const { error } = await execute(
			{ items, parameters: texts({ resendWhenUnsure: true }) },
			failed.run,
		);
		expect(await acceptedTexts()).toEqual(['text 0']);
		expect(error).toMatchObject({ context: { data: { delivery: 'unknown' } } });
	});
});
