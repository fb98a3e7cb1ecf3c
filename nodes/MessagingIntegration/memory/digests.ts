import { hash } from 'node:crypto';

import { pathOf } from '../api/endpoints';
import type { ItemRequest, ServiceRequest } from '../api/request';

/**
 * A short text that is the same for the same JSON.
 * @param length number of base64url characters, 6 bits each
 * @throws TypeError for a value that cannot be serialised (circular references, BigInt)
 */
export function digestOf(value: unknown, length = 22): string {
	return hash('sha256', JSON.stringify(value ?? null), 'base64url').slice(0, length);
}

/** Of a digest that is compared only with others of the same value. */
export const shortLength = 8;

/** Always of the same length: blanks for a value that cannot be serialised. */
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
