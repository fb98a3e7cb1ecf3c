import { keys } from '../../dev/sandbox/accounts';
import type { Fault } from '../../dev/sandbox/sandboxControl';
import { runningSandbox, text } from './support/runningSandbox';

const { call, control } = runningSandbox();

const send = (key?: string) => call('POST', '/instances/demo/messages', { json: text, key });
const textOf = (length: number) =>
	expect.stringMatching(new RegExp(`^.{${length}}$`, 's')) as unknown;
const accepted = { id: expect.stringMatching(/^msg_/), status: 'accepted' };

async function statuses(count: number): Promise<number[]> {
	const found: number[] = [];
	for (let index = 0; index < count; index++) found.push((await send()).status);
	return found;
}

it('a fault applies to as many requests as its count (1 by default), after the skipped ones and older faults', async () => {
	await control().bend({ status: 503, skip: 1, count: 2 });
	await control().bend({ status: 500 });
	expect(await statuses(5)).toEqual([500, 503, 503, 202, 202]);
});

it('a fault applies only to the given path and method', async () => {
	await control().bend({ status: 503, path: '/messages$', method: 'post' });
	expect(await call('GET', '/instances')).toMatchObject({ status: 200 });
	expect(await call('GET', '/instances/demo/messages')).toMatchObject({ status: 404 });
	expect(await send()).toMatchObject({ status: 503 });
});

const [code, message] = ['SLOW_DOWN', 'Too fast.'];
const unavailable = { code: 'ServiceUnavailable', message: 'Service Unavailable' };
it.each<[what: string, fault: Fault, answer: object, headers?: Record<string, string | null>]>([
	['an error', { status: 429, code, message }, { status: 429, answer: { code, message } }],
	['an error with the code of its status', { status: 503 }, { answer: unavailable }],
	['empty', { body: '', contentType: '' }, { text: '' }, { 'content-type': null }],
	[
		'verbatim, with a type and headers',
		{ status: 418, body: '{"half":', contentType: 'a/b', headers: { 'Retry-After': '7' } },
		{ status: 418, text: '{"half":' },
		{ 'content-type': 'a/b', 'retry-after': '7' },
	],
	['gzipped', { gzip: true }, { answer: accepted }, { 'content-encoding': 'gzip' }],
	['padded, and stays valid JSON', { size: 99 }, { answer: accepted, text: textOf(99) }],
])('an answer can be %s', async (_, fault, answer, headers = {}) => {
	await control().bend(fault);
	const given = await send();
	expect(given).toMatchObject(answer);
	for (const [name, value] of Object.entries(headers)) expect(given.headers.get(name)).toBe(value);
});

it.each<[fault: Fault, isCarriedOut: boolean, status: number | null]>([
	[{ delay: 1 }, true, 202],
	[{ body: '{}' }, true, 202],
	[{ status: 503 }, false, 503],
	[{ status: 503, carryOut: true }, true, 503],
	[{ reset: 'beforeReading' }, false, null],
	[{ reset: 'afterReading' }, false, null],
	[{ reset: 'afterReading', carryOut: true }, true, null],
])(
	'a request with the fault %j: carried out is %s, the status %d',
	async (fault, carriedOut, status) => {
		await control().bend(fault);
		expect(await send().catch(() => ({ status: null }))).toMatchObject({ status });
		const [entry] = await control().requests();
		expect(entry).toMatchObject({ carriedOut, status });
		expect(entry?.body).toEqual(fault.reset === 'beforeReading' ? undefined : text);
		expect(await control().messages()).toHaveLength(carriedOut ? 1 : 0);
	},
);

it('a request is not carried out if the service itself refuses it, whatever the answer says', async () => {
	await control().bend({ status: 200, body: '{}', carryOut: true });
	expect(await send(keys.none.key)).toMatchObject({ status: 200 });
	expect(await control().requests()).toMatchObject([{ carriedOut: false, status: 200 }]);
});
