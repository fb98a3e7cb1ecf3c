import type { IBinaryData } from 'n8n-workflow';

import { namesMeant } from './fileNames';
import { filesThere } from './filesThere';
import { noFile } from './noFile';
import type { Parameters } from './parameters';

export const filesParameter = 'binaryPropertyName';
export const defaultField = 'data';

/** A file of an item, and the name of its field; or its number, if an expression gave the file itself. */
export interface NamedFile {
	field: string;
	binary: IBinaryData;
}

/** Matches `{{ $binary.data }}`, or the same with brackets. */
const ownField = /^=\s*\{\{\s*\$binary(?:\.([\w$]+)|\[(["'])([^"']+)\2\])\s*\}\}\s*$/;

/** Undefined if the item has no such file, or n8n gave the file without its content. */
function fileIn(
	{ context }: Parameters,
	itemIndex: number,
	given: unknown,
): IBinaryData | undefined {
	try {
		const binary = context.helpers.assertBinaryData(itemIndex, given as string | IBinaryData);
		return binary.id || typeof binary.data === 'string' ? binary : undefined;
	} catch {
		return undefined;
	}
}

/** The names of the files of all items, found once in a run. */
const everywhere = new WeakMap<Parameters, string[]>();

function filesEverywhere(parameters: Parameters): string[] {
	const { context } = parameters;
	const known = everywhere.get(parameters) ?? [
		...new Set(context.getInputData().flatMap((_, item) => filesThere(context, item))),
	];
	everywhere.set(parameters, known);
	return known;
}

/**
 * The files of an item, in the order of sending: the parameter names their fields, or an expression gives the files
 * themselves. If n8n keeps files in memory, `$binary` lacks their content, so `{{ $binary.data }}` is read as the field
 * name `data`.
 * @returns at least one
 * @throws FailureError that says what to enter
 */
export function filesOf(parameters: Parameters, itemIndex: number): NamedFile[] {
	const saved = parameters.saved(filesParameter);
	const [, name, , inBrackets] = ownField.exec(String(saved)) ?? [];
	const own = name ?? inBrackets;
	// In a tool, `$binary` means the item of the agent, and the input has no file.
	const isThere = own !== undefined && fileIn(parameters, itemIndex, own) !== undefined;
	const given: unknown = isThere ? own : (parameters.get(filesParameter, itemIndex) ?? own);
	const one = fileIn(parameters, itemIndex, given);
	if (one) return [{ field: String(given), binary: one }];

	const there = filesThere(parameters.context, itemIndex);
	const isUntouched = saved === defaultField && there.length === 1;
	const meant = [isUntouched ? there : given]
		.flat()
		.flatMap((entry: unknown) =>
			typeof entry !== 'string' || there.includes(entry) ? [entry] : namesMeant(entry, there),
		);
	if (meant.length === 0) throw noFile(given, there, filesEverywhere(parameters));
	return meant.map((entry, index) => {
		const binary = fileIn(parameters, itemIndex, entry);
		if (!binary) throw noFile(entry, there, filesEverywhere(parameters));
		return { field: typeof entry === 'string' ? entry : `File ${index + 1}`, binary };
	});
}
