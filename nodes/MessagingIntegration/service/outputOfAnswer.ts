// Tests: test/unit/answer.test.ts
import { isEmpty, isObject, type Json } from './json';
import type { Outcome } from './outcome';
import type { RequestKind } from './request';
import { accepted } from './status';

/**
 * Turns a value into an item. An object stays as it is, and any other value goes into `response`. n8n treats an item with
 * a top-level `error` as failed, so one that is false or empty is left out, and any other makes the object a `response`.
 */
function asItem(value: unknown): Json {
	if (!isObject(value)) return { response: value };
	if (!('error' in value)) return value;
	const { error, ...rest } = value;
	return isEmpty(error) ? rest : { response: value };
}

/** Whether the service accepted a request, and its answer was lost, wholly or in part. */
export const isAnswerLost = (outcome: Outcome) =>
	accepted(outcome) && outcome.unread !== undefined && outcome.body.kind !== 'json';

/** The JSON of an accepted answer; undefined if it has none. */
function acceptedJson(outcome: Outcome): unknown {
	return accepted(outcome) && outcome.body.kind === 'json' ? outcome.body.value : undefined;
}

/**
 * The entries of an accepted list, as the service gave them; undefined if there is no list. The reference does not show
 * its shape: a bare array, or an array that an object holds, directly or one level down. Of several, the one named
 * `instances` is used, or else the first one with an object that has an `id`, or else the first one that the object
 * holds directly, even if it is empty. One level down, the first one with objects in it is used, or else the first one.
 */
export function entriesOf(outcome: Outcome): unknown[] | undefined {
	const value = acceptedJson(outcome);
	if (isObject(value) && Array.isArray(value.instances)) return value.instances as unknown[];
	const fields = isObject(value) ? Object.values(value) : [value];
	const inner = fields.filter(isObject).flatMap((field) => Object.values(field));
	const lists = [...fields, ...inner].filter((one) => Array.isArray(one));
	return (
		lists.find((list) => list.some((entry) => isObject(entry) && 'id' in entry)) ??
		fields.find((one) => Array.isArray(one)) ??
		lists.find((list) => list.some(isObject)) ??
		lists[0]
	);
}

/** The storageRef of an accepted upload; undefined if there is none. */
export function storageRefOf(outcome: Outcome): string | undefined {
	const value = acceptedJson(outcome);
	const storageRef = isObject(value) ? value.storageRef : undefined;
	return typeof storageRef === 'string' && storageRef !== '' ? storageRef : undefined;
}

/**
 * Turns an answer into output items (public interface, "What comes out").
 * @returns undefined unless the service accepted the request and its answer contains what this kind of request needs
 */
export function itemsOf(kind: RequestKind, outcome: Outcome): Json[] | undefined {
	if (kind === 'list') return entriesOf(outcome)?.map(asItem);
	if (!accepted(outcome)) return undefined;
	const { body } = outcome;
	if (kind === 'upload' && storageRefOf(outcome) === undefined) return undefined;
	return [body.kind === 'empty' ? { success: true } : asItem(body.value)];
}
