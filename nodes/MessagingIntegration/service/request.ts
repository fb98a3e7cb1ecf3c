// Tests: test/unit/digests.test.ts, test/unit/failureOf.test.ts
import type { Hint } from '../words/hints';

/** The same for a best-effort request. A message waits for it no longer than this. */
export const bestEffortTimeout = 3000;

/** API reference, parts 4 and 5. The action follows `/instances/{id}` in the path. */
const endpoints = {
	getAll: { kind: 'list', method: 'GET', scope: 'instances:read' },
	send: { kind: 'message', method: 'POST', action: 'messages', scope: 'messages:send' },
	upload: { kind: 'upload', method: 'POST', action: 'media' },
	typing: { kind: 'indication', method: 'POST', action: 'typing' },
	read: { kind: 'indication', method: 'POST', action: 'read' },
} as const;

/** The operations of the node, by the names that saved workflows use. */
export type Operation = keyof typeof endpoints;

/** Decides how an answer is read and which error sentences fit. */
export type RequestKind = (typeof endpoints)[Operation]['kind'];

/** A file for a media upload. */
export interface MediaFile {
	fileName: string;
	mimeType: string;
	/** The same for the same content: n8n's ID of the file, or a digest. */
	identity: string;
	/** Its size, as n8n says it. */
	size?: number | string;
	/** Opens the file in n8n's binary store, for each attempt. */
	open: () => Promise<{ size: number; content: FileContent }>;
}

/** Each chunk is valid until the next one is requested. Whoever opened it destroys it, even if it is not read. */
export type FileContent = AsyncIterable<Uint8Array> & { destroy: () => unknown };

interface Call {
	/** The operation's name, for the log. */
	operation: Operation;
	method: 'GET' | 'POST';
	/** The end of the path, after the instance. `pathOf` makes the path, because a run would keep it for each item. */
	action?: string;
	instanceId?: string;
	/** The scope that the call needs, if the reference names it. */
	scope?: string;
	/**
	 * What a repeat would do. `read`: nothing. `preparation`: nothing to the recipient, because the message was not
	 * sent yet. `delivery`: perhaps deliver a second time.
	 */
	effect: 'read' | 'preparation' | 'delivery';
	query?: undefined;
	body?: undefined;
	file?: undefined;
	contentType?: undefined;
	bestEffort?: undefined;
}

type CallOf<Kind extends RequestKind, Own> = Omit<Call, keyof Own> & { kind: Kind } & Own;

/** @property query Name and value pairs, not yet encoded. */
type ListRequest = CallOf<'list', { query?: Array<[name: string, value: string]> }>;
/** @property contentType For error sentences. */
export type MessageRequest = CallOf<
	'message',
	{ body: { to: string; content: object }; contentType: string }
>;
/** @property file Sent as the multipart part `file`. */
export type UploadRequest = CallOf<'upload', { file: MediaFile }>;
/** @property bestEffort Attempted only once and for a short time, and pauses that the service asks for do not delay it. */
type IndicationRequest = CallOf<
	'indication',
	{ body?: Record<string, unknown>; bestEffort?: true }
>;

/**
 * One call to the service, without an address or a key yet. It describes itself, so that no other module needs to
 * know the operations.
 */
export type ServiceRequest = ListRequest | MessageRequest | UploadRequest | IndicationRequest;

/** Where a file, or a piece of a text, stands among several of an item, in the order of sending. `index` counts from 0. */
export interface PlaceInItem {
	index: number;
	count: number;
	/** What users call it. */
	noun: 'file' | 'message';
}

/** What belongs to each part of an item: an item with several files or pieces of a text has a part for each. */
interface PartOfItem {
	/**
	 * What tells the parts of an item apart: the field of a file, a person who is asked, or the number of a piece of a text;
	 * otherwise empty.
	 */
	partName: string;
	place?: PlaceInItem;
	/** What users should know about it, although it can be sent. */
	hints?: Hint[];
	/** What comes out of an item without a file that is skipped then. It has no request that is sent. */
	skipped?: Record<string, unknown>;
	/** Chooses what comes out of the answer. */
	output?: <Answer>(items: Answer[]) => Answer[];
}

/**
 * When a message may go whose recipient is in quiet hours.
 * @property sendAfter ISO 8601
 * @property shown for people, as in "2026-03-01 08:00 (Europe/Berlin)"
 */
export interface NotBefore {
	sendAfter: string;
	shown: string;
}

/** A message, and what it needs. */
interface Message {
	request: MessageRequest;
	/** A file that must be uploaded first. `attach` returns the message that refers to it. */
	upload?: { request: UploadRequest; attach: (storageRef: string) => MessageRequest };
	/** A typing indication before the message, and how long to show it (ms). */
	typing?: { request: IndicationRequest; duration: number };
	/** If the node has sent a message with this key to the same recipient before, it does not send this one. */
	onceKey?: string;
	/** When it may go, if its recipient is in quiet hours now. */
	sendAfter?: () => NotBefore | undefined;
}

type Other = { request: Exclude<ServiceRequest, MessageRequest> } & {
	[Name in Exclude<keyof Message, 'request'>]?: undefined;
};

/** One request for an item, and what belongs to it. */
export type ItemRequest = PartOfItem & (Message | Other);

/** The beginning of a request of an operation. */
export function requestFor<Name extends Operation>(operation: Name, instanceId?: string) {
	const effect: ServiceRequest['effect'] = operation === 'getAll' ? 'read' : 'delivery';
	return { operation, instanceId, effect, ...endpoints[operation] };
}

/**
 * The requests of one lane of an instance are sent one after the other, in input order: those to one recipient, and all
 * for the list. One without a lane waits for no other.
 */
export function laneOf({ kind, body }: ServiceRequest): string | undefined {
	if (kind === 'list') return kind;
	return typeof body?.to === 'string' ? body.to : undefined;
}

/** A message to one recipient. @param content as the API takes it */
export function messageTo(
	instanceId: string,
	to: string,
	content: object,
	contentType = 'text',
): MessageRequest {
	const { kind, method, action, scope } = endpoints.send;
	const body = { to, content };
	// A long run keeps one for each message, and a spread takes more memory.
	return {
		operation: 'send',
		effect: 'delivery',
		kind,
		method,
		action,
		scope,
		instanceId,
		contentType,
		body,
	};
}

/** The upload of a file for a message. Nothing reaches the recipient before the message. */
export function uploadFor(instanceId: string, file: MediaFile): UploadRequest {
	return { ...requestFor('upload', instanceId), effect: 'preparation', file };
}

/** The path below the version prefix. The ID becomes one encoded segment. */
export function pathOf({ instanceId = '', action }: ServiceRequest): string {
	return action ? `/instances/${encodeURIComponent(instanceId)}/${action}` : '/instances';
}

/** An answer's body that is longer than this (bytes) is not read. */
export const largestAnswer = 16 * 2 ** 20;

/** The upload that an item needs: of the file that it is, or that its message refers to. */
export function uploadOf({ request, upload }: ItemRequest): UploadRequest | undefined {
	return request.kind === 'upload' ? request : upload?.request;
}

/** Who gets what: the recipient as it is sent, and the name of the file. */
export function namesIn(itemRequest: ItemRequest): { to?: string; fileName?: string } {
	const to = itemRequest.request.body?.to;
	const { fileName } = uploadOf(itemRequest)?.file ?? {};
	return { ...(typeof to === 'string' && { to }), ...(fileName !== undefined && { fileName }) };
}
