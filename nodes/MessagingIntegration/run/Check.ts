// Tests: test/engine/itemsThatCannotBeSent.test.ts
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Foreseen, Journal } from '../delivery';
import type { Why } from '../words/why';
import type { RunOptions } from '../parameters/options';
import type { ReadItem } from './readItems';

/** What checks know of the run besides its items. */
export interface CheckedRun {
	context: IExecuteFunctions;
	/** Undefined if they cannot be read: then all items fail. */
	options?: RunOptions;
	journal: Pick<Journal<Why>, 'execution' | 'keysOf' | 'of' | 'mayHaveSent'>;
	/** What would become of each item: one list for each, in order. It looks for keys, which takes time. */
	foresee: (items: ReadItem[]) => Promise<Array<Array<Foreseen<Why>>>>;
}

/**
 * A rule that is looked at when all items were read, and before anything is sent.
 * @returns the items; those that break the rule with `cannot`
 * @throws only the error that ends the whole run
 */
export type Check = (items: ReadItem[], run: CheckedRun) => ReadItem[] | Promise<ReadItem[]>;
