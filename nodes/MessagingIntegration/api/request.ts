import type { Hint } from './hints';

/** How long (ms) a request may make no progress before it is given up, unless the user sets a timeout. */
export const defaultTimeout = 30_000;

/** The same for a best-effort request. A message waits for it no longer than this. */
export const bestEffortTimeout = 3000;

/** A file for a media upload. */
export interface MediaFile {
	fileName: string;
	mimeType: string;
	/** The same for the same content: n8n's ID of the file, or a digest. */
	identity: string;
	/** Opens the file in n8n's binary store, for each attempt. */
	open: () => Promise<{ size: number; content: FileContent }>;
}

/** Each chunk is valid until the next one is requested. Whoever opened it destroys it, even if it is not read. */
export type FileContent = AsyncIterable<Uint8Array> & { destroy: () => unknown };

/** Decides how an answer is read and which error sentences fit. */
export type RequestKind = 'list' | 'message' | 'upload' | 'indication';

/**
 * One call to the service, without an address or a key yet. It describes itself, so that no other module needs to
 * know the operations.
 */
export interface ServiceRequest {
	/** The operation's name, for the log. */
	operation: string;
	kind: RequestKind;
	/**
	 * What a repeat would do. `read`: nothing. `preparation`: nothing to the recipient, because the message was not
	 * sent yet. `delivery`: perhaps deliver a second time.
	 */
	effect: 'read' | 'preparation' | 'delivery';
	method: 'GET' | 'POST';
	/** The end of the path, after the instance. `pathOf` makes the path, because a run would keep it for each item. */
	action?: string;
	/** Name and value pairs, not yet encoded. */
	query?: Array<[name: string, value: string]>;
	/** Sent as JSON. */
	body?: Record<string, unknown>;
	/** Sent as the multipart part `file`. */
	file?: MediaFile;
	/** Requests of one lane are sent one after the other, in input order. One without a lane waits for no other. */
	lane?: string;
	/** Attempted only once and for a short time, and pauses that the service asks for do not delay it. */
	bestEffort?: true;
	/** The scope that the call needs, if the reference names it. */
	scope?: string;
	instanceId?: string;
	/** For error sentences. */
	contentType?: string;
	/** The largest number of items to output from the answer. */
	limit?: number;
}

/** Where a file stands among several of an item, in the order of sending. */
interface FilePlace {
	/** From 0 up. */
	index: number;
	/** The number of files of the item. */
	count: number;
}

/** One request for an item, and what belongs to it. An item with several files has one for each. */
export interface ItemRequest {
	request: ServiceRequest;
	/** What tells the parts of an item apart: the field of a file, or a person who is asked; otherwise empty. */
	part: string;
	/** What a Send Once Key knows the part by, if not by its name. */
	keyedAs?: string | number;
	/** Absent if the item has no other files. */
	place?: FilePlace;
	/** A file that must be uploaded first. `attach` returns the request that refers to it. */
	upload?: { request: ServiceRequest; attach: (storageRef: string) => ServiceRequest };
	/** The message for an instance that does not support this one. */
	asText?: ServiceRequest;
	/** A typing indication before the request, and how long to show it (ms). */
	typing?: { request: ServiceRequest; duration: number };
	/** If the node has sent a message with this key to the same recipient before, it does not send this one. */
	onceKey?: string;
	/** What users should know about it, although it can be sent. */
	hints?: Hint[];
}

/** The file that a request sends, or uploads first. */
export const fileOf = ({ request, upload }: ItemRequest) => upload?.request.file ?? request.file;

/** Who gets what: the recipient as it is sent, and the name of the file. */
export function namesIn(itemRequest: ItemRequest): { to?: string; fileName?: string } {
	const to = itemRequest.request.body?.to;
	const { fileName } = fileOf(itemRequest) ?? {};
	return { ...(typeof to === 'string' && { to }), ...(fileName !== undefined && { fileName }) };
}
