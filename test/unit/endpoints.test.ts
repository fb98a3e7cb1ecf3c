import fc from 'fast-check';

import { instanceId } from '../../nodes/MessagingIntegration/parameters/instance';
import { pathOf, requestFor, versionPrefix } from '../../nodes/MessagingIntegration/api/endpoints';

it.each([
	['send', 'POST', '/instances/demo/messages'],
	['upload', 'POST', '/instances/demo/media'],
	['typing', 'POST', '/instances/demo/typing'],
	['read', 'POST', '/instances/demo/read'],
] as const)('%s uses the endpoint of the API reference, part 4', (operation, method, path) => {
	const request = requestFor(operation, 'demo');
	expect(request).toMatchObject({ operation, method, instanceId: 'demo', effect: 'delivery' });
	expect(pathOf(request)).toBe(path);
});

it('lists instances without naming one', () => {
	const request = requestFor('getAll');
	expect(request).toMatchObject({ method: 'GET', effect: 'read' });
	expect(pathOf(request)).toBe('/instances');
});

it('uses the API version that the reference names', () => {
	expect(versionPrefix).toBe('/api/v1');
});

it('names a scope only for the two calls for which the reference shows one', () => {
	const operations = ['getAll', 'send', 'upload', 'typing', 'read'] as const;
	const scopes = operations.map((operation) => [operation, requestFor(operation, 'demo').scope]);
	expect(Object.fromEntries(scopes)).toEqual({
		getAll: 'instances:read',
		send: 'messages:send',
		upload: undefined,
		typing: undefined,
		read: undefined,
	});
});

const anyString = fc.oneof(
	fc.string(),
	fc.string({ unit: 'binary' }),
	fc.string({
		unit: fc.constantFrom(
			'.',
			'/',
			'\\',
			'%',
			'2',
			'e',
			'?',
			'#',
			';',
			' ',
			'\t',
			'\n',
			'\ud800',
			'ü',
		),
	}),
);

it('turns any accepted instance ID into exactly one path segment, which decodes to the ID', () => {
	let accepted = 0;
	fc.assert(
		fc.property(anyString, (given) => {
			const checked = instanceId.safeParse(given);
			fc.pre(checked.success);
			accepted += 1;
			const path = pathOf(requestFor('send', checked.data));
			expect(new URL(`https://api.example.com${versionPrefix}${path}`).pathname).toBe(
				versionPrefix + path,
			);
			const [root, instances, segment, action, ...rest] = path.split('/');
			expect([root, instances, action, rest]).toEqual(['', 'instances', 'messages', []]);
			expect(decodeURIComponent(segment ?? '')).toBe(given.trim());
		}),
		{ numRuns: 500 },
	);
	expect(accepted).toBe(500);
});
