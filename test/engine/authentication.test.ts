import { keys } from '../../dev/sandbox/accounts';
import { engineOnSandbox } from './engineOnSandbox';
import { getAll, message, photo, presence, text } from './parameters';

const { run, requests } = engineOnSandbox();

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
		await run({ ...call, credential: authentication === undefined ? {} : { authentication } });
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

it.each(calls)('the user agent is "n8n", as in n8n\'s own nodes: %j', async (call) => {
	await run(call);
	const arrived = await requests();
	expect(arrived.map(({ headers }) => headers['user-agent'])).toEqual(arrived.map(() => 'n8n'));
	expect(arrived.length).toBeGreaterThan(0);
});
