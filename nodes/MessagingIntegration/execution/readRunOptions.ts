import type { IExecuteFunctions } from 'n8n-workflow';

import { check } from '../api/check';
import { type RunOptions, runOptions } from '../input/runOptions';

/** One by one, because an expression in an option of an item must not fail the whole run. */
export function readRunOptions(context: IExecuteFunctions): RunOptions {
	const saved = (context.getNode().parameters.options ?? {}) as object;
	const names = Object.keys(runOptions.shape).filter((name) => name in saved);
	// An expression that finds nothing gives undefined, which would be taken for an option that is not there.
	const given = names.map((name) => [name, context.getNodeParameter(`options.${name}`, 0) ?? null]);
	return check(runOptions, Object.fromEntries(given));
}
