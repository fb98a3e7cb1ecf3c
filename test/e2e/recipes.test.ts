// docs/recipes.md: what people build beside our node holds in n8n.
import type { WorkflowNode } from '../n8n/N8nApi';
import { arrivedTexts } from './support/lists';
import { instanceId, ourNode, plainNode, splitNode } from './support/nodes';
import { ended, itemsOf } from './support/executions';
import { realN8n } from './support/realN8n';
import { publishChain, to } from './support/workflows';

const n8n = realN8n();

/** The words of a condition that n8n's Filter node saves. */
const isTrue = (leftValue: string) => ({
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
		conditions: [
			{ id: 'one', leftValue, operator: { type: 'boolean', operation: 'true', singleValue: true } },
		],
		combinator: 'and',
	},
	options: {},
});

/** The three nodes of "The number as it is sent": a dry run, a node that compares, and the rows as they were. */
const rows = () => plainNode('Get Customers', 'n8n-nodes-base.noOp', 1, {});
const readNumbers = () => ({
	...ourNode(n8n(), 'Read Numbers', {
		instanceId,
		to: '={{ $json.phone }}',
		defaultCountry: 'DE',
		text: 'x',
		options: { dryRun: 'always' },
	}),
	onError: 'continueErrorOutput' as const,
});
const rowsAgain = () =>
	plainNode('Rows Again', 'n8n-nodes-base.set', 3.4, {
		mode: 'raw',
		jsonOutput: "={{ $('Get Customers').item.json }}",
		options: {},
	});
const send = () => ({
	...ourNode(n8n(), 'Send', {
		instanceId,
		to: '={{ $json.phone }}',
		defaultCountry: 'DE',
		text: '=Hello {{ $json.name }}',
		options: { sendOnceKey: 'recipe' },
	}),
	onError: 'continueErrorOutput' as const,
});
const status = (name: string, row: string) =>
	plainNode(name, 'n8n-nodes-base.set', 3.4, {
		mode: 'raw',
		jsonOutput: `={{ { row: ${row}, name: $json.name } }}`,
		options: {},
	});

async function run(compare: WorkflowNode, list: object[]) {
	const failed = status('Failed', '$json.row_number');
	const went = status('Went', "$('Get Customers').item.json.row_number");
	const unread = status('Unread', '$json.row_number');
	const nodes = [splitNode('body.list'), rows(), readNumbers(), compare, rowsAgain(), send()];
	const { post, workflow } = await publishChain(
		n8n(),
		'onReceived',
		[...nodes, failed, went, unread],
		([webhook, ...all]) => ({
			...Object.fromEntries(
				[webhook, ...all.slice(0, 5)].map((node, at) => [node?.name, to(all[at] as WorkflowNode)]),
			),
			'Read Numbers': { main: [...to(compare).main, ...to(unread).main] },
			Send: { main: [...to(went).main, ...to(failed).main] },
		}),
	);
	await post({ list });
	const { id } = await ended(n8n(), workflow);
	const out = async (name: string) => (await itemsOf(n8n(), id, name)) ?? [];
	return { failed: await out('Failed'), went: await out('Went'), unread: await out('Unread') };
}

const list = [
	{ row_number: 2, name: 'Ada', phone: '0171 1234567' },
	{ row_number: 3, name: 'Ben', phone: '0171 7654321' },
	{ row_number: 4, name: 'Ada Lovelace', phone: '+49 171 1234567' },
	{ row_number: 5, name: 'Cleo', phone: '12' },
];

it('whoever stands in the table of those who wrote STOP is left out, however the number is written', async () => {
	const { api } = n8n();
	const { id: project } = await api.call<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project}/data-tables`;
	const columns = [{ name: 'phone', type: 'string' }];
	const { id } = await api.call<{ id: string }>('POST', tables, { name: 'Stopped', columns });
	try {
		await api.call('POST', `${tables}/${id}/insert`, {
			data: [{ phone: '491711234567' }],
			returnType: 'count',
		});
		const stopped = plainNode('Not Stopped', 'n8n-nodes-base.dataTable', 1, {
			operation: 'rowNotExists',
			dataTableId: { __rl: true, mode: 'list', value: id },
			matchType: 'allConditions',
			filters: { conditions: [{ keyName: 'phone', condition: 'eq', keyValue: '={{ $json.to }}' }] },
		});
		expect(await run(stopped, list)).toEqual({
			failed: [],
			went: [{ row: 3 }],
			unread: [{ row: 5, name: 'Cleo' }],
		});
		expect(await arrivedTexts(n8n())).toEqual(['Hello Ben']);
		// A row that the service refuses comes out with all columns of the list.
		await n8n().sandbox.bend({ status: 400 });
		expect(await run(stopped, list)).toMatchObject({ failed: [{ row: 3, name: 'Ben' }], went: [] });
	} finally {
		await api.call('DELETE', `${tables}/${id}`);
	}
});

it('a customer who stands twice in the list gets one message, however the number is written', async () => {
	const once = plainNode('Once', 'n8n-nodes-base.removeDuplicates', 2, {
		compare: 'selectedFields',
		fieldsToCompare: 'to',
		options: {},
	});
	expect(await run(once, list)).toEqual({
		failed: [],
		went: [{ row: 2 }, { row: 3 }],
		unread: [{ row: 5, name: 'Cleo' }],
	});
	expect((await arrivedTexts(n8n())).sort()).toEqual(['Hello Ada', 'Hello Ben']);
});

it('STOP is found with a mark and a second P, and a picture without a text fails nothing', async () => {
	const filter = plainNode(
		'Stop',
		'n8n-nodes-base.filter',
		2.2,
		isTrue('={{ /^\\W*stopp?\\W*$/i.test($json.text) }}'),
	);
	const { post, workflow } = await publishChain(n8n(), 'onReceived', [
		splitNode('body.list'),
		filter,
	]);
	const texts = ['STOP', ' Stopp! ', 'stop.', 'Stop by at 9', undefined, null];
	await post({ list: texts.map((text, at) => ({ text, at })) });
	const { id } = await ended(n8n(), workflow);
	expect(await itemsOf(n8n(), id, 'Stop')).toMatchObject([{ at: 0 }, { at: 1 }, { at: 2 }]);
});
