// Tests: test/unit/summary.test.ts, test/unit/doubtsInWords.test.ts
import type { INodeExecutionData } from 'n8n-workflow';

import { errorItem } from '../n8n/errors';
import { inTurns } from '../n8n/inTurns';
import { type FailedRow, isDone, isFailed, isInDoubt, reportOfRow, type Row } from './rows';

/**
 * The output items: one or more for each item or file that was sent, and one for each item that failed.
 * @param input of the error output, to which n8n adds the json of a failed item, but not its files: an item that goes back
 * into the node after a wait needs them
 */
export async function output(
	rows: Row[],
	input: INodeExecutionData[] = [],
): Promise<INodeExecutionData[]> {
	// Of several files, one in doubt matters more than one that was certainly not sent.
	const failed = new Map<number, FailedRow>();
	for (const row of rows.filter(isFailed)) {
		const before = failed.get(row.item);
		if (!before || (isInDoubt(row) && !isInDoubt(before))) failed.set(row.item, row);
	}
	const items: INodeExecutionData[] = [];
	await inTurns(rows.length, (at) => {
		const row = rows[at] as Row;
		const { item } = row;
		if (isDone(row)) {
			for (const json of row.answers as Array<INodeExecutionData['json']>)
				items.push({ json, pairedItem: { item } });
		} else if (isFailed(row) && failed.get(item) === row) {
			const { binary } = input[item] ?? {};
			items.push({ ...errorItem(reportOfRow(row), item), ...(binary && { binary }) });
		}
	});
	return items;
}
