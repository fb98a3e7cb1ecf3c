import type { Body } from './body';
import { uploadAnswer } from './contract';
import type { Outcome } from './outcome';
import type { RequestKind } from './request';

/** One item's output before n8n wraps it. */
export type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A value as an item: an object as it is, anything else under `response`. n8n takes an item with a
 * top-level `error` for a failed one, so such an object is given under `response` too.
 */
function asItem(value: unknown): Json {
	return isObject(value) && !('error' in value) ? value : { response: value };
}

/**
 * The list in an answer whose shape the reference does not show: a bare array, or an array that an
 * object holds, directly or one level down; of several, the first with objects in it.
 * @returns undefined where there is none.
 */
function listOf(body: Body): unknown[] | undefined {
	if (body.kind !== 'json') return undefined;
	if (Array.isArray(body.value)) return body.value as unknown[];
	if (!isObject(body.value)) return undefined;
	const fields = Object.values(body.value);
	const inner = fields.filter(isObject).flatMap((field) => Object.values(field));
	const lists = [...fields, ...inner].filter((field): field is unknown[] => Array.isArray(field));
	return lists.find((list) => list.some(isObject)) ?? lists[0];
}

/** The reference of an accepted upload; undefined where there is none. */
export function storageRefOf(outcome: Outcome): string | undefined {
	if (outcome.kind === 'break' || outcome.status >= 300 || outcome.body.kind !== 'json') return undefined;
	return uploadAnswer.safeParse(outcome.body.value).data?.storageRef;
}

/**
 * The items that an answer becomes (public interface, "What comes out").
 * @returns undefined for anything but an acceptance that holds what such a request must give
 */
export function itemsOf(kind: RequestKind, outcome: Outcome): Json[] | undefined {
	if (outcome.kind === 'break' || outcome.status >= 300) return undefined;
	const { body } = outcome;
	if (kind === 'list') return listOf(body)?.map(asItem);
	if (kind === 'upload' && storageRefOf(outcome) === undefined) return undefined;
	return [body.kind === 'empty' ? { success: true } : asItem(body.value)];
}
