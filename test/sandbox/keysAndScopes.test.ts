import { keys } from '../../dev/sandbox/accounts';
import { runningSandbox, text } from './runningSandbox';
import { uploadForm } from './uploadForm';

const { call, control } = runningSandbox();

describe('a key', () => {
	it.each([
		['missing', { key: null }],
		['unknown', { key: 'sandbox_live_unknown' }],
		['a dashboard login', { key: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJkYXNoYm9hcmQifQ.c2ln' }],
		[
			'sent with another scheme',
			{ key: null, headers: { Authorization: `Basic ${keys.all.key}` } },
		],
	])('that is %s gets a 401', async (_, how) => {
		expect(await call('GET', '/instances', how)).toMatchObject({
			status: 401,
			answer: { code: 'Unauthorized' },
		});
	});
});

describe('scopes', () => {
	it.each([
		['none', 403],
		['sendOnly', 403],
		['readOnly', 200],
		['all', 200],
	] as const)('listing instances with the key "%s" gives %d', async (name, status) => {
		expect(await call('GET', '/instances', keys[name])).toMatchObject({ status });
	});

	it.each([
		['none', 403],
		['readOnly', 403],
		['sendOnly', 202],
		['all', 202],
	] as const)('sending with the key "%s" gives %d', async (name, status) => {
		expect(
			await call('POST', '/instances/demo/messages', { ...keys[name], json: text }),
		).toMatchObject({ status });
	});

	it('a missing scope gives the code Forbidden and a message that names it', async () => {
		const { answer } = await call('POST', '/instances/demo/messages', { ...keys.none, json: text });
		expect(answer).toEqual({
			code: 'Forbidden',
			message: expect.stringContaining('messages:send'),
		});
	});

	it('are not required for media, typing and read, because the reference shows none', async () => {
		const { key } = keys.none;
		expect(
			await call('POST', '/instances/demo/media', { key, body: uploadForm('bytes') }),
		).toMatchObject({ status: 200 });
		expect(await call('POST', '/instances/demo/typing', { key })).toMatchObject({ status: 204 });
		expect(await call('POST', '/instances/demo/read', { key })).toMatchObject({ status: 204 });
	});
});

it('a refused request is logged as not carried out', async () => {
	await call('POST', '/instances/demo/messages', { ...keys.readOnly, json: text });
	expect(await control().requests()).toMatchObject([
		{ status: 403, carriedOut: false, body: text },
	]);
	expect(await control().messages()).toEqual([]);
});
