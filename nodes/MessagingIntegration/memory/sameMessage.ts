import type { IDataObject } from 'n8n-workflow';

import type { ItemRequest } from '../api/request';
import type { Source, Sources } from '../parameters/sources';
import { requestDigest, short, shortDigest } from './digests';

/** What many items have in common: the values of their requests, by path. */
export interface Shape {
	/** The source of a value that an expression gives, which begins with "="; the digest of any other value. */
	values: Record<string, string>;
	rest: string;
	whole: string;
}

/** By what a retry recognises an item. */
export interface Identity {
	/**
	 * Digests of fixed lengths, because one text takes less memory than an object: the request (22 characters), then 8
	 * each for the input, the file's content, which n8n stores apart from the item's JSON, or the person who is asked,
	 * and the values that expressions give, in the order of the shape.
	 */
	text: string;
	shape: Shape;
}

const request = 22;
const inputEnd = request + short;
const fileEnd = inputEnd + short;

/** Deeper objects are compared as a whole, so that no content is too deep for the stack. */
const deepest = 10;

function hasFields(value: unknown, depth: number): value is object {
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
	return depth < deepest && Object.keys(value).length > 0;
}

/** Tells lists from objects, and a slash in a name from the next level. */
function step(parent: object, name: string): string {
	const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
	return Array.isArray(parent) ? `/~${escaped}` : `/${escaped}`;
}

function flat(source: Source, rest: string): string {
	if (typeof source === 'string') return source;
	return JSON.stringify(source).includes('"=') ? `=${shortDigest(source)}` : rest;
}

function sourceAt(source: Source, name: string, rest: string): Source {
	if (typeof source === 'string') return source;
	return Object.hasOwn(source, name) ? (source[name] ?? rest) : rest;
}

export function identityOf(
	input: IDataObject | undefined,
	{ request, upload, compared, person }: ItemRequest,
	{ fields, rest, whole }: Sources,
): Identity {
	const { identity = person, fileName, mimeType } = upload?.request.file ?? request.file ?? {};
	const values: Shape['values'] = {};
	let text =
		requestDigest({ request, upload }) +
		shortDigest(input) +
		(identity === undefined ? '' : shortDigest(identity)).padEnd(short);
	const add = (path: string, value: unknown, source: Source, depth: number) => {
		if (hasFields(value, depth)) {
			for (const [name, entry] of Object.entries(value))
				add(path + step(value, name), entry, sourceAt(source, name, rest), depth + 1);
		} else if (value !== undefined) {
			const digest = shortDigest(value);
			const from = flat(source, rest);
			values[path] = from || digest;
			if (from) text += digest;
		}
	};
	const body = compared ?? request.body;
	add('', { path: request.path, body, file: { fileName, mimeType } }, fields, 0);
	return { text, shape: { values, rest, whole } };
}

function changesByItself(source: string | undefined): source is string {
	return source?.startsWith('=') ?? false;
}

/** The digests of the values, by path. */
function digestsOf({ text, shape }: Identity): Map<string, string> {
	let end = fileEnd;
	return new Map(
		Object.entries(shape.values).map(([path, source]) => [
			path,
			changesByItself(source) ? text.slice(end, (end += short)) : source,
		]),
	);
}

/** Whether a value that one of two requests lacks can come from an expression that both have. */
function canComeFrom(source: string | undefined, { values, rest }: Shape): boolean {
	return changesByItself(source) && (source === rest || Object.values(values).includes(source));
}

/**
 * Whether two requests are the same message: their files are the same, and so is each value that is sent, or it comes
 * from the same expression for the same input. An expression such as `{{ $now }}` gives another value each time.
 */
export function isSameMessage(one: Identity, other: Identity): boolean {
	if (one.text.slice(0, request) === other.text.slice(0, request)) return true;
	if (one.text.slice(inputEnd, fileEnd) !== other.text.slice(inputEnd, fileEnd)) return false;
	const isSameInput = one.text.slice(request, inputEnd) === other.text.slice(request, inputEnd);
	const [digests, others] = [digestsOf(one), digestsOf(other)];
	return [...new Set([...digests.keys(), ...others.keys()])].every((path) => {
		if (digests.get(path) === others.get(path)) return true;
		const source = one.shape.values[path];
		const otherSource = other.shape.values[path];
		if (!isSameInput) return false;
		return digests.has(path) && others.has(path)
			? changesByItself(source) && source === otherSource
			: canComeFrom(source ?? otherSource, source === undefined ? one.shape : other.shape);
	});
}

/** Whether an item that cannot be read now would be the same message: nobody has changed its input or a parameter. */
export function isUnchanged(
	{ text, shape }: Identity,
	input: IDataObject | undefined,
	{ whole }: Sources,
): boolean {
	return text.slice(request, inputEnd) === shortDigest(input) && shape.whole === whole;
}
