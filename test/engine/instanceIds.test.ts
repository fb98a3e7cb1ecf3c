import { engineOnSandbox } from './engineOnSandbox';
import { textWith } from './matchers';
import { byId, photo, presence, text, upload } from './parameters';

const { run, requests, failureOf } = engineOnSandbox();

const ids: Array<[id: string, segment: string]> = [
	['../../../_sandbox/faults', '..%2F..%2F..%2F_sandbox%2Ffaults'],
	['x?y=1', 'x%3Fy%3D1'],
	['%2e%2e', '%252e%252e'],
	['🙂', '%F0%9F%99%82'],
	['a\r\nX-Injected: yes', 'a%0D%0AX-Injected%3A%20yes'],
];

describe.each(ids)('the instance ID %j', (id, segment) => {
	it.each([
		['messages', text],
		['media', upload],
		['typing', presence('typing')],
		['read', presence('read')],
	])('stays a single path segment before /%s', async (action, parameters) => {
		const items = [{ binary: { data: photo } }];
		await run({
			items,
			parameters: { ...parameters, instanceId: byId(id) },
			onError: 'continueRegularOutput',
		});
		expect(await requests()).toMatchObject([
			{ path: `/api/v1/instances/${segment}/${action}`, query: {} },
		]);
	});
});

it('an ID with special characters reaches the right instance', async () => {
	const { items } = await run({ parameters: { ...text, instanceId: byId('a/b ?#') } });
	expect(items).toMatchObject([{ json: { status: 'accepted' } }]);
	expect(await requests()).toMatchObject([{ instanceId: 'a/b ?#', carriedOut: true }]);
});

it.each(['.', '..', ' .. '])('the ID "%s" is refused: it would change the path', async (id) => {
	const { error, details } = await failureOf({
		parameters: { ...text, instanceId: byId(`={{ "${id}" }}`) },
	});
	expect(error).toMatch(/instance ID cannot be used/);
	expect(details).toMatchObject({ description: textWith('"Instance"'), delivery: 'notSent' });
	expect(await requests()).toEqual([]);
});

it('half a surrogate pair is refused with an error that names the parameter', async () => {
	const { details } = await failureOf({
		parameters: { ...text, instanceId: byId('={{ "\\ud800" }}') },
	});
	expect(details).toMatchObject({ description: textWith('"Instance"'), delivery: 'notSent' });
	expect(await requests()).toEqual([]);
});

it('an ID can be a number or chosen from the list', async () => {
	await run({
		parameters: { ...text, instanceId: byId('={{ 42 }}') },
		onError: 'continueRegularOutput',
	});
	await run({
		parameters: {
			...text,
			instanceId: { __rl: true, mode: 'list', value: 'demo', cachedResultName: 'Demo phone' },
		},
	});
	expect((await requests()).map(({ path }) => path)).toEqual([
		'/api/v1/instances/42/messages',
		'/api/v1/instances/demo/messages',
	]);
});
