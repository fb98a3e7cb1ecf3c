import type { Fault } from '../../dev/sandbox/sandboxControl';
import { deliveryOnSandbox, itemsToAll, texts } from './deliveryOnSandbox';
import { textWith } from './matchers';

const { stoppedAfter, execute, control, requests, acceptedTexts } = deliveryOnSandbox();

const items = itemsToAll(1);
const resend = { items, parameters: texts({ resendWhenUnsure: true }) };
const lost = { reset: 'afterReading', carryOut: true } as const;
const doubts: Fault[] = [
	{ status: 500 },
	{ status: 500, carryOut: true },
	{ status: 503 },
	{ reset: 'beforeReading' },
	lost,
	{ status: 500, cut: 3 },
];

it.each(doubts)('a message in doubt is not sent again; the error says so: %j', async (fault) => {
	await control().bend(fault);
	const { error } = await execute({ items, parameters: texts() });
	expect(error).toMatchObject({
		context: { data: { delivery: 'unknown' } },
		description: textWith('may have been delivered'),
	});
	expect(await requests()).toHaveLength(1);
});

it.each(doubts)('a message in doubt is sent again with "Resend When Unsure": %j', async (fault) => {
	await control().bend(fault);
	expect((await execute(resend)).error).toBeUndefined();
	expect(await requests()).toHaveLength(2);
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
