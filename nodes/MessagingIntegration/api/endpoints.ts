import type { ServiceRequest } from './request';

interface Endpoint {
	method: 'GET' | 'POST';
	/** Below `/instances/{id}`; absent for the list itself. */
	action?: string;
	/** The scope the call needs, where the reference names it. */
	scope?: string;
}

/** The version is carried in the path (API reference, part 9). */
export const versionPrefix = '/api/v1';

/** API reference, parts 4 and 5. */
const table = {
	getAll: { method: 'GET', scope: 'instances:read' },
	send: { method: 'POST', action: 'messages', scope: 'messages:send' },
	upload: { method: 'POST', action: 'media' },
	typing: { method: 'POST', action: 'typing' },
	read: { method: 'POST', action: 'read' },
} satisfies Record<string, Endpoint>;

/** The operations of the node; saved workflows and every table of this folder are keyed by them. */
export type Operation = keyof typeof table;

export const endpoints: Record<Operation, Endpoint> = table;

const mebibyte = 1024 * 1024;

/** Past this, the body of an answer is not read to its end (bytes). Only the list of instances grows with its account. */
export function largestAnswer(operation: Operation): number {
	return operation === 'getAll' ? 16 * mebibyte : mebibyte;
}

/** The scopes that the reference gives as examples (part 5). */
export const knownScopes = [
	'messages:send',
	'instances:read',
	'instances:write',
	'chats:read',
	'contacts:read',
	'groups:read',
	'groups:write',
	'webhooks:manage',
];

/** The request of an operation, on the instance where it has one. The id becomes one encoded path segment. */
export function requestFor(operation: Operation, instanceId?: string): ServiceRequest {
	const { method, action } = endpoints[operation];
	if (action === undefined || instanceId === undefined) {
		return { operation, method, path: '/instances' };
	}
	const path = `/instances/${encodeURIComponent(instanceId)}/${action}`;
	return { operation, method, path, instanceId };
}
