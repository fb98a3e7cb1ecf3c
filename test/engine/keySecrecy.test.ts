import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Fault } from '../../dev/sandbox/sandboxControl';
import { keys } from '../../dev/sandbox/accounts';
import { engineOnSandbox } from './support/engineOnSandbox';
import { getAll, message, photo, text, upload } from './support/parameters';

const { engine, run, control, requests } = engineOnSandbox();

const { key } = keys.all;
const escaped = [...key].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('');
const printed: string[] = [];
let loggedBefore = 0;

/** Output to the terminal counts as log, too. */
beforeEach(async () => {
	printed.length = 0;
	loggedBefore = (await engine().log()).length;
	for (const stream of [process.stdout, process.stderr]) {
		jest.spyOn(stream, 'write').mockImplementation((chunk) => printed.push(String(chunk)) > 0);
	}
	for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
		jest.spyOn(console, method).mockImplementation((...words) => void printed.push(inspect(words)));
	}
});
afterEach(() => jest.restoreAllMocks());

const everything = {
	depth: Infinity,
	showHidden: true,
	maxStringLength: null,
	maxArrayLength: null,
};
/** Everything that anyone can see of a run, including hidden properties and causes. */
const visible = (value: unknown) => `${JSON.stringify(value)}\n${inspect(value, everything)}`;

async function expectSecret(outcomes: unknown[]) {
	const log = (await engine().log()).slice(loggedBefore);
	const all = [...outcomes.map(visible), ...printed, log].join('\n');
	const unescaped = all.replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code: string) =>
		String.fromCharCode(parseInt(code, 16)),
	);
	expect(all.includes(key)).toBe(false);
	expect(unescaped.includes(key)).toBe(false);
	expect((await requests()).some(({ headers }) => headers['x-api-key'] === key)).toBe(true);
}

const answers: Array<[string, Fault]> = [
	[
		'a success',
		{ body: `{ "storageRef": "x", "echo": "your key is ${key}.", "list": [{ "key": "${key}" }] }` },
	],
	['a field name', { body: `{ "storageRef": "x", "${key}": { "a ${key} b": 1 } }` }],
	['a storageRef', { body: `{ "storageRef": "${key}" }` }],
	['escapes', { body: `{ "storageRef": "x", "echo": "${escaped}", "${escaped}": 1 }` }],
	['an error', { status: 401, message: `The key ${key} is unknown` }],
	['an error’s code', { status: 422, code: key }],
	[
		'an error with an unknown shape',
		{ status: 500, body: `{ "request": { "headers": { "X-Api-Key": "${key}" } } }` },
	],
	[
		'an error page',
		{ status: 502, body: `<html><title>${key}</title>${key}</html>`, contentType: 'text/html' },
	],
	['a message that is cut', { status: 422, message: 'x'.repeat(300 - key.length / 2) + key }],
	[
		'headers',
		{ status: 503, headers: { 'x-echo': key, 'retry-after': '301', 'set-cookie': `key=${key}` } },
	],
	['a redirect', { status: 302, headers: { location: `http://127.0.0.1:1/?key=${key}` } }],
	['an answer that ends too early', { body: `{ "echo": "${key}" }`, cut: 20 + key.length }],
	['invalid JSON with escapes', { status: 400, body: `{ "echo": "${escaped}", ` }],
];

describe.each(answers)('a key echoed in %s is never shown', (_, fault) => {
	it.each([upload, message('image'), getAll])('%j', async (parameters) => {
		const items = [{ binary: { data: photo } }];
		const outcomes = [];
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			await control().bend({ ...fault, count: 3 });
			outcomes.push(await run({ items, parameters, onError }));
			await control().straighten();
		}
		await expectSecret(outcomes);
	});
});

it.each<ICredentialDataDecryptedObject>([
	{ baseUrl: 'https://nothing.invalid' },
	{ baseUrl: 'not an address' },
	{ authentication: 'neither' },
	...['line\nbreak', 'non-ascii-é', 'in side'].map((end) => ({ apiKey: `${key}${end}` })),
])('the error for an unusable credential does not contain the key: %j', async (credential) => {
	const outcomes = [await run({ parameters: text }), await run({ parameters: text, credential })];
	await expectSecret(outcomes);
	expect(outcomes[1]?.error).toBeDefined();
});
