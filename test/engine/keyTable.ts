import { DataDeduplicationService } from 'n8n-core';

import { until } from '../until';

/**
 * The table of n8n's database that records Send Once Keys and retries, in memory: n8n-core leaves it to n8n, like the
 * credentials. What several processes do to the real one is tested in queue mode.
 */
export function keyTable() {
	const rows = new Map<unknown, Set<unknown>>();
	const lookedUp = new Set<string>();
	let refused: RegExp | undefined;
	const notNeeded = () => Promise.reject(new Error('Not used by this node'));

	beforeAll(async () => {
		await DataDeduplicationService.init({
			checkProcessedAndRecord(items, _, { node }) {
				if (refused?.test(String(node?.id))) return Promise.reject(new Error('database is locked'));
				const known = rows.get(node?.id) ?? new Set();
				rows.set(node?.id, new Set([...known, ...items]));
				const isNew = (item: unknown) => !known.has(item);
				return Promise.resolve({ new: items.filter(isNew), processed: [] });
			},
			clearAllProcessedItems(_, { node }) {
				rows.delete(node?.id);
				return Promise.resolve();
			},
			getProcessedDataCount(_, { node }) {
				lookedUp.add(String(node?.id));
				return Promise.resolve(rows.get(node?.id)?.size ?? 0);
			},
			removeProcessed: notNeeded,
		});
	});

	beforeEach(() => {
		rows.clear();
		lookedUp.clear();
		refused = undefined;
	});

	return {
		/** Lets the database refuse new rows whose name fits. */
		refuse: (names?: RegExp) => void (refused = names),
		/** Waits until an execution looks for a row whose name fits. */
		untilLookedUp: async (names: RegExp) =>
			await until('A look', () => [...lookedUp].some((name) => names.test(name))),
	};
}
