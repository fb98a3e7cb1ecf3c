// Send Once Keys beside the history of n8n's Remove Duplicates node.
import { arrivedTexts } from './lists';
import { plainNode, sendNode, splitNode } from './nodes';
import { realN8n } from './realN8n';
import { publishChain } from './workflows';

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

describe.each(['workflow', 'node'])(
	'a Remove Duplicates node with the scope "%s" in the same workflow',
	(scope) => {
		it.each(Object.entries(modes))(
			'keeps its history (%s) while our node stores Send Once Keys',
			async (logic, value) => {
				const parameters = {
					operation: 'removeItemsSeenInPreviousExecutions',
					logic,
					...value,
					options: { scope },
				};
				const remove = plainNode('Remove', 'n8n-nodes-base.removeDuplicates', 2, parameters);
				const send = sendNode(n8n(), { sendOnceKey: '={{ $json.text }}' });
				const collect = plainNode('Collect', 'n8n-nodes-base.aggregate', 1, {
					aggregate: 'aggregateAllItemData',
					options: {},
				});
				const { post, workflow } = await publishChain(n8n(), 'lastNode', [
					splitNode('body.list'),
					remove,
					send,
					collect,
				]);
				const sentBy = async (list: object[]) => {
					const before = (await arrivedTexts(n8n())).length;
					await post({ list });
					return (await arrivedTexts(n8n())).slice(before).sort();
				};
				const texts = (from: number, to: number) =>
					entries(from, to)
						.map(({ text }) => text)
						.sort();
				expect(await sentBy(entries(1, 6))).toEqual(texts(1, 6));
				// Only items missing from its history reach our node, and none of them was sent before.
				expect(await sentBy(entries(1, 9))).toEqual(texts(6, 9));
				expect(await sentBy(entries(9, 40))).toEqual(texts(9, 40));
				expect(await sentBy(entries(1, 50))).toEqual(texts(40, 50));
				expect(await n8n().api.executions(workflow.id, 'error', 'crashed')).toEqual([]);
			},
		);
	},
);
