import type { ItemRequest, ServiceRequest } from '../api/request';
import { digestOf } from './digestOf';

function contentOf(request: ServiceRequest | undefined): unknown[] {
	return [request?.path, request?.body, request?.file];
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
