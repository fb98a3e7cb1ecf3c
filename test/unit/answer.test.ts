import { itemsOf, storageRefOf } from '../../nodes/MessagingIntegration/api/answer';
import { allReasons, answer, broken, jsonAnswer, operations, requestOf, unread } from './outcomes';

it('gets no storageRef from a refusal or a broken connection', () => {
	expect(storageRefOf(jsonAnswer(409, { storageRef: 'a' }))).toBeUndefined();
	expect(storageRefOf(broken('cut', true))).toBeUndefined();
});

describe('getAll', () => {
	const a = { id: 'a' };
	const b = { id: 'b' };

	it.each([
		['a bare list', [a, b], [a, b]],
		['an empty list', [], []],
		['a list in an object', { instances: [a, b], total: 2 }, [a, b]],
		['a list one level down', { data: { items: [a, b] } }, [a, b]],
		['an object with two lists', { warnings: ['old'], data: [a] }, [a]],
		['links in front of the list', { links: [{ rel: 'self', href: '/x' }], instances: [a] }, [a]],
		[
			'links in front of a list one level down',
			{ links: [{ rel: 'x' }], data: { items: [a] } },
			[a],
		],
		[
			'a list of objects without IDs',
			{ data: { tags: ['x'], items: [{ name: 'A' }] } },
			[{ name: 'A' }],
		],
		['an empty list in an object', { data: [], next: null }, []],
		['an empty list one level down', { data: { items: [] } }, []],
		['an empty page with links beside it', { data: [], meta: { links: [{ url: null }] } }, []],
		['a warning beside an empty list', { instances: [], warnings: [{ message: 'old key' }] }, []],
		['the array of this name', { plans: [{ id: 3 }], instances: [a, b] }, [a, b]],
		['an empty array of this name', { instances: [], user: { roles: [{ id: 3 }] } }, []],
		['a list of IDs', ['a', 'b'], [{ response: 'a' }, { response: 'b' }]],
		[
			'an instance with an error field',
			[{ id: 'a', error: 'offline' }],
			[{ response: { id: 'a', error: 'offline' } }],
		],
	])('returns one item per instance for %s', (_, value, items) => {
		expect(itemsOf('list', jsonAnswer(200, value))).toEqual(items);
	});

	it.each([
		['an empty answer', answer(200)],
		['an HTML page', answer(200, '<html></html>')],
		['an object without a list', jsonAnswer(200, { id: 'a' })],
		['a string', jsonAnswer(200, 'a')],
		['null', jsonAnswer(200, null)],
		['an answer that could not be read', unread(200)],
	])('fails for %s', (_, outcome) => {
		expect(itemsOf('list', outcome)).toBeUndefined();
	});
});

it.each(operations)('%s returns no items for a refusal or a broken connection', (operation) => {
	for (const status of [301, 400, 403, 404, 422, 429, 500, 503]) {
		expect(
			itemsOf(
				requestOf(operation).kind,
				jsonAnswer(status, { storageRef: 'a', list: [{ id: 1 }] }),
			),
		).toBeUndefined();
		expect(itemsOf(requestOf(operation).kind, unread(status))).toBeUndefined();
	}
	for (const reason of allReasons)
		expect(itemsOf(requestOf(operation).kind, broken(reason))).toBeUndefined();
});
