import type { IBinaryData } from 'n8n-workflow';

import { type FailureError, invalidInput, quoted } from '../api/failure';
import type { Parameters } from '../n8n/parameters';
import { filesThere, isFile } from '../n8n/storedFiles';

const naturally = new Intl.Collator('en', { numeric: true });

/** What n8n adds to a name if a field has several files: `_0`, or `[0]` where the files are in the json. */
const number = /(?:_\d+|\[\d+\])$/;

/** By list: each item that lacks its file asks for the pattern of the same names. */
const patterns = new WeakMap<string[], string>();

/** The pattern that takes all files with these names: `Pictures*` for `Pictures_0` and `Pictures_1`, or else `*`. */
export function patternFor(names: string[]): string {
	const known = patterns.get(names);
	if (known !== undefined) return known;
	const [stem, ...others] = new Set(names.map((name) => name.replace(number, '')));
	const pattern = others.length === 0 && stem ? `${stem}*` : '*';
	patterns.set(names, pattern);
	return pattern;
}

/**
 * The names of the fields that a person means: names and patterns such as `Pictures*`, separated by commas.
 * @param there the names of the item's files
 * @returns each name once, as entered, and those of a pattern in natural order; a pattern that fits none as it is
 */
export function namesMeant(entered: string, there: string[]): string[] {
	const words = entered
		.split(',')
		.map((word) => word.trim())
		.filter((word) => word !== '');
	const names = words.flatMap((word) => {
		if (!word.endsWith('*') || there.includes(word)) return [word];
		const fitting = there.filter((name) => name.startsWith(word.slice(0, -1)));
		return fitting.length > 0 ? fitting.sort(naturally.compare) : [word];
	});
	return [...new Set(names)];
}

const parameter = '"Input Data Field Name(s)"';

/** What n8n's forms write about a file into the json, also after an expression turned it into text. */
function isAboutFiles(given: unknown): boolean {
	if (Array.isArray(given)) return given.length > 0 && given.every(isAboutFiles);
	if (typeof given === 'string') return given.includes('[object Object]');
	return typeof given === 'object' && given !== null && 'mimetype' in given;
}

/**
 * The error of an item whose parameter leads to no file.
 * @param given the value of the parameter, or the part of it that leads to no file
 * @param there the names of the item's files
 * @param everywhere the names of the files of all items
 */
export function noFile(given: unknown, there: string[], everywhere: string[]): FailureError {
	const several =
		everywhere.length > 1
			? ` "${quoted(patternFor(everywhere))}" takes all of them, in every item.`
			: '';
	const advice =
		there.length === 0
			? 'The item has no files. Perhaps nobody chose one, or the node before this one did not pass its files on.'
			: `Enter one of these in ${parameter}: ${quoted(there.join(', '))}.${several}`;
	if (isFile(given)) {
		return invalidInput(
			`${parameter} gives a file without its content`,
			`Where n8n keeps files in memory, some expressions leave the content out. ${advice}`,
		);
	}
	if (isAboutFiles(given))
		return invalidInput(`${parameter} gives information about files, not the files`, advice);
	if (typeof given !== 'string')
		return invalidInput(`${parameter} is neither a name nor a file`, advice);
	return given.trim() === ''
		? invalidInput(`${parameter} is empty`, advice)
		: invalidInput(`The item has no file in the field "${quoted(given)}"`, advice);
}

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
