import { keys } from '../../dev/sandbox/accounts';
import type { Fault } from '../../dev/sandbox/faults';
import { runningSandbox, secureSandbox } from '../sandbox/support/runningSandbox';
import { withEgressPolicy } from '../transport/support/n8nEgressPolicy';
import { aboutDocker, silentHost } from '../transport/support/rawServer';
import { failing, passes, runCredentialTest } from './support/runCredentialTest';

const { control, url } = runningSandbox();
const secure = secureSandbox();

const { key } = keys.all;
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

it.each([
	['apiKeyHeader', { 'x-api-key': key }],
	['bearer', { authorization: `Bearer ${key}` }],
])('passes if the service accepts the key (%s)', async (authentication, header) => {
	expect(await runCredentialTest(url(), { authentication })).toEqual(passes);
	const headers = { ...header, 'user-agent': 'n8n' };
	expect(await control().requests()).toMatchObject([
		{ method: 'GET', path: '/api/v1/instances', status: 200, headers },
	]);
});

it("passes with a key that cannot list instances, and n8n's details say which scope it lacks", async () => {
	expect(await runCredentialTest(url(), { apiKey: keys.sendOnly.key })).toEqual({
		status: 'OK',
		message: expect.stringContaining('The API key may lack the scope "instances:read".'),
	});
});

it.each([
	['an unknown key', { apiKey: 'sandbox_live_unknown' }, /not accept the API key.*"API Key"/],
	['a login token', { apiKey: jwt }, /is a login token \(JWT\).*Create an API key/],
	['plain http', { baseUrl: 'http://api.example.com' }, /not encrypted.*"Allow HTTP"/],
])('fails and says what to do, given %s', async (_, given, sentence) => {
	expect(await runCredentialTest(url(), given)).toEqual(failing(sentence));
});

const html = { contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' };

it.each<[string, Fault, RegExp]>([
	[
		'a 404',
		{ status: 404 },
		/no list of instances \(404\): "Not Found", "NotFound"\. .*"Base URL"/,
	],
	['an object without a list', { body: '{"name":"other"}' }, /no list of instances.*"Base URL"/],
	['a page', html, /^A web page answered .*\(200\): "Welcome"\. .*"Base URL"/],
	["a firewall's page", { status: 403, ...html }, /login page refused .*key is not the reason/],
])('fails and says what to do, given %s', async (_, fault, sentence) => {
	await control().bend(fault);
	expect(await runCredentialTest(url())).toEqual(failing(sentence));
});

const refusedHere = new RegExp(`${silentHost} refused .*"Base URL".*${aboutDocker.source}`);

it.each<[what: string, service: () => string, sentence: RegExp]>([
	['refuses', () => `http://${silentHost}`, refusedHere],
	[
		'may need http://, because https:// is assumed',
		() => url().replace('http://', ''),
		/answers without TLS.*"Base URL" .*http:\/\//,
	],
	['is unknown', () => 'https://nothing.invalid', /nothing\.invalid is not known.*"Base URL"/],
	[
		'has a certificate that is not trusted',
		secure,
		/No secure connection .* can be made.*"Ignore SSL Issues \(Insecure\)"/,
	],
])('says that the service %s', async (_, service, sentence) => {
	expect(await runCredentialTest(service())).toEqual(failing(sentence));
});

it.each(['127.0.0.1', '10.0.0.1'])(
	"follows n8n's egress policy: %s gets no request",
	async (host) => {
		await withEgressPolicy(async () => {
			const service = url().replace('127.0.0.1', host);
			expect(await runCredentialTest(service, { allowHttp: true })).toEqual(
				failing(/n8n does not allow requests to .*egress policy/),
			);
			expect(await control().requests()).toEqual([]);
		});
	},
);

it.each([200, 302, 401, 500])('never shows the key, even if a %i echoes it', async (status) => {
	const echo = `You sent ${key} and Bearer ${key}`;
	const faults: Fault[] = [
		{ status, body: echo, contentType: 'text/plain', headers: { location: `/?key=${key}` } },
		{ status, body: `<html><title>${echo}</title></html>`, contentType: 'text/html' },
		{ status, body: JSON.stringify({ message: echo, code: key, [key]: echo }) },
	];
	for (const fault of faults) {
		await control().bend(fault);
		expect((await runCredentialTest(url())).message).not.toContain(key);
	}
	expect(await control().requests()).toHaveLength(faults.length);
});
