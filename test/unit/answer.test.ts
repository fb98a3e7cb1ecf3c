import { itemsOf, storageRefOf } from '../../nodes/MessagingIntegration/api/answer';
import { allReasons, answer, broken, jsonAnswer, operations, requestOf, unread } from './outcomes';

const onePerCall = ['send', 'typing', 'read'] as const;

describe.each(onePerCall)('%s', (operation) => {
	it.each([
		['an object', { id: 'm1', nested: { a: [1] } }, { id: 'm1', nested: { a: [1] } }],
		['an empty object', {}, {}],
		['a list', [{ id: 1 }], { response: [{ id: 1 }] }],
		['a string', 'queued', { response: 'queued' }],
		['null', null, { response: null }],
		['false', false, { response: false }],
		[
			'an object with an error, which n8n would take for a failed item',
			{ error: null, id: 1 },
			{ response: { error: null, id: 1 } },
		],
	])('returns one item for %s', (_, value, item) => {
		expect(itemsOf(requestOf(operation).kind, jsonAnswer(200, value))).toEqual([item]);
	});

	it('returns success for an empty answer', () => {
		expect(itemsOf(requestOf(operation).kind, answer(204))).toEqual([{ success: true }]);
	});

	it.each(allReasons)(
		'returns success if the status is 2xx but the body could not be read (%s)',
		(reason) => {
			expect(itemsOf(requestOf(operation).kind, unread(202, reason))).toEqual([{ success: true }]);
		},
	);

	it('returns the text of an answer that is not JSON', () => {
		expect(itemsOf(requestOf(operation).kind, answer(202, 'OK'))).toEqual([{ response: 'OK' }]);
	});
});

describe('upload', () => {
	it('returns the whole answer with its storageRef', () => {
		const stored = { storageRef: 'a/b.png', size: 3 };
		expect(itemsOf('upload', jsonAnswer(201, stored))).toEqual([stored]);
		expect(storageRefOf(jsonAnswer(201, stored))).toBe('a/b.png');
	});

	it.each([
		['no body', answer(200)],
		['only text', answer(200, 'storageRef')],
		['no storageRef', jsonAnswer(200, { id: 1 })],
		['an empty storageRef', jsonAnswer(200, { storageRef: '' })],
		['a storageRef that is not text', jsonAnswer(200, { storageRef: 5 })],
		['a list instead of an object', jsonAnswer(200, [{ storageRef: 'a' }])],
		['a body that could not be read', unread(201)],
	])('fails if the answer has %s', (_, outcome) => {
		expect(itemsOf('upload', outcome)).toBeUndefined();
		expect(storageRefOf(outcome)).toBeUndefined();
	});

	it('gets no storageRef from a refusal or a broken connection', () => {
		expect(storageRefOf(jsonAnswer(409, { storageRef: 'a' }))).toBeUndefined();
		expect(storageRefOf(broken('cut', true))).toBeUndefined();
	});
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
