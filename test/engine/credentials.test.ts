import { type ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';
import { keys } from '../../dev/sandbox/accounts';
import { httpServer } from '../transport/support/httpServer';
import { CredentialStore } from './support/credentialStore';
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { textWith } from './support/matchers';
import { getAll, message, photo, presence, text } from './support/parameters';
import { picture, pictures } from './support/picturesOnSandbox';

const { requests, execute, control, acceptedTexts, url, engine, failureOf } = deliveryOnSandbox();
keyTable();

const { key } = keys.all;
const calls = [
	{ parameters: getAll },
	{ parameters: text },
	{ parameters: presence('typing') },
	{ items: [{ binary: { data: photo } }], parameters: message('image') },
];

describe.each([
	[undefined, 'x-api-key', key, 'authorization'],
	['apiKeyHeader', 'x-api-key', key, 'authorization'],
	['bearer', 'authorization', `Bearer ${key}`, 'x-api-key'],
])('authentication %s', (authentication, header, value, otherHeader) => {
	it.each(calls)('puts the key into a single header and nowhere else: %j', async (call) => {
		await execute({ ...call, credential: authentication === undefined ? {} : { authentication } });
		const arrived = await requests();
		expect(arrived.length).toBeGreaterThan(0);
		for (const { headers, ...rest } of arrived) {
			const { [header]: presented, ...others } = headers;
			expect(presented).toBe(value);
			expect(others).not.toHaveProperty(otherHeader);
			expect(JSON.stringify([others, rest])).not.toContain(key);
		}
		expect(arrived.every(({ carriedOut }) => carriedOut)).toBe(true);
	});
});

/** Two tenants of the service, in turn: a credential with expressions gives each item its own account. */
const tenants = [keys.all.key, keys.sendOnly.key];
const items = itemsToAll(4).map(({ json }, at) => ({ json: { ...json, key: tenants[at % 2] } }));
const credential = { apiKey: '={{ $json.key }}' };
const plan = { items, parameters: texts({ concurrency: 1 }), credential };
/** The output of items of which some have another key, with "On Error: Continue". */
const outputWith = async (keyAt: (at: number) => string) => {
	const given = items.map(({ json }, at) => ({ json: { ...json, key: keyAt(at) } }));
	const run = { items: given, parameters: texts(), credential };
	const { items: output } = await execute({ ...run, onError: 'continueRegularOutput' });
	return output.map(({ json }) => json.status ?? json.error);
};
const keysUsed = async () => (await requests()).map(({ headers }) => headers['x-api-key']);

it('each item is sent through its own account', async () => {
	expect((await execute(plan)).error).toBeUndefined();
	const sent = (await requests()).map(({ headers, body }) => ({
		json: expect.objectContaining({ to: (body as { to: string }).to, key: headers['x-api-key'] }),
	}));
	expect(items).toEqual(sent);
});

it('nothing is sent if the account of one item cannot be used; with "On Error: Continue" only this one fails', async () => {
	const broken = items.map(({ json }, at) => ({ json: at === 2 ? { ...json, key: '' } : json }));
	const { error } = await execute({ ...plan, items: broken });
	expect(error?.message).toBe('1 of 4 items cannot be sent; nothing was sent');
	expect(error?.description).toContain('Item 2 to 1002: The API key is empty');
	expect(await requests()).toEqual([]);
	expect(await outputWith((at) => (at === 2 ? '' : keys.all.key))).toEqual([
		...['accepted', 'accepted', 'The API key is empty', 'accepted'],
	]);
});

it('a refused key of one account does not stop the messages of another', async () => {
	expect(await outputWith((at) => (at % 2 ? 'wrong' : keys.all.key))).toEqual([
		...['accepted', textWith('(401)'), 'accepted', textWith('(401)')],
	]);
});

it('the base URL can differ as well, also for a key that another service has sent', async () => {
	const local = url().replace('127.0.0.1', 'localhost');
	const bases = {
		id: 'node',
		credential: { baseUrl: '={{ $json.base }}' },
		items: [url(), local].map((base) => ({ json: { to: '1000', text: 'text 0', base } })),
		parameters: texts({ sendOnceKey: 'k', concurrency: 1 }),
	};
	const first = (await execute(bases)).items.map(({ json }) => json.status);
	expect(first).toEqual(['accepted', 'accepted']);
	expect((await execute(bases)).items.map(({ json }) => json.skipped)).toEqual([true, true]);
	expect(await acceptedTexts()).toEqual(['text 0', 'text 0']);
});

it('a retry sends through the account of each item', async () => {
	await control().bend({ status: 422, skip: 1 });
	const failed = await execute(plan);
	expect((await execute(plan, failed.run)).error).toBeUndefined();
	expect(await keysUsed()).toEqual([tenants[0], tenants[1], tenants[1], tenants[0], tenants[1]]);
});

it.each<[string, ICredentialDataDecryptedObject, number]>([
	['a constant credential is read once', {}, 1],
	['a credential that is the same for all items is read once', { apiKey: '={{ $vars.key }}' }, 1],
	['a credential of two tenants is read twice', credential, 2],
])('%s, however many items there are', async (_, given, times) => {
	const reading = jest.spyOn(CredentialStore.prototype, 'getDecrypted');
	try {
		const many = itemsToAll(50).map(({ json }, at) => ({
			json: { ...json, key: tenants[at % 2] },
		}));
		const variables = { key: keys.all.key };
		const { error } = await execute({
			items: many,
			parameters: texts(),
			credential: given,
			variables,
		});
		expect(error).toBeUndefined();
		expect(await acceptedTexts()).toHaveLength(50);
		// Once as entered, and once for each that is resolved.
		expect(reading.mock.calls.map(([, , , , , raw]) => raw)).toEqual([
			true,
			...Array.from({ length: times }, () => false),
		]);
	} finally {
		reading.mockRestore();
	}
});

it('files are uploaded once for each account', async () => {
	const both = items.map(({ json }, at) => ({
		json,
		...(at === 0 && { binary: { data: picture('a') } }),
	}));
	const binaryPropertyName = "={{ $('Start').first().binary.data }}";
	const parameters = pictures({ binaryPropertyName, options: { concurrency: 1 } });
	expect((await execute({ items: both, parameters, credential })).error).toBeUndefined();
	const uploads = (await requests()).filter(({ operation }) => operation === 'media');
	expect(uploads.map(({ headers }) => headers['x-api-key'])).toEqual(tenants);
});

async function expectRefusal(
	credential: ICredentialDataDecryptedObject,
	problem: RegExp,
	property: string,
	secret = 'secretword',
) {
	for (const parameters of [text, getAll]) {
		const { error, details } = await failureOf({ parameters, credential });
		expect(error).toMatch(problem);
		expect(details).toMatchObject({ description: textWith(`"${property}"`), delivery: 'notSent' });
	}
	const outcome = await execute({ parameters: text, credential });
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
		const { error } = await execute({ items: [{ json: {} }, { json: {} }], parameters: text });
		expect(error).toMatchObject({
			message: deleted.message,
			context: { data: { delivery: 'notSent' } },
		});
		expect(error?.description ?? '').not.toContain('delivered');
	} finally {
		reading.mockRestore();
	}
});

it('plain HTTP to another machine works if it is allowed', async () => {
	const service = await httpServer((_, response) => void response.end('{}'));
	// An address of this machine that does not count as loopback.
	const baseUrl = service.url.replace('127.0.0.1', '0.0.0.0');
	const { details } = await failureOf({ parameters: text, credential: { baseUrl } });
	expect(details.description).toContain('"Allow HTTP"');
	expect(service.requests).toEqual([]);
	await execute({ parameters: text, credential: { baseUrl, allowHttp: true } });
	expect(service.requests).toHaveLength(1);
});

it.each([
	['is empty', '', /empty/],
	['would add a header', `${keys.all.key}\r\nX-Injected: yes`, /line breaks/],
	['contains an invisible character', `${keys.all.key}\u200b`, /characters that no key has/],
	['is a login token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', /JWT/],
])('a key that %s is refused, and does not appear', async (_, apiKey, problem) => {
	await expectRefusal({ apiKey }, problem, 'API Key', apiKey || 'secretword');
});
