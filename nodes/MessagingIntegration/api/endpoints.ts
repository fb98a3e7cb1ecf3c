import * as z from 'zod/v4';

import type { RequestKind, ServiceRequest } from './request';

interface Endpoint {
	kind: RequestKind;
	method: 'GET' | 'POST';
	/** The path below `/instances/{id}`; absent for the list of instances. */
	action?: string;
	/** The scope that the call needs, if the reference names it. */
	scope?: string;
}

/** The path carries the version (API reference, part 9). */
export const versionPrefix = '/api/v1';

/** API reference, parts 4 and 5. */
const table = {
	getAll: { kind: 'list', method: 'GET', scope: 'instances:read' },
	send: { kind: 'message', method: 'POST', action: 'messages', scope: 'messages:send' },
	upload: { kind: 'upload', method: 'POST', action: 'media' },
	typing: { kind: 'indication', method: 'POST', action: 'typing' },
	read: { kind: 'indication', method: 'POST', action: 'read' },
} satisfies Record<string, Endpoint>;

/** The operations of the node, by the names that saved workflows use. */
export type Operation = keyof typeof table;

const mebibyte = 1024 * 1024;

/** An answer's body that is longer than this (bytes) is not read to its end. Only a list grows with the account. */
export function largestAnswer(kind: RequestKind): number {
	return kind === 'list' ? 16 * mebibyte : mebibyte;
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

let latest = { instanceId: '', action: '', path: '' };

/** The path of an action. The same text as in the call before if possible, because a run keeps one for each item. */
function pathOf(instanceId: string, action: string): string {
	if (latest.instanceId !== instanceId || latest.action !== action)
		latest = { instanceId, action, path: `/instances/${encodeURIComponent(instanceId)}/${action}` };
	return latest.path;
}

/** Builds the request of an operation, for an instance if it needs one. The ID becomes one encoded path segment. */
export function requestFor(operation: Operation, instanceId?: string): ServiceRequest {
	const { kind, method, action, scope }: Endpoint = table[operation];
	const onInstance = action !== undefined && instanceId !== undefined;
	const path = onInstance ? pathOf(instanceId, action) : '/instances';
	return {
		operation,
		kind,
		method,
		path,
		effect: method === 'GET' ? 'read' : 'delivery',
		// Only one request for the list runs at a time.
		...(method === 'GET' && { lane: path }),
		...(scope !== undefined && { scope }),
		...(onInstance && { instanceId }),
	};
}

/** The lane for one recipient of one instance. */
export function recipientLane(instanceId: string, to: string): string {
	return JSON.stringify([instanceId, to]);
}

/** API reference, part 2: the allowed values of `content.type`. */
export const contentTypes = [
	'text',
	'image',
	'video',
	'audio',
	'document',
	'location',
	'contact',
	'poll',
	'buttons',
	'list',
	'reaction',
] as const;

export type ContentType = (typeof contentTypes)[number];

/** API reference, part 2: a media object refers to its file by either `url` or `storageRef`. */
export interface Media {
	url?: string;
	storageRef?: string;
	caption?: string;
}

/** API reference, part 2: the answer to a media upload. Other fields are passed through. */
export const uploadAnswer = z.looseObject({ storageRef: z.string().min(1) });
