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

it.each(ids)('the instance ID %j stays a single path segment', async (id, segment) => {
	for (const parameters of [text, upload, presence('typing'), presence('read')]) {
		const plan = {
			items: [{ binary: { data: photo } }],
			onError: 'continueRegularOutput' as const,
		};
		await run({ ...plan, parameters: { ...parameters, instanceId: byId(id) } });
	}
	expect(await requests()).toMatchObject(
		['messages', 'media', 'typing', 'read'].map((action) => ({
			path: `/api/v1/instances/${segment}/${action}`,
			query: {},
		})),
	);
});

it('an ID with special characters reaches the right instance', async () => {
	const { items } = await run({ parameters: { ...text, instanceId: byId('a/b ?#') } });
	expect(items).toMatchObject([{ json: { status: 'accepted' } }]);
	expect(await requests()).toMatchObject([{ instanceId: 'a/b ?#', carriedOut: true }]);
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
