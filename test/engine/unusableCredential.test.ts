import { type ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';
import { keys } from '../../dev/sandbox/accounts';
import { httpServer } from '../transport/httpServer';
import { CredentialStore } from './credentialStore';
import { engineOnSandbox } from './engineOnSandbox';
import { textWith } from './matchers';
import { getAll, text } from './parameters';

const { engine, run, requests, failureOf, url } = engineOnSandbox();

/** An address of this machine that does not count as loopback. */
const notLoopback = (local = url()) => local.replace('127.0.0.1', '0.0.0.0');

async function expectRefusal(
	credential: ICredentialDataDecryptedObject,
	problem: RegExp,
	property: string,
	secret = 'secretword',
) {
	for (const parameters of [text, getAll]) {
		const { error, details } = await failureOf({ parameters, credential });
		expect(error).toMatch(problem);
		expect(details).toStrictEqual({ description: textWith(`"${property}"`), delivery: 'notSent' });
	}
	const outcome = await run({ parameters: text, credential });
	expect(outcome.error).toMatchObject({
		name: 'NodeOperationError',
		context: { data: { delivery: 'notSent' } },
	});
	expect(await requests()).toEqual([]);
	for (const said of [JSON.stringify(outcome), await engine().log()])
		expect(said).not.toContain(secret);
}

it.each([
	['', /empty/],
	['my service', /not a web address/],
	['https://user:secretword@api.example.com', /user name or password/],
	['https://api.example.com/?tenant=1', /must not contain/],
	['http://api.example.com', /not encrypted/],
])('the base URL "%s" is refused, and its password appears nowhere', async (baseUrl, problem) => {
	await expectRefusal({ baseUrl }, problem, 'Base URL');
});

it('with a credential that was deleted, nothing was sent, and the error says so', async () => {
	const deleted = new UserError('Credential with ID "1" does not exist');
	const reading = jest.spyOn(CredentialStore.prototype, 'getDecrypted').mockRejectedValue(deleted);
	try {
		const { error } = await run({ items: [{ json: {} }, { json: {} }], parameters: text });
		expect(error).toMatchObject({
			message: deleted.message,
			context: { data: { delivery: 'notSent' } },
		});
		expect(error?.description ?? '').not.toContain('delivered');
	} finally {
		reading.mockRestore();
	}
});

describe('plain HTTP to another machine', () => {
	it('is refused, and the error names the setting that allows it', async () => {
		const credential = { baseUrl: notLoopback() };
		const { details } = await failureOf({ parameters: text, credential });
		expect(details.description).toContain('"Allow HTTP"');
		expect(await requests()).toEqual([]);
	});

	it('works if it is allowed', async () => {
		const service = await httpServer((_, response) => void response.end('{}'));
		const credential = { baseUrl: notLoopback(service.url), allowHttp: true };
		await run({ parameters: text, credential });
		expect(service.requests).toHaveLength(1);
	});
});

it.each([
	['is empty', '', /empty/],
	['would add a header', `${keys.all.key}\r\nX-Injected: yes`, /line breaks/],
	['contains an invisible character', `${keys.all.key}\u200b`, /characters that no key has/],
])('a key that %s is refused', async (_, apiKey, problem) => {
	await expectRefusal({ apiKey }, problem, 'API Key');
});

it('the error recognises a dashboard login pasted as the key and does not show it', async () => {
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
	const jwt = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'someone' })}.c2lnbmF0dXJl`;
	await expectRefusal({ apiKey: jwt }, /JWT/, 'API Key', jwt);
});
