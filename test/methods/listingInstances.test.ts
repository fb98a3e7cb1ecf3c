import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { instances, keys } from '../../dev/sandbox/accounts';
import type { Fault } from '../../dev/sandbox/faults';
import { runningSandbox } from '../sandbox/support/runningSandbox';
import { withEgressPolicy } from '../transport/support/n8nEgressPolicy';
import { instanceList, node } from './support/instanceList';

const { control, url } = runningSandbox();

/** The list that the editor shows if the service gives this answer. */
async function listFor(answer: unknown, filter?: string) {
	await control().bend({ body: JSON.stringify(answer) });
	return await instanceList(url(), filter);
}

/** The error that the editor gets instead of a list. The editor shows only its message. */
async function failure(credential: Record<string, unknown> = {}) {
	const error: unknown = await instanceList(url(), undefined, credential).catch(
		(reason: unknown) => reason,
	);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	throw new Error(`There was a list: ${JSON.stringify(error)}`);
}

it('shows the instances by name and phone number, with their IDs as values', async () => {
	expect(await instanceList(url())).toEqual(
		instances.map(({ id, name, phone }) => ({ name: `${name} (${phone})`, value: id })),
	);
	expect(await control().requests()).toMatchObject([
		{ method: 'GET', path: '/api/v1/instances', status: 200 },
	]);
});

it.each([
	[{ id: 'a', name: 'Name', displayName: 'Display', phone: '49' }, 'Name (49)'],
	[{ id: 'a', displayName: 'Display', phone: '49' }, 'Display (49)'],
	[{ id: 'a', name: '49', phone: 49 }, '49'],
	[{ id: 'a', name: '', displayName: null, phone: 4915 }, '4915'],
	[{ id: 'a', name: { first: 'x' } }, 'a'],
])('shows the instance %j as %s', async (instance, name) => {
	expect(await listFor([instance])).toEqual([{ name, value: 'a' }]);
});

it('tells instances that look the same apart by their IDs', async () => {
	const twins = [
		{ id: 'a', name: 'Support', phone: '4915' },
		{ id: 'b', name: 'Support' },
		{ id: 'c', name: 'Support' },
		{ id: 'h', name: 'i' },
		{ id: 'i' },
	];
	const names = ['Support (4915)', 'Support (b)', 'Support (c)', 'i (h)', 'i'];
	expect((await listFor(twins)).map(({ name }) => name)).toEqual(names);
});

it('leaves out records without an ID, because nothing can be sent through them', async () => {
	const records = [{ name: 'No id' }, { id: null }, { id: '' }, { id: {} }, 'text', null];
	expect(await listFor([...records, { id: 0 }])).toEqual([{ name: '0', value: '0' }]);
});

it('shows an empty list', async () => {
	expect(await listFor([])).toEqual([]);
});

it.each([
	[undefined, ['x-1', 'SALES-2', '3']],
	['köLN', ['x-1']],
	['hotline', ['x-1']],
	['sales', ['SALES-2']],
	['4915', ['3']],
	['3', ['3']],
	['.*', []],
])('the filter %j finds by name or ID, ignoring case: %j', async (filter, expected) => {
	const some = [
		{ id: 'x-1', name: 'Support Köln', displayName: 'Hotline' },
		{ id: 'SALES-2', name: 'Vertrieb' },
		{ id: 3, phone: '49150' },
	];
	expect((await listFor(some, filter)).map(({ value }) => value)).toEqual(expected);
});

it('an unknown key is an error that says so', async () => {
	const error = await failure({ apiKey: 'sandbox_live_unknown' });
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({
		message: expect.stringMatching(
			/^The service does not accept the API key: "The API key .* not known\.", "Unauthorized"\. .*"API Key"/,
		),
		httpCode: '401',
		node,
	});
});

it('a key that may not list instances is an error that names the scope and the alternative', async () => {
	const message = expect.stringMatching(/instances:read.*By ID/) as string;
	expect(await failure({ apiKey: keys.sendOnly.key })).toMatchObject({ message, httpCode: '403' });
});

it.each<[string, Fault, RegExp]>([
	[
		'a 500',
		{ status: 500, count: 10 },
		/failed while handling the request: "Internal Server Error", "InternalServerError"\. /,
	],
	['an object without a list', { body: '{"name":"other"}' }, /no list of instances/],
	['a truncated list', { cut: 5, count: 10 }, /broke off/],
	['a broken connection', { reset: 'afterReading', count: 10 }, /broke before the answer/],
	['more than 16 MiB', { size: 16 * 1024 * 1024 + 1 }, /larger than 16 MiB/],
])('%s instead of a list is an error that says so', async (_, fault, sentence) => {
	await control().bend(fault);
	const error = await failure();
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.message).toMatch(sentence);
});

it("n8n's egress policy applies", async () => {
	await withEgressPolicy(async () => {
		expect((await failure()).message).toMatch(/does not allow requests to 127\.0\.0\.1/);
		expect(await control().requests()).toEqual([]);
	});
});

it('no part of the error contains the key, even if the service echoes it', async () => {
	const { key } = keys.all;
	const body = JSON.stringify({ message: `You sent ${key}`, code: key });
	await control().bend({ status: 500, body, count: 10 });
	const error = await failure();
	expect(error.message).toContain('You sent');
	for (const value of [error, error.stack, ...Object.values(error)])
		expect(JSON.stringify(value) ?? '').not.toContain(key);
});

it('a list in which no instance has an ID is an error that says what to do', async () => {
	await control().bend({ body: JSON.stringify([{ name: 'A' }, 'b']) });
	expect((await failure()).message).toMatch(/lists instances without IDs.*"By ID"/);
});
