import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { keys } from '../../dev/sandbox/accounts';
import type { Fault } from '../../dev/sandbox/faults';
import { runningSandbox } from '../sandbox/runningSandbox';
import { httpServer } from '../transport/httpServer';
import { withEgressPolicy } from '../transport/n8nEgressPolicy';
import { aboutDocker, silentHost } from '../transport/rawServer';
import { instanceList, node } from './instanceList';

const { control, url } = runningSandbox();

/**
 * The error that the editor gets instead of a list. The editor shows only its message, so the message
 * must say what happened and what to do. Any list, even an empty one, fails the test.
 */
async function failure(
	baseUrl: string,
	credential: Record<string, unknown> = {},
): Promise<NodeApiError | NodeOperationError> {
	const error: unknown = await instanceList(baseUrl, undefined, credential).then(
		(list) => new Error(`There was a list: ${JSON.stringify(list)}`),
		(reason: unknown) => reason,
	);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	throw error;
}

it('an unknown key is an error that says so', async () => {
	const error = await failure(url(), { apiKey: 'sandbox_live_unknown' });
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({
		message: expect.stringMatching(/^The service does not accept the API key \(401\).*"API Key"/),
		httpCode: '401',
	});
	expect(error.node).toEqual(node);
});

it('a key that may not list instances is an error that names the scope and the alternative', async () => {
	const error = await failure(url(), { apiKey: keys.sendOnly.key });
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.message).toContain('instances:read');
	expect(error.message).toContain('By ID');
	expect(error).toMatchObject({ httpCode: '403' });
});

it.each<[string, Fault, RegExp]>([
	['a 404', { status: 404 }, /no list of instances.*\(404\).*"Base URL"/],
	['a 422', { status: 422 }, /\(422\)/],
	['a 429', { status: 429 }, /too many requests \(429\)/],
	['a 500', { status: 500, count: 10 }, /\(500\)/],
	[
		'an HTML page',
		{ body: '<!doctype html><title>Hi</title>', contentType: 'text/html' },
		/^A web page answered instead of the service \(200\).*“Hi”.*"Base URL"/,
	],
	['an object without a list', { body: '{"name":"other"}' }, /no list of instances/],
	['an empty answer', { body: '' }, /no list of instances/],
	['a JSON string', { body: '"instances"' }, /no list of instances/],
	['a truncated list', { cut: 5, count: 10 }, /broke off/],
	['a broken connection', { reset: 'afterReading', count: 10 }, /broke before the answer/],
	['more than 16 MiB', { size: 16 * 1024 * 1024 + 1 }, /larger than 16 MiB/],
])('%s instead of a list is an error that says so', async (_, fault, sentence) => {
	await control().bend(fault);
	const error = await failure(url());
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.message).toMatch(sentence);
});

it('a refused connection is an error that names the host', async () => {
	const host = silentHost;
	const error = await failure(`http://${host}`);
	expect(error.message).toMatch(new RegExp(`^${host} refused the connection.*"Base URL"`));
	expect(error.message).toMatch(aboutDocker);
});

it('an unknown host is an error that names it', async () => {
	expect((await failure('https://nothing.invalid')).message).toMatch(
		/^The host name nothing\.invalid is not known/,
	);
});

it('a redirect is not followed', async () => {
	const target = await httpServer((_, response) => void response.end('[{"id":"elsewhere"}]'));
	await control().bend({ status: 302, headers: { location: target.url } });
	expect((await failure(url())).message).toMatch(/redirects to another address/);
	expect(target.requests).toEqual([]);
});

it.each([
	['no key', { apiKey: '' }, /API key is empty.*"API Key"/],
	['an invalid base URL', { baseUrl: 'my service' }, /not a web address/],
])('a credential with %s is an input error', async (_, credential, sentence) => {
	const error = await failure(url(), credential);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toMatch(sentence);
	expect(await control().requests()).toEqual([]);
});

it("n8n's egress policy applies", async () => {
	await withEgressPolicy(async () => {
		expect((await failure(url())).message).toMatch(/does not allow requests to 127\.0\.0\.1/);
		expect(await control().requests()).toEqual([]);
	});
});

it('no part of the error contains the key, even if the service echoes it', async () => {
	const message = `You sent ${keys.all.key}`;
	await control().bend({
		status: 500,
		body: JSON.stringify({ message, code: keys.all.key }),
		count: 10,
	});
	const error = await failure(url());
	expect(error.message).toContain('You sent');
	expect(JSON.stringify(error) + error.stack).not.toContain(keys.all.key);
	for (const value of Object.values(error))
		expect(JSON.stringify(value) ?? '').not.toContain(keys.all.key);
});

it('a list in which no instance has an ID is an error that says what to do', async () => {
	await control().bend({ body: JSON.stringify([{ name: 'A' }, 'b']) });
	const { message } = await failure(url());
	expect(message).toMatch(/lists instances without IDs.*"By ID"/);
});
