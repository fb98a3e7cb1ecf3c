import { engineOnSandbox } from './engineOnSandbox';
import { textWith } from './matchers';
import { getAll } from './parameters';

const { run, requests, control, failureOf } = engineOnSandbox();

const listOf = (length: number) => JSON.stringify(Array.from({ length }, (_, id) => ({ id })));

describe('the instance list', () => {
	it('returns 50 instances by default', async () => {
		await control().bend({ body: listOf(60) });
		const { items } = await run({ parameters: getAll });
		expect(items.map(({ json }) => json.id)).toEqual(Array.from({ length: 50 }, (_, id) => id));
	});

	it('returns as many instances as the limit allows', async () => {
		const { items } = await run({ parameters: { ...getAll, limit: 2 } });
		expect(items.map(({ json }) => json.id)).toEqual(['demo', 'basic']);
	});

	it('returns all instances with Return All', async () => {
		await control().bend({ body: listOf(60) });
		const { items } = await run({ parameters: { ...getAll, returnAll: true } });
		expect(items).toHaveLength(60);
	});

	it('an expression can switch Return All off with a text', async () => {
		const { items } = await run({
			parameters: { ...getAll, returnAll: "={{ 'false' }}", limit: 1 },
		});
		expect(items).toHaveLength(1);
	});
});

it('a query parameter whose expression returns nothing is left out', async () => {
	const values = ['={{ $json.nothing }}', '', '={{ 7 }}'].map((value, at) => ({
		name: `q${at}`,
		value,
	}));
	await run({ parameters: { ...getAll, options: { queryParameters: { parameters: values } } } });
	expect((await requests())[0]?.query).toEqual({ q1: '', q2: '7' });
});

it('query parameters are sent unchanged and in order', async () => {
	const parameters = [
		{ name: 'status', value: 'a&b=c d' },
		{ name: 'tag', value: '#?' },
		{ name: 'tag', value: 'ü' },
		{ name: '', value: 'left out' },
	];
	await run({ parameters: { ...getAll, options: { queryParameters: { parameters } } } });
	expect(await requests()).toMatchObject([
		{ path: '/api/v1/instances', query: { status: 'a&b=c d', tag: ['#?', 'ü'] } },
	]);
	expect(Object.keys((await requests())[0]?.query as object)).toEqual(['status', 'tag']);
});

it.each(['[]', '{ "instances": [] }', '{ "instances": [], "user": { "roles": [{ "id": 3 }] } }'])(
	'an empty list returns no items and no error: %s',
	async (body) => {
		await control().bend({ body });
		const { items, error } = await run({ parameters: getAll });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	},
);

it.each(['{ "id": 1 }', '"text"', '<ok>Welcome</ok>', ''])(
	'an answer without a list fails: %s',
	async (body) => {
		await control().bend({ body });
		const { error, details } = await failureOf({ parameters: getAll });
		expect(error).toMatch(/no list of instances/);
		expect(details).toMatchObject({
			description: textWith('"Base URL"'),
			httpStatus: 200,
			delivery: 'notSent',
		});
	},
);
