import { instances } from '../../dev/sandbox/accounts';
import { runningSandbox } from '../sandbox/runningSandbox';
import { listed } from './instanceList';

const { control, url } = runningSandbox();

/** What the list shows where the service answers with this. */
async function shown(answer: unknown, filter?: string) {
	await control().bend({ body: JSON.stringify(answer) });
	return await listed(url(), filter);
}

it('shows the instances by name, with their ids as values', async () => {
	expect(await listed(url())).toEqual(instances.map(({ id, name }) => ({ name, value: id })));
	expect(await control().requests()).toMatchObject([
		{ method: 'GET', path: '/api/v1/instances', status: 200 },
	]);
});

it.each([
	[{ id: 'a', name: 'Name', displayName: 'Display', phone: '49' }, 'Name'],
	[{ id: 'a', displayName: 'Display', phone: '49' }, 'Display'],
	[{ id: 'a', phone: '49' }, '49'],
	[{ id: 'a', phone: 4915 }, '4915'],
	[{ id: 'a' }, 'a'],
	[{ id: 'a', name: '', displayName: null, phone: '49' }, '49'],
	[{ id: 'a', name: { first: 'x' } }, 'a'],
])('an instance %j is called %s', async (instance, name) => {
	expect(await shown([instance])).toEqual([{ name, value: 'a' }]);
});

it('instances of one name are told apart by what else they have', async () => {
	const twins = [
		{ id: 'a', name: 'Support', phone: '4915' },
		{ id: 'b', name: 'Support' },
		{ id: 'c', name: 'Sales' },
		{ id: 'd' },
	];
	expect((await shown(twins)).map(({ name }) => name)).toEqual([
		'Support (4915, a)',
		'Support (b)',
		'Sales',
		'd',
	]);
});

it('an instance is found by a name that the list does not show', async () => {
	const instance = { id: 'a', name: 'Support', displayName: 'Hotline', phone: '4915' };
	for (const filter of ['hotline', '4915'])
		expect(await shown([instance], filter)).toEqual([{ name: 'Support', value: 'a' }]);
});

it('numeric ids are taken', async () => {
	expect(await shown([{ id: 0, name: 'First' }, { id: 17 }])).toEqual([
		{ name: 'First', value: '0' },
		{ name: '17', value: '17' },
	]);
});

it('records without an id are left out, as nothing could be sent through them', async () => {
	const records = [
		{ name: 'No id' },
		{ id: null },
		{ id: '' },
		{ id: {} },
		'text',
		7,
		null,
		{ id: 'a' },
	];
	expect(await shown(records)).toEqual([{ name: 'a', value: 'a' }]);
});

it.each([
	['a bare array', [{ id: 'a' }]],
	['an object that holds an array', { instances: [{ id: 'a' }] }],
	['an object with more beside it', { total: 1, tags: ['x'], items: [{ id: 'a' }] }],
	['an object one level down', { data: { instances: [{ id: 'a' }] } }],
])('the list is found in %s', async (_, answer) => {
	expect(await shown(answer)).toEqual([{ name: 'a', value: 'a' }]);
});

it('an empty list is empty', async () => {
	expect(await shown([])).toEqual([]);
	expect(await shown({ instances: [] })).toEqual([]);
});

const some = [
	{ id: 'x-1', name: 'Support Köln' },
	{ id: 'SALES-2', name: 'Vertrieb' },
	{ id: 3, phone: '49150' },
];

it.each([
	[undefined, ['x-1', 'SALES-2', '3']],
	['', ['x-1', 'SALES-2', '3']],
	['SUPPORT', ['x-1']],
	['köLN', ['x-1']],
	['sales', ['SALES-2']],
	['4915', ['3']],
	['3', ['3']],
	['.*', []],
	['nobody', []],
])('a filter %j finds, by name or id, in any case: %j', async (filter, expected) => {
	expect((await shown(some, filter)).map(({ value }) => value)).toEqual(expected);
});
