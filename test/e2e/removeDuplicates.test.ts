// Send Once Keys beside the history of n8n's Remove Duplicates node.
import { arrivedTexts } from './support/lists';
import { plainNode, sendNode, splitNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import { publishChain } from './support/workflows';

const n8n = realN8n();

/** The three ways in which n8n's own node remembers, each with a value that only grows. */
const modes = {
	removeItemsWithAlreadySeenKeyValues: { dedupeValue: '={{ $json.text }}' },
	removeItemsUpToStoredIncrementalKey: { incrementalDedupeValue: '={{ $json.number }}' },
	removeItemsUpToStoredDate: { dateDedupeValue: '={{ $json.date }}' },
};

const entries = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, at) => ({
		to: String(4915100000000 + from + at),
		text: `message ${from + at}`,
		number: from + at,
		date: new Date(Date.UTC(2026, 0, 1 + from + at)).toISOString(),
	}));

it.each(
	['workflow', 'node'].flatMap((scope) =>
		Object.entries(modes).map(([logic, value]) => ({ scope, logic, value })),
	),
)(
	'a Remove Duplicates node (scope $scope, $logic) keeps its history while our node stores Send Once Keys',
	async ({ scope, logic, value }) => {
		const remove = plainNode('Remove', 'n8n-nodes-base.removeDuplicates', 2, {
			operation: 'removeItemsSeenInPreviousExecutions',
			logic,
			...value,
			options: { scope },
		});
		const send = sendNode(n8n(), { sendOnceKey: '={{ $json.text }}' });
		const collect = plainNode('Collect', 'n8n-nodes-base.aggregate', 1, {
			aggregate: 'aggregateAllItemData',
			options: {},
		});
		const nodes = [splitNode('body.list'), remove, send, collect];
		const { post, workflow } = await publishChain(n8n(), 'lastNode', nodes);
		const sent: string[] = [];
		// Only items missing from its history reach our node, and none of them was sent before.
		for (const [from, to] of [
			[1, 6],
			[1, 9],
			[9, 40],
			[1, 50],
		] as const) {
			await post({ list: entries(from, to) });
			const missing = entries(sent.length + 1, to).map(({ text }) => text);
			const arrived = (await arrivedTexts(n8n())).slice(sent.length);
			expect(arrived.sort()).toEqual(missing.sort());
			sent.push(...arrived);
		}
		expect(await n8n().api.executions(workflow.id, 'error', 'crashed')).toEqual([]);
	},
);
