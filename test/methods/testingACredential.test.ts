import { keys } from '../../dev/sandbox/accounts';
import type { Fault } from '../../dev/sandbox/faults';
import { runningSandbox } from '../sandbox/runningSandbox';
import { httpServer } from '../transport/httpServer';
import { runCredentialTest } from './runCredentialTest';

const { control, url } = runningSandbox();

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

it('passes if the service accepts the key', async () => {
	expect(await runCredentialTest(url())).toMatchObject({ status: 'OK' });
	expect(await control().requests()).toMatchObject([
		{
			method: 'GET',
			path: '/api/v1/instances',
			status: 200,
			headers: { 'x-api-key': keys.all.key },
		},
	]);
});

it('passes with the key as a bearer token', async () => {
	expect(await runCredentialTest(url(), { authentication: 'bearer' })).toMatchObject({
		status: 'OK',
	});
	expect(await control().requests()).toMatchObject([
		{ headers: { authorization: `Bearer ${keys.all.key}` } },
	]);
});

it("sends the user agent of n8n's own nodes", async () => {
	await runCredentialTest(url());
	expect(await control().requests()).toMatchObject([{ headers: { 'user-agent': 'n8n' } }]);
});

it('passes with a key that cannot list instances', async () => {
	const result = await runCredentialTest(url(), { apiKey: keys.sendOnly.key });
	expect(result.status).toBe('OK');
});

describe('fails and says what to do, given', () => {
	it.each([
		[
			'a key the service does not know',
			{ apiKey: 'sandbox_live_unknown' },
			/does not accept the API key.*"API Key"/,
		],
		[
			'a dashboard login as the key',
			{ apiKey: jwt },
			/dashboard login token \(JWT\).*Create an API key/,
		],
		[
			'a key with a line break',
			{ apiKey: `${keys.all.key}\nX-Evil: 1` },
			/API key has line breaks/,
		],
		['an invalid base URL', { baseUrl: 'my service' }, /base URL is not a web address.*https:\/\//],
		[
			'plain http over the network',
			{ baseUrl: 'http://api.example.com' },
			/not encrypted.*"Allow HTTP"/,
		],
	])('%s', async (_, given, sentence) => {
		const result = await runCredentialTest(url(), given);
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(sentence) });
		expect(result.message).not.toContain(keys.all.key);
	});

	it.each<[string, Fault, RegExp]>([
		['a 400', { status: 400 }, /returned no list of instances \(400\)\. .*Check.*"Base URL"/],
		['a 410', { status: 410 }, /returned no list of instances \(410\)\. .*Check.*"Base URL"/],
		['a 404', { status: 404 }, /no list of instances.*\(404\).*"Base URL"/],
		['a 429', { status: 429 }, /too many requests \(429\)/],
		['a 500', { status: 500 }, /failed while handling the request \(500\)/],
		['a 503', { status: 503 }, /not available at the moment \(503\)/],
		['an error page', { status: 502, body: '<html></html>', contentType: 'text/html' }, /\(502\)/],
		[
			'a page instead of the service',
			{ contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' },
			/^A web page answered instead of the service \(200\).*“Welcome”.*"Base URL"/,
		],
		[
			"a firewall's page",
			{ status: 403, body: '<html></html>', contentType: 'text/html' },
			/login page refused the request \(403\).*API key is not the reason/,
		],
	])('an answer that is %s', async (_, fault, sentence) => {
		await control().bend(fault);
		expect(await runCredentialTest(url())).toEqual({
			status: 'Error',
			message: expect.stringMatching(sentence),
		});
	});

	it.each<[string, Fault]>([
		['an object without a list', { body: '{"name":"some other service"}' }],
		['an empty body', { body: '' }],
	])('a base URL that answers with %s', async (_, fault) => {
		await control().bend(fault);
		expect(await runCredentialTest(url())).toEqual({
			status: 'Error',
			message: expect.stringMatching(/no list of instances.*"Base URL"/),
		});
	});
});

it.each([301, 302, 307, 308])(
	'does not follow a redirect (%i), because the key would go to another host',
	async (status) => {
		const target = await httpServer((_, response) => void response.end('[]'));
		await control().bend({ status, headers: { location: `${target.url}/api/v1/instances` } });
		expect(await runCredentialTest(url())).toEqual({
			status: 'Error',
			message: expect.stringMatching(/redirects to another address.*not followed.*"Base URL"/),
		});
		expect(target.requests).toEqual([]);
	},
);

it.each([200, 302, 400, 401, 403, 404, 422, 500])(
	'never shows the key, even if a %i echoes it',
	async (status) => {
		const echo = `You sent ${keys.all.key} and Bearer ${keys.all.key}`;
		const escaped = [...keys.all.key]
			.map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
			.join('');
		const faults: Fault[] = [
			{
				status,
				body: echo,
				contentType: 'text/plain',
				headers: { location: `/?key=${keys.all.key}` },
			},
			{ status, body: `<html><title>${echo}</title></html>`, contentType: 'text/html' },
			{ status, body: JSON.stringify({ message: echo, code: keys.all.key }) },
			{ status, body: JSON.stringify({ [keys.all.key]: echo }) },
			{ status, body: `{"error":{"message":"${escaped}","code":"${escaped}"}}` },
		];
		for (const fault of faults) {
			await control().bend(fault);
			expect((await runCredentialTest(url())).message).not.toContain(keys.all.key);
		}
		expect(await control().requests()).toHaveLength(faults.length);
	},
);
