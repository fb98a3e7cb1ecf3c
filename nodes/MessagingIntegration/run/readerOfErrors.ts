// Tests: test/engine/asTool.test.ts
import type { IExecuteFunctions } from 'n8n-workflow';

import { isOfThisRun } from '../delivery';
import { isTool } from '../n8n/context';
import { isFailed, type Row } from './rows';

/**
 * A person who executes one item in the editor, and can do so again; a person at the list of executions; a model that called
 * a tool. All others read the title alone.
 */
type Reader = 'editor' | 'executions' | 'model';

/** Who reads what a run says. Nothing else asks it for the sake of words. @param rows what became of it */
export function readerOfErrors(context: IExecuteFunctions, rows: Row[]): Reader {
	if (isTool(context)) return 'model';
	// Whoever executes one item sees what became of it, and executes it again.
	const [row] = rows;
	const isOne = rows.length === 1 && row && isFailed(row) && isOfThisRun(row.failure);
	return isOne && context.getMode() === 'manual' ? 'editor' : 'executions';
}
