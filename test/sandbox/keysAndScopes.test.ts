import { keys } from '../../dev/sandbox/accounts';
import { runningSandbox, text } from './runningSandbox';

const { call, control } = runningSandbox();

const basic = { Authorization: `Basic ${keys.readOnly.key}` };

it.each([
	['missing', { key: null }],
	['unknown', { key: 'sandbox_live_unknown' }],
	['sent with another scheme', { key: null, headers: basic }],
])('a key that is %s gets a 401', async (_, how) => {
	const answer = { code: 'Unauthorized' };
	expect(await call('GET', '/instances', how)).toMatchObject({ status: 401, answer });
});

describe('scopes', () => {
	it.each([
		['none', 403, 403],
		['sendOnly', 403, 202],
		['readOnly', 200, 403],
		['all', 200, 202],
	] as const)('with "%s", listing gives %d and sending %d', async (name, listing, sending) => {
		expect(await call('GET', '/instances', keys[name])).toMatchObject({ status: listing });
		const sent = call('POST', '/instances/demo/messages', { ...keys[name], json: text });
		expect(await sent).toMatchObject({ status: sending });
	});

	it('a missing scope gives the code Forbidden and a message that names it, and nothing is carried out', async () => {
		const { answer } = await call('POST', '/instances/demo/messages', { ...keys.none, json: text });
		const message: unknown = expect.stringContaining('messages:send');
		expect(answer).toEqual({ code: 'Forbidden', message });
		const refused = { status: 403, carriedOut: false, body: text };
		expect(await control().requests()).toMatchObject([refused]);
	});
});
