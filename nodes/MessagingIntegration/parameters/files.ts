import { extname } from 'node:path';

import type { Mime } from 'mime';
import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject } from '../api/answer';
import { type FailureError, invalidInput, quoted } from '../api/failure';
import type { MediaFile } from '../api/request';
import type { Parameters } from '../n8n/parameters';
import { fieldOf, fileIn, filesThere, isFile, storedFile } from '../n8n/files';
import { field } from './editorFields';
import { optionOf } from './options';

/** Its tables of types take as long as the rest of this folder, so they wait for a file. */
const mime = () => (require('mime') as { default: Mime }).default;

const filesParameter = 'binaryPropertyName';

/** The parameter that names the input fields with the files. */
export const binaryField: INodeProperties = {
	...field('string', 'Input Data Field Name(s)', '', {
		placeholder: 'e.g. data',
		hint: 'Empty for the only file of an item. For several: "Front, Back", "Pictures*", or "*" for all.',
		description:
			'The names of the input fields with the files, separated by commas. For a field of a form, its label, or the field dragged in. "Pictures*" takes every field whose name begins with "Pictures", and "*" takes every file.',
		builderHint: {
			propertyHint:
				'The name of a binary field, not an expression; empty if each item has one file. For the files of a form field, enter its label or the name with "*": the field "Pictures" has Pictures_0, Pictures_1, … "*" takes every file of the item; each file becomes a message or an upload of its own.',
		},
	}),
	name: filesParameter,
};

const parameter = '"Input Data Field Name(s)"';

const naturally = new Intl.Collator('en', { numeric: true });

/** What n8n adds to a name if a field has several files: `_0`, or `[0]` where the files are in the json. */
const number = /(?:_\d+|\[\d+\])$/;

/** The pattern that takes all files with these names: `Pictures*` for `Pictures_0` and `Pictures_1`, or else `*`. */
export function patternFor(names: string[]): string {
	const [stem, ...others] = new Set(names.map((name) => name.replace(number, '')));
	return others.length === 0 && stem ? `${stem}*` : '*';
}

/** The name that n8n's forms give the file of a field with this label: `Your_pictures` for "Your pictures". */
function nameFor(label: string): string {
	return label.replace(/\W/g, '_');
}

/** The names of a field's files if it has several: `Your_pictures_0`, `Your_pictures_1`, … */
function seriesFor(label: string, there: string[]): string[] {
	const names: string[] = [];
	const next = (at: number) =>
		there.find((one) => one === `${nameFor(label)}_${at}` || one === `${label}[${at}]`);
	for (let name = next(0); name !== undefined; name = next(names.length)) names.push(name);
	return names;
}

/** A field of a form, and the names of its files by their position in it. */
interface FileField {
	label: string;
	names: string[];
	/** What the form wrote about the files into the json: null or an empty list if there are none. */
	description?: unknown;
}

/**
 * The fields that an item's files come from. Two labels can give the same names, such as any two of two Chinese
 * characters: the file of the later field then replaces the one of the earlier field, which has none.
 */
function fileFields(there: string[], json: IDataObject): FileField[] {
	const described = Object.entries(json)
		.filter(([, value]) => value === null || isAboutFiles(value))
		.map(([label, description]) => {
			const count = [description ?? []].flat().length;
			const isOne = count === 1 && there.includes(nameFor(label));
			const names = isOne ? [nameFor(label)] : seriesFor(label, there).slice(0, count);
			return { label, names, description };
		});
	const owners = new Map(described.flatMap((one) => one.names.map((name) => [name, one])));
	const others = there.filter((name) => !owners.has(name));
	const series = others
		.filter((name) => /(?:_0|\[0\])$/.test(name))
		.map((name) => name.replace(number, ''))
		.map((label) => ({ label, names: seriesFor(label, others) }))
		.filter(({ names }) => names.length > 1);
	const single = others.filter((name) => !series.some(({ names }) => names.includes(name)));
	return [
		...described.map((one) =>
			one.names.every((name) => owners.get(name) === one) ? one : { ...one, names: [] },
		),
		...series,
		...single.map((name) => ({ label: name, names: [name] })),
	];
}

/** @throws FailureError if the form's description is gone, and the files can be those of another field */
function namesOfLabel(label: string, fields: FileField[]): string[] {
	const known = fields.find((one) => one.description !== undefined && one.label === label);
	if (known) return known.names;
	const name = nameFor(label);
	const fitting = fields.filter(
		(one) =>
			one.description === undefined && (nameFor(one.label) === name || one.names.includes(name)),
	);
	const [first] = fitting;
	if (!first || (fitting.length === 1 && nameFor(first.label) === name)) return first?.names ?? [];
	const labels = fitting.map((one) => `"${quoted(one.label)}" (${quoted(one.names.join(', '))})`);
	throw invalidInput(
		`The files of "${quoted(label)}" can be those of another field`,
		`The item has files of ${labels.join(' and ')}. Enter the names of the files in ${parameter} instead of a label.`,
	);
}

/**
 * The names of the fields that a person means: names, labels and patterns such as `Pictures*`, separated by commas.
 * @param there the names of the item's files
 * @param json of the item
 * @returns each name once, as entered, and those of a pattern in natural order; what leads to no file as it is
 */
export function namesMeant(entered: string, there: string[], json: IDataObject = {}): string[] {
	const fields = fileFields(there, json);
	const words = entered
		.split(',')
		.map((word) => word.trim())
		.filter((word) => word !== '');
	const names = words.flatMap((word) => {
		if (there.includes(word)) return [word];
		const fitting = word.endsWith('*')
			? there.filter((name) => name.startsWith(word.slice(0, -1))).sort(naturally.compare)
			: namesOfLabel(word, fields);
		return fitting.length > 0 ? fitting : [word];
	});
	const areThere = names.every((name) => there.includes(name));
	// The label of a form's field can contain a comma.
	const ofLabel = areThere ? [] : namesOfLabel(entered.trim(), fields);
	return ofLabel.length > 0 ? ofLabel : [...new Set(names)];
}

/**
 * The names of the files that n8n's form describes in the json: all of a field, or one of them. Dragging the field of a
 * form gives this description. Undefined if the item has no such field, or several that look the same.
 */
function namesDescribed(given: unknown, json: IDataObject, there: string[]): string[] | undefined {
	const isGiven = (value: unknown) => JSON.stringify(value) === JSON.stringify(given);
	const found = fileFields(there, json).flatMap(({ names, description }) => {
		if (isGiven(description)) return [names];
		return [description]
			.flat()
			.flatMap((one, at) => (isGiven(one) ? [names.slice(at, at + 1)] : []));
	});
	const [names] = found;
	return found.length === 1 && names?.length === [given].flat().length ? names : undefined;
}

/** What n8n's forms write about a file into the json, also after an expression turned it into text. */
function isAboutFiles(given: unknown): boolean {
	if (Array.isArray(given)) return given.every(isAboutFiles);
	if (typeof given === 'string') return given.includes('[object Object]');
	return typeof given === 'object' && given !== null && 'mimetype' in given;
}

/** @param given the value of the parameter, or the part of it that leads to no file */
function noFile(parameters: Parameters, given: unknown, there: string[]): FailureError {
	const several = parameters.once('advice on several files', () => {
		const { context } = parameters;
		const names = new Set(context.getInputData().flatMap((_, item) => filesThere(context, item)));
		const pattern = quoted(patternFor([...names]));
		return names.size > 1 ? ` "${pattern}" takes all of them, in every item.` : '';
	});
	const lost = 'Where n8n keeps files in memory, some expressions leave the content out. ';
	const advice =
		there.length === 0
			? 'The item has no files. Perhaps nobody chose one, or the node before this one did not pass its files on.'
			: `Enter one of these in ${parameter}: ${quoted(there.join(', '))}.${several}`;
	return invalidInput(problemOf(given, there), isFile(given) ? lost + advice : advice);
}

function problemOf(given: unknown, there: string[]): string {
	if (given === '' && there.length === 0) return 'The item has no file';
	if (isFile(given)) return `${parameter} gives a file without its content`;
	if (isAboutFiles(given)) return `${parameter} gives information about files, not the files`;
	if (typeof given !== 'string') return `${parameter} is neither a name nor a file`;
	if (given.trim() === '') return `${parameter} is empty`;
	return `The item has no file in the field "${quoted(given)}"`;
}

/** Matches `{{ $binary.data }}`, or the same with brackets. */
const ownField = /^=\s*\{\{\s*\$binary(?:\.([^\s"'}]+)|\["([^"]+)"\]|\['([^']+)'\])\s*\}\}\s*$/;

/**
 * The files of an item, in the order of sending, at least one, each once: the parameter names their fields, or an
 * expression gives the files themselves. If n8n keeps files in memory, `$binary` lacks their content, so
 * `{{ $binary.data }}` is read as the field name `data`.
 * @returns by field; a file from elsewhere by its position
 */
function filesOf(
	parameters: Parameters,
	itemIndex: number,
	name: string,
): Map<string | number, IBinaryData> {
	const { context } = parameters;
	const saved = parameters.saved(name);
	const own = ownField.exec(String(saved))?.slice(1).find(Boolean);
	// In a tool, `$binary` means the item of the agent, and the input has no file.
	const isThere = own !== undefined && fileIn(context, itemIndex, own) !== undefined;
	const given: unknown = isThere ? own : (parameters.get(name, itemIndex) ?? own);
	const there = filesThere(context, itemIndex);
	const isEmpty = saved === undefined || (typeof saved === 'string' && saved.trim() === '');
	const { json: item = {} } = context.getInputData()[itemIndex] ?? {};
	// The answer to a question describes its files below `data`.
	const json = { ...item, ...(isObject(item.data) && (item.data as IDataObject)) };
	const described = isAboutFiles(given) ? namesDescribed(given, json, there) : undefined;
	const meant = [isEmpty && there.length === 1 ? there : (described ?? given)]
		.flat()
		.flatMap((entry: unknown) =>
			typeof entry !== 'string' || there.includes(entry) ? [entry] : namesMeant(entry, there, json),
		);
	if (meant.length === 0) throw noFile(parameters, given, there);
	const files = new Map<string | number, IBinaryData>();
	for (const entry of meant) {
		const binary = fileIn(context, itemIndex, entry);
		if (!binary) throw noFile(parameters, entry, there);
		const taken = [...meant, ...files.keys()];
		const field = typeof entry === 'string' ? entry : fieldOf(context, itemIndex, binary, taken);
		files.set(field ?? files.size, binary);
	}
	return files;
}

/** The type that n8n and others give to bytes they know nothing about. */
const unknownType = 'application/octet-stream';

/** A text with a space is not an extension ("Dr. Smith"), and neither is a number that is no known one ("12.05.2026"). */
function isExtension(text: string): boolean {
	return /^\.\S*$/.test(text) && (!/^\.\d+$/.test(text) || mime().getType(text) !== null);
}

/** If the extension or the type of a file is missing, it is derived from the other. The options may replace both. */
export function nameAndType(
	binary: Pick<IBinaryData, 'fileName' | 'fileExtension' | 'mimeType'>,
	options: Record<string, unknown>,
): Pick<MediaFile, 'fileName' | 'mimeType'> {
	const fileName = optionOf(options, 'fileName') ?? (binary.fileName || 'file');
	const ownType = optionOf(options, 'mimeType');
	const { fileExtension = '' } = binary;
	const given = binary.mimeType === unknownType ? '' : binary.mimeType;
	const implied = mime().getType(fileName) ?? mime().getType(fileExtension);
	const mimeType = ownType ?? (given || implied || unknownType);
	const known = ownType === undefined && isExtension(`.${fileExtension}`) ? fileExtension : '';
	const extension = known || (mimeType === unknownType ? undefined : mime().getExtension(mimeType));
	return {
		fileName: isExtension(extname(fileName)) || !extension ? fileName : `${fileName}.${extension}`,
		mimeType,
	};
}

/** n8n's forms number the files of one field in another order each time, so such a file is known by its own name. */
function nameInSeries(field: string, { fileName, bytes, fileSize }: IBinaryData): string {
	return JSON.stringify([field.replace(number, ''), fileName, bytes ?? fileSize]);
}

/**
 * The files of an item, in the order of sending. Each is opened only when it is sent. A retry knows a file from elsewhere
 * by its ID. A Send Once Key knows it by its position, because another execution stores it under another ID.
 * @param name of the parameter
 */
export function mediaFilesOf(parameters: Parameters, itemIndex: number, name = filesParameter) {
	const digests = parameters.once('digests of files', () => new Map<string, string>());
	const options = parameters.options(itemIndex);
	const files = [...filesOf(parameters, itemIndex, name)];
	const parts = new Set<string>();
	return files.map(([field, binary], index, { length: count }) => {
		const stored = storedFile(parameters.context, binary, digests);
		const isOwn = typeof field === 'string';
		let part = isOwn ? field : `${binary.fileName ?? 'File'} (${stored.identity.slice(0, 8)})`;
		while (parts.has(part)) part += ' again';
		parts.add(part);
		return {
			file: { ...nameAndType(binary, options), ...stored },
			part,
			...(!isOwn && { keyedAs: field }),
			...(isOwn && number.test(field) && { keyedAs: nameInSeries(field, binary) }),
			...(count > 1 && { place: { index, count } }),
		};
	});
}
