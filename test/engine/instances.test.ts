import { indications } from '../../dev/sandbox/message';
import { engineOnSandbox } from './support/engineOnSandbox';
import { textWith } from './support/matchers';
import { byId, getAll, photo, presence, text, upload } from './support/parameters';

const { run, requests, control, failureOf } = engineOnSandbox();

it.each([
	['50 instances by default', {}, 50],
	['as many instances as the limit allows', { limit: 2 }, 2],
	['all instances with Return All', { returnAll: true }, 60],
	['all, if an expression switches Return All on', { returnAll: "={{ 'TRUE' }}", limit: 1 }, 60],
	['one, if an expression switches Return All off', { returnAll: "={{ 'false' }}", limit: 1 }, 1],
])('the instance list returns %s', async (_, parameters, count) => {
	await control().bend({ body: JSON.stringify(Array.from({ length: 60 }, (__, id) => ({ id }))) });
	const { items } = await run({ parameters: { ...getAll, ...parameters } });
	expect(items.map(({ json }) => json.id)).toEqual(Array.from({ length: count }, (__, id) => id));
});

it.each([0, -1, 1.5])('a limit of %d is refused, and never gives an empty list', async (limit) => {
	const { error, details } = await failureOf({ parameters: { ...getAll, limit } });
	expect(error).toBe('The limit cannot be used');
	expect(details).toMatchObject({ description: textWith('a whole number from 1 up') });
	expect(await requests()).toEqual([]);
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

it.each(['{ "id": 1 }', '"text"', 'Welcome', ''])(
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

const ids: Array<[id: string, segment: string]> = [
	['../../../_sandbox/faults', '..%2F..%2F..%2F_sandbox%2Ffaults'],
	['x?y=1', 'x%3Fy%3D1'],
	['%2e%2e', '%252e%252e'],
	['🙂', '%F0%9F%99%82'],
	['a\r\nX-Injected: yes', 'a%0D%0AX-Injected%3A%20yes'],
];

it.each(ids)('the instance ID %j stays a single path segment', async (id, segment) => {
	for (const parameters of [text, upload, ...indications.map((one) => presence(one))]) {
		const plan = {
			items: [{ binary: { data: photo } }],
			onError: 'continueRegularOutput' as const,
		};
		await run({ ...plan, parameters: { ...parameters, instanceId: byId(id) } });
	}
	expect(await requests()).toMatchObject(
		['messages', 'media', ...indications].map((action) => ({
			path: `/api/v1/instances/${segment}/${action}`,
			query: {},
		})),
	);
});

it.each(['.', ' .. ', '\\ud800'])('the ID "%s" is refused: it is no part of a path', async (id) => {
	const parameters = { ...text, instanceId: byId(`={{ "${id}" }}`) };
	const { error, details } = await failureOf({ parameters });
	expect(error).toMatch(/instance ID cannot be used/);
	expect(details).toMatchObject({ description: textWith('"Instance"'), delivery: 'notSent' });
	expect(await requests()).toEqual([]);
});

it('an ID can be a number or chosen from the list', async () => {
	const listed = { __rl: true, mode: 'list', value: 'demo', cachedResultName: 'Demo phone' };
	for (const instanceId of [byId('={{ 42 }}'), listed])
		await run({ parameters: { ...text, instanceId }, onError: 'continueRegularOutput' });
	expect((await requests()).map(({ path }) => path)).toEqual([
		'/api/v1/instances/42/messages',
		'/api/v1/instances/demo/messages',
	]);
});
