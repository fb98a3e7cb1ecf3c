import { engineOnSandbox } from './engineOnSandbox';
import { textWith } from './matchers';
import { getAll } from './parameters';

const { run, requests, control, failureOf } = engineOnSandbox();

it.each([
	['50 instances by default', {}, 50],
	['as many instances as the limit allows', { limit: 2 }, 2],
	['all instances with Return All', { returnAll: true }, 60],
	['one, if an expression switches Return All off', { returnAll: "={{ 'false' }}", limit: 1 }, 1],
])('the instance list returns %s', async (_, parameters, count) => {
	await control().bend({ body: JSON.stringify(Array.from({ length: 60 }, (__, id) => ({ id }))) });
	const { items } = await run({ parameters: { ...getAll, ...parameters } });
	expect(items.map(({ json }) => json.id)).toEqual(Array.from({ length: count }, (__, id) => id));
});

it('query parameters are sent unchanged and in order, without those that an expression leaves out', async () => {
	const parameters = [
		{ name: 'status', value: 'a&b=c d' },
		{ name: 'tag', value: '#?' },
		{ name: 'tag', value: 'ü' },
		{ name: '', value: 'left out' },
		{ name: 'none', value: '={{ $json.nothing }}' },
		{ name: 'empty', value: '' },
		{ name: 'number', value: '={{ 7 }}' },
	];
	await run({ parameters: { ...getAll, options: { queryParameters: { parameters } } } });
	const query = { status: 'a&b=c d', tag: ['#?', 'ü'], empty: '', number: '7' };
	const [request] = await requests();
	expect(request).toMatchObject({ path: '/api/v1/instances', query });
	expect(Object.keys(request?.query as object)).toEqual(Object.keys(query));
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
