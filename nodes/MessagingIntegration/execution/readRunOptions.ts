import type { IExecuteFunctions } from 'n8n-workflow';

import { check } from '../api/check';
import { type RunOptions, runOptions } from '../input/runOptions';

/** Reads the run's options one by one, because an expression in an option of an item must not fail the whole run. */
export function readRunOptions(context: IExecuteFunctions): RunOptions {
	const saved = (context.getNode().parameters.options ?? {}) as object;
	const names = Object.keys(runOptions.shape).filter((name) => name in saved);
	// An expression that finds nothing returns undefined, which would look like a missing option.
	const given = names.map((name) => [name, context.getNodeParameter(`options.${name}`, 0) ?? null]);
	return check(runOptions, Object.fromEntries(given));
}
