import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ItemRequest } from '../api/request';
import { isConstant } from '../input/isConstant';
import { runOptions } from '../input/runOptions';
import { digestOf } from './digestOf';
import { requestDigest } from './requestDigest';

/** Characters of a digest that is compared only with others of the same parameter. */
const short = 8;

/** Digests by which a retry recognises an item. */
export interface ItemIdentity {
	/** The item's request; absent for an item that cannot be sent. */
	request?: string;
	/** The item's input; empty if it cannot be serialised, then the item is matched by position. */
	input: string;
	/** The file's content, which n8n stores apart from the item's JSON; absent for an item without a file. */
	file?: string;
	/** The item's value of each parameter that has an expression. */
	values: Record<string, string>;
}

/** Options that say how a request is sent, not what it contains. */
const withoutEffect = new Set([...Object.keys(runOptions.shape), 'sendOnceKey', 'typingFirst']);

/** Parameters that change what is sent, by name; an option is named `options.name`. */
function relevant(parameters: Record<string, unknown>): Array<[name: string, value: unknown]> {
	const { options, ...others } = parameters;
	const ofItem = Object.entries(options ?? {}).filter(([name]) => !withoutEffect.has(name));
	return [
		...Object.entries(others),
		...ofItem.map(([name, value]): [string, unknown] => [`options.${name}`, value]),
	];
}

/** @returns an empty text for a value that cannot be serialised */
function shortDigest(value: unknown): string {
	try {
		return digestOf(value, short);
	} catch {
		return '';
	}
}

/** The digest of each saved parameter. One with an expression is marked, because its text is not its value. */
export function sourcesOf(parameters: INodeParameters): Record<string, string> {
	return Object.fromEntries(
		relevant(parameters).map(([name, saved]) => [
			name,
			(isConstant(saved) ? '' : '=') + shortDigest(saved),
		]),
	);
}

export function identityOf(
	input: IDataObject | undefined,
	itemRequest: ItemRequest | undefined,
): ItemIdentity {
	const file = itemRequest?.upload?.request.file ?? itemRequest?.request.file;
	return {
		...(itemRequest && { request: requestDigest(itemRequest) }),
		input: shortDigest(input),
		...(file && { file: digestOf(file.identity, short) }),
		values: {
			...Object.fromEntries(
				relevant(itemRequest?.evaluated ?? {}).flatMap(([name, value]) => {
					const digest = shortDigest(value);
					return digest === '' ? [] : [[name, digest]];
				}),
			),
			// This parameter affects only the recipient.
			...(itemRequest && { defaultCountry: shortDigest(itemRequest.request.body?.to) }),
		},
	};
}

function valueOf(
	{ values }: ItemIdentity,
	name: string,
	source: string | undefined,
): string | undefined {
	return values[name] ?? (source?.startsWith('=') ? undefined : source);
}

/**
 * Whether an item stands for the same message in two runs: its request is the same, or it has the same file and each
 * parameter has the same value, or the same text for the same input. An expression such as `{{ $now }}` gives another
 * value each time, and a changed parameter must affect only the items whose request it changes.
 */
export function isSameItem(
	one: ItemIdentity,
	other: ItemIdentity,
	sourcesOfOne: Record<string, string>,
	sourcesOfOther: Record<string, string>,
): boolean {
	if (one.request !== undefined && one.request === other.request) return true;
	if (other.request !== undefined && one.file !== other.file) return false;
	const isSameInput = one.input === other.input;
	const names = new Set([...Object.keys(sourcesOfOne), ...Object.keys(sourcesOfOther)]);
	return [...names].every((name) => {
		const source = sourcesOfOne[name];
		if (isSameInput && source === sourcesOfOther[name]) return true;
		const value = valueOf(one, name, source);
		return value !== undefined && value === valueOf(other, name, sourcesOfOther[name]);
	});
}

/**
 * Answers the first two questions of `isSameItem` from an identity as JSON: an item with many files has many notes, and
 * parsing all of them for each file would take long.
 * @returns undefined if the rest has to be compared
 */
export function isSameText(one: string, { request, file }: ItemIdentity): boolean | undefined {
	if (request === undefined) return undefined;
	// No other digest is as long as that of a request. A parameter with the name "file" would only cost time.
	if (one.includes(`"request":"${request}"`)) return true;
	return file !== undefined && !one.includes(`"file":"${file}"`) ? false : undefined;
}
