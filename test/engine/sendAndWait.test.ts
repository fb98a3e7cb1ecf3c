import type { INodeParameters } from 'n8n-workflow';
import { until } from '../support/until';
import { deliveryOnSandbox } from './support/deliveryOnSandbox';
import { textWith } from './support/matchers';
import { question } from './support/questionsOnSandbox';

const { execute, begin, resume, control, requestedTexts, acceptedTexts } = deliveryOnSandbox();

const waiting = { data: { waiting: true } };
const approval = (values: INodeParameters) => ({ approvalOptions: { values } });
const past = { limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01' };
const limited = { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'minutes' } } };

it.each([
	['Approve or decline:', {}],
	['Answer:', approval({ approvalType: 'single', approveLabel: 'Got it' })],
	['Answer:', { responseType: 'freeText' }],
])(
	'the message is the question, an empty line, "%s" and one signed link',
	async (label, fields) => {
		const { run, items } = await execute({ parameters: question(fields) });
		expect(run.status).toBe('waiting');
		expect(items.map(({ json }) => json)).toEqual([waiting]);
		const [text, ...others] = await acceptedTexts();
		expect(others).toEqual([]);
		const [words, empty, said, link = '', ...more] = String(text).split('\n');
		expect([words, empty, said, more]).toEqual(['May Ada take Friday off?', '', label, []]);
		const { searchParams } = new URL(link);
		expect([...searchParams.keys()]).toEqual(['form-waiting', 'signature']);
	},
);

it('the wait has no end, unless a limit is set', async () => {
	const { run } = await execute({ parameters: question() });
	expect(run.waitTill?.getUTCFullYear()).toBe(3000);
	const before = Date.now();
	const other = (await execute({ parameters: question({ options: limited }) })).run;
	const askedAt = Number(other.waitTill) - 60_000;
	expect(askedAt).toBeGreaterThanOrEqual(before);
	expect(askedAt).toBeLessThanOrEqual(Date.now());
});

it('when the wait ends, the output says so, and has nothing of the input', async () => {
	const items = [{ json: { data: { approved: true } } }];
	const plan = { items, parameters: question({ options: limited }) };
	const { run } = await execute(plan);
	const continued = await resume(plan, run);
	expect(continued.run.status).toBe('success');
	expect(continued.items.map(({ json }) => json)).toEqual([{ data: { timedOut: true } }]);
	expect(await acceptedTexts()).toHaveLength(1);
});

it('each branch that leads into the node asks, one after the other, and what comes out was answered or has timed out', async () => {
	const looksApproved = { data: { approved: true } };
	const plan = { items: [{ json: looksApproved }], runs: 4, parameters: question() };
	const declined = { data: { approved: false } };
	let outcome = await execute(plan);
	for (const [at, answer] of [declined, undefined, declined].entries()) {
		expect(outcome.run.status).toBe('waiting');
		expect(await acceptedTexts()).toHaveLength(at + 1);
		outcome = await resume(plan, outcome.run, answer);
	}
	outcome = await resume(plan, outcome.run, declined);
	expect(outcome.run.status).toBe('success');
	expect(outcome.nodes.map(({ items }) => items.map(({ json }) => json))).toEqual([
		[declined],
		[{ data: { timedOut: true } }],
		[declined],
		[declined],
	]);
	const links = (await acceptedTexts()).map((text) => String(text).split('\n').at(-1));
	expect(new Set(links).size).toBe(4);
});

it('an answer leads back to the item that was asked about', async () => {
	const plan = { parameters: question() };
	const { run } = await execute(plan);
	const { items } = await resume(plan, run, { data: { approved: true } });
	expect(items[0]?.pairedItem).toMatchObject({ item: 0 });
});

it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'several items are an error before anything is sent: %s',
	async (onError) => {
		const plan = { onError, items: [{}, {}], parameters: question() };
		const { error, items, run } = await execute(plan);
		const [said] = error ? [`${error.message} ${error.description}`] : [JSON.stringify(items)];
		expect(String(said).match(/Only one question can be asked at a time/g)).toHaveLength(1);
		expect(said).not.toContain('of 2');
		expect(said).toContain('Loop Over Items');
		expect(run.status).not.toBe('waiting');
		expect(await requestedTexts()).toEqual([]);
	},
);

it.each([
	[{ message: ' ' }, 'The message is empty'],
	[{ responseType: 'form' }, 'The parameter "Response Type" has no choice "form"'],
	[approval({ approvalType: 'triple' }), 'The parameter "Type of Approval" has no choice "triple"'],
	[approval({ approveLabel: '={{ [1, 2] }}' }), 'The label of a button is a list'],
	[approval({ approveLabel: 'OK', disapproveLabel: 'OK ' }), 'Both buttons have the same label'],
	[{ to: '0171', defaultCountry: 'DE' }, 'is not a phone number in Germany'],
	[{ options: { limitWaitTime: { values: past } } }, 'The option "Limit Wait Time" cannot be used'],
])('what was entered is checked before anything is sent: %j', async (fields, message) => {
	const { error, run } = await execute({ parameters: question(fields) });
	expect(error?.message).toContain(message);
	expect(run.status).toBe('error');
	expect(await requestedTexts()).toEqual([]);
});

describe('a question that was not delivered', () => {
	it.each([
		['certainly not', { status: 422 }, 'notSent'],
		['perhaps not', { reset: 'afterReading' as const, carryOut: true }, 'unknown'],
	])('fails, and the execution does not wait: %s', async (_, fault, delivery) => {
		await control().bend(fault);
		const { error, run, context } = await execute({ parameters: question() });
		expect(error).toMatchObject({ context: { data: { delivery } } });
		expect(run.status).toBe('error');
		expect(run.waitTill).toBeUndefined();
		expect(context).toMatchObject({ journal: expect.anything() });
	});

	it('becomes an item with "On Error: Continue", and the execution does not wait', async () => {
		await control().bend({ status: 422 });
		const plan = { onError: 'continueRegularOutput' as const, parameters: question() };
		const { items, run } = await execute(plan);
		expect(items.map(({ json }) => Object.keys(json))).toEqual([['error', 'details']]);
		expect(run.status).toBe('success');
	});

	it('is asked again by "Retry On Fail" only if it was certainly not delivered, with the same link', async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		await control().bend({ status: 422 });
		const { run } = await execute({ ...settings, parameters: question() });
		expect(run.status).toBe('waiting');
		const [first, second, ...more] = await requestedTexts();
		expect([second, more]).toEqual([first, []]);
	});

	it('is not asked again if it may have been delivered, neither by "Retry On Fail" nor by a retry', async () => {
		const plan = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1, parameters: question() };
		await control().bend({ reset: 'afterReading', carryOut: true });
		const failed = await execute(plan);
		const retried = await execute(plan, failed.run);
		const items = { 'message sendAndWait': { 0: 'of another version' } };
		Object.assign((failed.context as { journal: object }).journal, { items });
		for (const { error, run } of [failed, retried, await execute(plan, failed.run)]) {
			expect(run.status).toBe('error');
			expect(error?.message).toContain('was not sent again');
		}
		expect(await requestedTexts()).toHaveLength(1);
	});

	it('is asked by a retry of the execution with a new link, which leads to the retry', async () => {
		await control().bend({ status: 422 });
		const failed = await execute({ parameters: question() });
		const { run } = await execute({ parameters: question() }, failed.run);
		expect(run.status).toBe('waiting');
		const [dead, alive] = (await requestedTexts()).map((text) => String(text).split('\n').at(-1));
		expect(alive).not.toBe(dead);
		expect(await acceptedTexts()).toHaveLength(1);
	});
});

it('a link that leads only to this machine is hinted at', async () => {
	const { hints } = await execute({ parameters: question() });
	expect(hints).toEqual([{ message: textWith('WEBHOOK_URL'), location: 'outputPane' }]);
});

it('an execution that is stopped while it asks does not wait', async () => {
	await control().bend({ hang: true });
	const running = begin({ parameters: question() });
	await until('The question', async () => (await requestedTexts()).length === 1);
	running.cancel();
	expect((await running.outcome).run.status).not.toBe('waiting');
});
