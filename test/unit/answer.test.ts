import { itemsOf, storageRefOf } from '../../nodes/MessagingIntegration/service/outputOfAnswer';
import { allReasons, broken, jsonAnswer, operations, requestOf, unread } from './support/outcomes';

it('gets no storageRef from a refusal or a broken connection', () => {
	expect(storageRefOf(jsonAnswer(409, { storageRef: 'a' }))).toBeUndefined();
	expect(storageRefOf(broken('cut', true))).toBeUndefined();
});

const a = { id: 'a' };
const offline = { id: 'a', error: 'offline' };
const links = [{ rel: 'self', href: '/x' }];

it.each<[what: string, value: unknown, items: unknown]>([
	['a bare list', [a], [a]],
	['an object with two lists', { warnings: ['old'], data: [a] }, [a]],
	['links in front of the list', { links, list: [a] }, [a]],
	['links in front of a list one level down', { links, data: { items: [a] } }, [a]],
	['objects without IDs', { data: { tags: ['x'], items: [{ name: 'A' }] } }, [{ name: 'A' }]],
	['an empty list one level down', { data: { items: [] } }, []],
	['an empty page with links beside it', { data: [], meta: { links: [{ url: null }] } }, []],
	['the array of this name', { plans: [{ id: 3 }], instances: [a] }, [a]],
	['a list of IDs', ['a', 'b'], [{ response: 'a' }, { response: 'b' }]],
	['an instance with an error field', [offline], [{ response: offline }]],
	['no list', a, undefined],
])('a list of instances is found in %s', (_, value, items) => {
	expect(itemsOf('list', jsonAnswer(200, value))).toEqual(items);
});

it.each(operations)('%s returns no items for a refusal or a broken connection', (operation) => {
	const { kind } = requestOf(operation);
	for (const status of [301, 400, 403, 404, 422, 429, 500, 503]) {
		const refusal = jsonAnswer(status, { storageRef: 'a', list: [{ id: 1 }] });
		expect(itemsOf(kind, refusal)).toBeUndefined();
		expect(itemsOf(kind, unread(status))).toBeUndefined();
	}
	for (const reason of allReasons) expect(itemsOf(kind, broken(reason))).toBeUndefined();
});
