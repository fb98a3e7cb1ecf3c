// Tests: test/engine/filesAsTheyCome.test.ts, test/engine/severalFiles.test.ts
import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';
import pTimeout from 'p-timeout';

import { isObject } from '../service/json';
import type { Hint } from '../words/hints';
import type { FileField, NoFile } from '../words/input';
import { refusal, type Refusal } from '../words/refusal';
import { quoted } from '../words/sentences';
import type { Parameters } from '../n8n/parameters';
import { isFileOfModel } from '../n8n/toolCall';
import {
	fieldOf,
	fileIn,
	filesThere,
	headFromStore,
	headOf,
	isFile,
	isWithoutContent,
	storedFile,
} from '../n8n/files';
import { place } from './check';
import { field } from './editorFields';
import {
	canMean,
	describedFiles,
	type Files,
	isAboutFiles,
	namesMeant,
	namesOfOnlyField,
	patternFor,
} from './fileFields';
import { kindOfNoName } from './kindOfNoName';
import { typeFor } from './mediaTypes';
import { isOfUnknownType, nameAndType } from './nameAndType';
import { isBlank } from './typedValues';

const filesParameter = 'binaryPropertyName';
const attachFile = 'options.attachFile';
/** What people see of the parameter, and of the option that takes the same. */
const titles: Record<typeof filesParameter | typeof attachFile, FileField> = {
	[filesParameter]: 'Input Data Field Name(s)',
	[attachFile]: 'Attach File',
};

/** The parameter that names the input fields with the files. */
export const binaryField: INodeProperties = {
	...field('string', 'Input Data Field Name(s)', '', {
		placeholder: 'e.g. data',
		hint: 'Empty for the files of the only file field. For several: "Front, Back", or "*" for all. Of a form: the label.',
		description:
			'The names of the input fields with the files, separated by commas. For all files of a field of a form, its label, or the field dragged in. "*" takes every file, and "Pictures*" every field whose name begins with "Pictures", also "Pictures of the ID".',
		builderHint: {
			propertyHint:
				'The name of a binary field, not an expression; empty if each item has the files of one field only. For the files of a form field, enter its label: "Pictures" takes Pictures, or Pictures_0, Pictures_1, … "*" alone takes every file of the item; each file becomes a message or an upload of its own.',
		},
	}),
	name: filesParameter,
};

/** That parameter where an item may lack the file: the page of a form thanks whoever chose no photo, and nothing is sent. */
export const optionalBinaryField: INodeProperties = {
	...binaryField,
	hint: 'Empty for the only file field. Several: "Front, Back", or "*". Of a form: the label. Optional file: add "If There Is No File".',
};

/** How what was entered in it is looked at. */
export const binaryLooks = { [filesParameter]: place('fileField') };

/** Of an optional field of a form, nobody chose anything. */
const isEmptyFile = ({ id, data, bytes, fileSize }: IBinaryData) =>
	bytes === 0 || fileSize === '0 B' || (!id && data === '');

/** What to do with an item without a file; undefined where the option "If There Is No File" does not exist. */
type IfNoFile = 'fail' | 'sendText' | 'skip' | undefined;

/** Why what was entered leads to no file. */
function problemOf(given: unknown, there: string[]): NoFile {
	if (given === '' && there.length === 0) return 'none';
	if (isFile(given)) return (given as IBinaryData).id ? 'notOfExecution' : 'withoutContent';
	if (isAboutFiles(given)) return 'aboutFiles';
	if (typeof given !== 'string') return 'neither';
	return isBlank(given) ? 'empty' : { noSuchField: given };
}

/** @param given the value of the parameter, or the part of it that leads to no file */
function noFile(
	parameters: Parameters,
	name: keyof typeof titles,
	given: unknown,
	there: string[],
	ifNoFile: IfNoFile,
): Refusal {
	const field = titles[name];
	const is = typeof given === 'string' ? kindOfNoName(given) : undefined;
	if (is) return refusal('noName', { field, is });
	const all = parameters.once('a pattern for several files', () => {
		const { context } = parameters;
		const names = new Set(context.getInputData().flatMap((_, item) => filesThere(context, item)));
		return names.size > 1 ? patternFor([...names]) : undefined;
	});
	const problem = problemOf(given, there);
	return refusal('noFile', { field, problem, there, all, canSkip: ifNoFile === 'fail' });
}

/** Matches `{{ $binary.data }}`, or the same with brackets. */
const ownField = /^=\s*\{\{\s*\$binary(?:\.([^\s"'}]+)|\["([^"]+)"\]|\['([^']+)'\])\s*\}\}\s*$/;

/**
 * The files of an item, in the order of sending, each once: the parameter names their fields, or an
 * expression gives the files themselves. If n8n keeps files in memory, `$binary` lacks their content, so
 * `{{ $binary.data }}` is read as the field name `data`.
 * @returns by field; a file from elsewhere by its position
 */
function filesOf(
	parameters: Parameters,
	itemIndex: number,
	name: keyof typeof titles,
	ifNoFile: IfNoFile,
): Map<string | number, IBinaryData> {
	const { context } = parameters;
	const mayLack = ifNoFile === 'sendText' || ifNoFile === 'skip';
	const saved = parameters.saved(name);
	const own = ownField.exec(String(saved))?.slice(1).find(Boolean);
	// In a tool, `$binary` means the item of the agent, and the input has no file.
	const isThere = own !== undefined && fileIn(context, itemIndex, own) !== undefined;
	const given: unknown = isThere ? own : (parameters.get(name, itemIndex) ?? own);
	const there = filesThere(context, itemIndex);
	const { json: item = {} } = context.getInputData()[itemIndex] ?? {};
	// The answer to a question describes its files below `data`.
	const json = { ...item, ...(isObject(item.data) && (item.data as IDataObject)) };
	const names: Files = new Map(
		there.map((name) => [name, fileIn(context, itemIndex, name)?.fileName]),
	);
	const isNamed = !isBlank(saved) || there.length === 0;
	const isEmpty = (field: string) => {
		const file = fileIn(context, itemIndex, field);
		return file !== undefined && isEmptyFile(file);
	};
	const chosen = mayLack ? there.filter((field) => !isEmpty(field)) : there;
	const onlyField = isNamed ? undefined : chosen.length === 0 ? [] : namesOfOnlyField(chosen);
	if (!isNamed && !onlyField)
		throw refusal('filesOfSeveralFields', { field: titles[name], there: chosen });
	const meant = [onlyField ?? given]
		.flat()
		.flatMap((entry: unknown) => namesMeant(entry, names, json));
	if (meant.length === 0 && !mayLack) throw noFile(parameters, name, given, there, ifNoFile);
	const files = new Map<string | number, IBinaryData>();
	for (const entry of meant) {
		if (typeof entry === 'string' && isWithoutContent(context, itemIndex, entry))
			throw refusal('fileWithoutContent', { name: entry });
		const binary = fileIn(context, itemIndex, entry);
		// The content of a file as text, or its address, is a file that is there in another way.
		const isName = typeof entry === 'string' && kindOfNoName(entry) === undefined;
		const isLacking = binary ? isEmptyFile(binary) : isBlank(entry) || isName;
		if (mayLack && isLacking) {
			refuseLost(entry, json, names);
			continue;
		}
		if (!binary || isFileOfModel(context, binary))
			throw noFile(parameters, name, entry, there, ifNoFile);
		if (isEmptyFile(binary)) {
			const emptyName = typeof entry === 'string' ? entry : '';
			throw refusal('fileEmpty', { name: emptyName, canSkip: ifNoFile === 'fail' });
		}
		const taken = [...meant, ...files.keys()];
		const field = typeof entry === 'string' ? entry : fieldOf(context, itemIndex, binary, taken);
		files.set(field ?? files.size, binary);
	}
	if (files.size === 0 && isBlank(saved)) refuseLost('*', json, names);
	return files;
}

/**
 * @throws Refusal if the json of an item describes a file that is not in it
 * @param wanted its name, or a pattern
 * @param there the files of the item
 */
function refuseLost(wanted: unknown, json: IDataObject, there: Files): void {
	if (typeof wanted !== 'string') return;
	for (const { label, about, name } of describedFiles(json, there)) {
		if (name !== undefined) continue;
		const { filename, size } = Object(about) as { filename?: unknown; size?: unknown };
		if (typeof filename === 'string' && Number(size) > 0 && canMean(wanted, label))
			throw refusal('fileOnlyDescribed', { fileName: filename });
	}
}

/** The first bytes of files in a database or elsewhere, by ID. */
const headsIn = (parameters: Parameters) =>
	parameters.once('heads of files', () => new Map<string, Buffer>());

/** If a store says nothing for this long, it is not asked about the other files (ms): then such a file has no type. */
const longestLook = 10_000;

/**
 * Reads how files begin of which neither the type nor the name says what they are, if n8n keeps them in a database or
 * elsewhere. Hardly any file is one: those on the disk are read when their item is.
 */
export async function readHeads(parameters: Parameters): Promise<void> {
	const { context } = parameters;
	if ([filesParameter, attachFile].every((name) => parameters.saved(name) === undefined)) return;
	const heads = headsIn(parameters);
	for (const [item] of context.getInputData().entries()) {
		const files = filesThere(context, item).map((name) => fileIn(context, item, name));
		const looks = Promise.all(
			files.map(async (file) => {
				if (!file?.id || !isOfUnknownType(file) || heads.has(file.id)) return;
				const head = headOf(context, file) ?? (await headFromStore(context, file.id));
				if (head) heads.set(file.id, head);
			}),
		);
		const isSilent = await pTimeout(
			looks.then(() => false),
			{ milliseconds: longestLook, fallback: () => true },
		);
		if (isSilent) return;
	}
}

/**
 * The files of an item, in the order of sending. Each is opened only when it is sent. A retry knows a file from elsewhere
 * by its ID.
 * @param name of the parameter
 */
export function mediaFilesOf(
	parameters: Parameters,
	itemIndex: number,
	name: keyof typeof titles = filesParameter,
	ifNoFile: IfNoFile = undefined,
) {
	const digests = parameters.once('digests of files', () => new Map<string, string>());
	const heads = headsIn(parameters);
	const options = parameters.options(itemIndex);
	const files = [...filesOf(parameters, itemIndex, name, ifNoFile)];
	const names = new Set<string>();
	return files.map(([field, binary], index, { length: count }) => {
		const stored = storedFile(parameters.context, binary, digests);
		const isOwn = typeof field === 'string';
		let partName = isOwn ? field : `${binary.fileName ?? 'File'} (${stored.identity.slice(0, 8)})`;
		while (names.has(partName)) partName += ' again';
		names.add(partName);
		const named = nameAndType(
			binary,
			options,
			() => headOf(parameters.context, binary) ?? heads.get(binary.id ?? ''),
		);
		return {
			file: { ...named, ...stored, size: binary.bytes ?? binary.fileSize },
			partName,
			...(count > 1 && { place: { index, count, noun: 'file' as const } }),
		};
	});
}

/** The hint that an item without a file in the fields that were entered has one in others: a name may be misspelled. */
export function otherFiles({ context }: Parameters, itemIndex: number): Hint[] {
	const there = filesThere(context, itemIndex).filter((field) => {
		const file = fileIn(context, itemIndex, field);
		return file !== undefined && !isEmptyFile(file);
	});
	return there.length > 0 ? [`otherFiles ${quoted(there.join(', '))}`] : [];
}

/** The file that a question goes with, and the content type that fits it; undefined if nothing was entered. */
export function attachedFileOf(parameters: Parameters, itemIndex: number) {
	if (isBlank(parameters.saved(attachFile))) return undefined;
	const [one, another] = mediaFilesOf(parameters, itemIndex, attachFile);
	if (one && !another) return { file: one.file, type: typeFor(one.file.mimeType) };
	throw refusal('severalFilesAttached');
}
