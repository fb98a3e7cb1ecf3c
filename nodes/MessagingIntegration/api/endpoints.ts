import type { MediaFile, RequestKind, ServiceRequest } from './request';

/** API reference, parts 4 and 5. The action follows `/instances/{id}` in the path. */
const table = {
	// With its lane, only one request for the list runs at a time.
	getAll: { kind: 'list', method: 'GET', lane: 'list', scope: 'instances:read' },
	send: { kind: 'message', method: 'POST', action: 'messages', scope: 'messages:send' },
	upload: { kind: 'upload', method: 'POST', action: 'media' },
	typing: { kind: 'indication', method: 'POST', action: 'typing' },
	read: { kind: 'indication', method: 'POST', action: 'read' },
} satisfies Record<string, Partial<ServiceRequest>>;

/** The operations of the node, by the names that saved workflows use. */
export type Operation = keyof typeof table;

/** Builds the request of an operation, for an instance if it needs one. */
export function requestFor(operation: Operation, instanceId?: string): ServiceRequest {
	const endpoint = table[operation];
	const effect = endpoint.method === 'GET' ? 'read' : 'delivery';
	return { operation, instanceId, effect, ...endpoint };
}

/** The path below the version prefix. The ID becomes one encoded segment. */
export function pathOf({ instanceId = '', action }: ServiceRequest): string {
	return action ? `/instances/${encodeURIComponent(instanceId)}/${action}` : '/instances';
}

/** The lane for one recipient of one instance. */
export function recipientLane(instanceId: string, to: string): string {
	return JSON.stringify([instanceId, to]);
}

/** A message to one recipient. @param content as the API takes it */
export function messageTo(instanceId: string, to: string, content: object, contentType = 'text') {
	const lane = recipientLane(instanceId, to);
	// A leading spread takes four times the memory in Node.js 20.
	return { contentType, body: { to, content }, lane, ...requestFor('send', instanceId) };
}

/** The upload of a file for a message. Nothing reaches the recipient before the message. */
export function uploadFor(instanceId: string, file: MediaFile): ServiceRequest {
	return { ...requestFor('upload', instanceId), effect: 'preparation', file };
}

/** An answer's body that is longer than this (bytes) is not read to its end. Only a list grows with the account. */
export function largestAnswer(kind: RequestKind): number {
	return (kind === 'list' ? 16 : 1) * 2 ** 20;
}
