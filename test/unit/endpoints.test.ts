import fc from 'fast-check';

import { instanceId } from '../../nodes/MessagingIntegration/parameters/instance';
import {
	knownScopes,
	requestFor,
	versionPrefix,
} from '../../nodes/MessagingIntegration/api/endpoints';

it.each([
	['send', 'POST', '/instances/demo/messages'],
	['upload', 'POST', '/instances/demo/media'],
	['typing', 'POST', '/instances/demo/typing'],
	['read', 'POST', '/instances/demo/read'],
] as const)('%s uses the endpoint of the API reference, part 4', (operation, method, path) => {
	expect(requestFor(operation, 'demo')).toMatchObject({
		operation,
		method,
		path,
		instanceId: 'demo',
		effect: 'delivery',
	});
});

it('lists instances without naming one', () => {
	expect(requestFor('getAll')).toEqual({
		operation: 'getAll',
		kind: 'list',
		effect: 'read',
		method: 'GET',
		path: '/instances',
		lane: '/instances',
		scope: 'instances:read',
	});
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

it('knows the scopes of the API reference, part 5', () => {
	expect(knownScopes).toEqual([
		'messages:send',
		'instances:read',
		'instances:write',
		'chats:read',
		'contacts:read',
		'groups:read',
		'groups:write',
		'webhooks:manage',
	]);
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
			const { path } = requestFor('send', checked.data);
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
