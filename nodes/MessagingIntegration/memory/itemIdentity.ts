import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { isConstant } from '../input/isConstant';
import type { ItemRequest } from '../api/request';
import { runOptions } from '../input/runOptions';
import { digestOf } from './digestOf';
import { requestDigest } from './requestDigest';

const short = 8;

/** How an item is recognised in a later try, as digests. */
export interface ItemIdentity {
	/** What the item's request would send; absent for an item that cannot be sent. */
	request?: string;
	/** The item's input; empty if it cannot be serialised, then its position must do. */
	input: string;
	/** The file's content, which n8n keeps apart from the item's json; absent for an item without one. */
	file?: string;
	/** What each parameter with an expression gave for the item. */
	values: Record<string, string>;
}

/** Options that say how a request is sent, not what it holds. */
const withoutEffect = new Set([...Object.keys(runOptions.shape), 'sendOnceKey', 'typingFirst']);

/** Parameters that change what is sent, by name; an option is named `options.name`. */
function relevant(parameters: Record<string, unknown>): Array<[name: string, value: unknown]> {
	const { options, ...others } = parameters;
	const ofItem = Object.entries(options ?? {}).filter(([name]) => !withoutEffect.has(name));
	return [...Object.entries(others), ...ofItem.map(([name, value]): [string, unknown] => [`options.${name}`, value])];
}

/** @returns an empty text for a value that cannot be serialised */
function shortDigest(value: unknown): string {
	try {
		return digestOf(value, short);
	} catch {
		return '';
	}
}

/** The digest of each parameter as it is saved; one with an expression is marked, because its text is not its value. */
export function sourcesOf(parameters: INodeParameters): Record<string, string> {
	return Object.fromEntries(
		relevant(parameters).map(([name, saved]) => [name, (isConstant(saved) ? '' : '=') + shortDigest(saved)]),
	);
}

export function identityOf(input: IDataObject | undefined, itemRequest: ItemRequest | undefined): ItemIdentity {
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
			// This option is felt only in the recipient.
			...(itemRequest && { 'options.defaultCountry': shortDigest(itemRequest.request.body?.to) }),
		},
	};
}

function valueOf({ values }: ItemIdentity, name: string, source: string | undefined): string | undefined {
	return values[name] ?? (source?.startsWith('=') ? undefined : source);
}

/**
 * Whether two tries mean the same message by an item: its request is the same, or the same file and each parameter
 * with the same value, or with the same text for the same input. An expression such as `{{ $now }}` gives another
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
