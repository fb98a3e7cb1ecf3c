import { instances } from '../../dev/sandbox/accounts';
import { runningSandbox } from '../sandbox/runningSandbox';
import { instanceList } from './instanceList';

const { control, url } = runningSandbox();

/** The list that the editor shows if the service gives this answer. */
async function listFor(answer: unknown, filter?: string) {
	await control().bend({ body: JSON.stringify(answer) });
	return await instanceList(url(), filter);
}

it('shows the instances by name and phone number, with their IDs as values', async () => {
	expect(await instanceList(url())).toEqual(
		instances.map(({ id, name, phone }) => ({ name: `${name} (${phone})`, value: id })),
	);
	expect(await control().requests()).toMatchObject([
		{ method: 'GET', path: '/api/v1/instances', status: 200 },
	]);
});

it.each([
	[{ id: 'a', name: 'Name', displayName: 'Display', phone: '49' }, 'Name (49)'],
	[{ id: 'a', displayName: 'Display', phone: '49' }, 'Display (49)'],
	[{ id: 'a', name: 'Name' }, 'Name'],
	[{ id: 'a', name: '49', phone: 49 }, '49'],
	[{ id: 'a', phone: '49' }, '49'],
	[{ id: 'a', phone: 4915 }, '4915'],
	[{ id: 'a' }, 'a'],
	[{ id: 'a', name: '', displayName: null, phone: '49' }, '49'],
	[{ id: 'a', name: { first: 'x' } }, 'a'],
])('shows the instance %j as %s', async (instance, name) => {
	expect(await listFor([instance])).toEqual([{ name, value: 'a' }]);
});

it('tells instances that look the same apart by their IDs', async () => {
	const twins = [
		{ id: 'a', name: 'Support', phone: '4915' },
		{ id: 'b', name: 'Support' },
		{ id: 'c', name: 'Support' },
		{ id: 'd', name: 'Sales' },
		{ id: 'e' },
		{ id: 'f', phone: '4916' },
		{ id: 'g', phone: '4916' },
		{ id: 'h', name: 'i' },
		{ id: 'i' },
	];
	expect((await listFor(twins)).map(({ name }) => name)).toEqual([
		'Support (4915)',
		'Support (b)',
		'Support (c)',
		'Sales',
		'e',
		'4916 (f)',
		'4916 (g)',
		'i (h)',
		'i',
	]);
});

it('lists 200,000 instances without comparing each with all others', async () => {
	const twins = Array.from({ length: 200_000 }, (_, at) => ({ id: at, name: `${at >> 1}` }));
	const listed = await listFor(twins);
	expect(listed).toHaveLength(200_000);
	expect(listed[199_999]).toEqual({ name: '99999 (199999)', value: '199999' });
});

it('finds an instance by a name that the list does not show', async () => {
	const instance = { id: 'a', name: 'Support', displayName: 'Hotline', phone: '4915' };
	for (const filter of ['hotline', '4915'])
		expect(await listFor([instance], filter)).toEqual([{ name: 'Support (4915)', value: 'a' }]);
});

it('accepts numeric IDs', async () => {
	expect(await listFor([{ id: 0, name: 'First' }, { id: 17 }])).toEqual([
		{ name: 'First', value: '0' },
		{ name: '17', value: '17' },
	]);
});

it('leaves out records without an ID, because nothing can be sent through them', async () => {
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
	expect(await listFor(records)).toEqual([{ name: 'a', value: 'a' }]);
});

it('shows instances that have a field "error"', async () => {
	const listed = [{ id: 'a', name: 'A', error: null }, { id: 'b' }];
	expect((await listFor(listed)).map(({ name }) => name)).toEqual(['A', 'b']);
});

it('shows an empty list', async () => {
	expect(await listFor([])).toEqual([]);
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
])('the filter %j finds by name or ID, ignoring case: %j', async (filter, expected) => {
	expect((await listFor(some, filter)).map(({ value }) => value)).toEqual(expected);
});
