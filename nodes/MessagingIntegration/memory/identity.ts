import { hash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { pathOf } from '../api/endpoints';
import type { ItemRequest, ServiceRequest } from '../api/request';

/**
 * A short text that is the same for the same JSON, in base64url: 6 bits a character.
 * @throws TypeError for a value that cannot be serialised (circular references, BigInt)
 */
function digestOf(value: unknown, length = 22): string {
	return hash('sha256', JSON.stringify(value ?? null), 'base64url').slice(0, length);
}

const shortLength = 8;

/**
 * Of a value that is compared only with others of the same origin. Always of the same length: blanks for a value that
 * cannot be serialised.
 */
export function shortDigest(value: unknown): string {
	try {
		return digestOf(value, shortLength);
	} catch {
		return ' '.repeat(shortLength);
	}
}

function contentOf(request: ServiceRequest | undefined): unknown[] {
	return [request && pathOf(request), request?.body, request?.file];
}

/** The same for the same request, including its upload. */
export function requestDigest({ request, upload }: ItemRequest): string {
	return digestOf([contentOf(request), contentOf(upload?.request)]);
}

/** The same for the same file sent to the same instance, whichever item it belongs to. */
export function fileDigest(upload: ServiceRequest): string {
	return digestOf(contentOf(upload));
}

/** Identifies one message to one recipient through one instance; undefined for a message without a Send Once Key. */
export function keyDigest({ request, onceKey }: ItemRequest): string | undefined {
	return onceKey === undefined
		? undefined
		: digestOf([onceKey, request.body?.to, request.instanceId]);
}

/**
 * Where the values of a request come from: the digest of the saved text with its expressions, after "=", or an empty
 * text for what no expression changes. An object has the sources of its fields.
 */
export type Source = string | { [name: string]: Source };

/** The sources of all values of the node's requests. */
export interface Sources {
	/** In the shape of a request. */
	fields: Source;
	/** Of all other values. */
	rest: string;
	/** Of all parameters together, for an item that cannot be read. */
	whole: string;
}

/** What many items have in common: the source of each value, by path, and the other sources. */
export interface Shape extends Omit<Sources, 'fields'> {
	values: Record<string, string>;
}

/** What a retry recognises an item by. */
export interface Identity {
	/** Digests of the request, and of the JSON of the input item. */
	request: string;
	input: string;
	/** The short digests of all values, in the order of the shape: one text takes less memory than a list. */
	values: string;
	shape: Shape;
}

/** Deeper objects are compared as a whole, so that no content is too deep for the stack. */
const deepest = 10;

function hasFields(value: unknown, depth: number): value is object {
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
	return depth < deepest && Object.keys(value).length > 0;
}

/** Whether an expression can change a value. */
export function changes(source: Source): boolean {
	return JSON.stringify(source).includes('"=');
}

/** The source of a value that is compared as a whole. */
function wholeSource(source: Source, rest: string): string {
	if (typeof source === 'string') return source;
	return changes(source) ? `=${shortDigest(source)}` : rest;
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
	const shape: Shape = { values: {}, rest, whole };
	const digests: string[] = [];
	const add = (path: string, value: unknown, source: Source, depth: number) => {
		if (hasFields(value, depth)) {
			for (const [name, entry] of Object.entries(value)) {
				const step = Array.isArray(value) ? `[${name}]` : JSON.stringify(name);
				add(path + step, entry, sourceAt(source, name, rest), depth + 1);
			}
		} else if (value !== undefined) {
			shape.values[path] = wholeSource(source, rest);
			digests.push(shortDigest(value));
		}
	};
	// A person who is asked is compared as strictly as a file: several can come from one expression.
	const { identity = person, fileName, mimeType } = upload?.request.file ?? request.file ?? {};
	const body = compared ?? request.body;
	add('', { path: pathOf(request), body, file: { identity, fileName, mimeType } }, fields, 0);
	return {
		request: requestDigest({ request, upload }),
		input: shortDigest(input),
		values: digests.join(''),
		shape,
	};
}

/** The digest of each value, by path. */
function digestsOf({ values, shape }: Identity): Map<string, string> {
	const paths = Object.keys(shape.values);
	return new Map(
		paths.map((path, at) => [path, values.slice(at * shortLength, (at + 1) * shortLength)]),
	);
}

/** Whether a value that one of two requests lacks can come from an expression that both have. */
function canComeFrom(source: string, { values, rest }: Shape): boolean {
	return source !== '' && (source === rest || Object.values(values).includes(source));
}

/**
 * Whether two requests are the same message: each value that is sent is the same, the file as well, or it comes from
 * the same expression for the same input. An expression such as `{{ $now }}` gives another value each time.
 */
export function isSameMessage(one: Identity, other: Identity): boolean {
	if (one.request === other.request) return true;
	const [digests, others] = [digestsOf(one), digestsOf(other)];
	return [...new Set([...digests.keys(), ...others.keys()])].every((path) => {
		if (digests.get(path) === others.get(path)) return true;
		if (one.input !== other.input) return false;
		const source = one.shape.values[path];
		const otherSource = other.shape.values[path];
		if (source === undefined || otherSource === undefined) {
			const only = source ?? otherSource ?? '';
			// An expression can give nothing: a caption, for example.
			if (one.shape.whole === other.shape.whole) return only !== '';
			return canComeFrom(only, source === undefined ? one.shape : other.shape);
		}
		return source !== '' && source === otherSource;
	});
}
