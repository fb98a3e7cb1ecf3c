/** Without progress for so long a request is given up, unless the user says otherwise (ms). */
export const defaultTimeout = 30_000;

/** The bytes of a file that was opened; whoever opened it destroys them, read to the end or not. */
export type FileContent = AsyncIterable<Uint8Array> & { destroy: () => unknown };

/** A file on its way into a media upload. */
export interface MediaFile {
	fileName: string;
	mimeType: string;
	/** The same for the same content: n8n's id of it, or a digest. */
	identity: string;
	/** Opens it in n8n's binary store, anew for each try: its bytes, or where on the disk they are. */
	open: () => Promise<{ size: number; source: FileContent | string }>;
}

/** Decides how an answer is read and which error sentences fit. */
export type RequestKind = 'list' | 'message' | 'upload' | 'indication';

/** One call to the service, before it has an address or a key. It describes itself, so that no other module knows operations. */
export interface ServiceRequest {
	/** The name of the operation, for the log. */
	operation: string;
	kind: RequestKind;
	/**
	 * What a repetition would do: nothing for a `read`, nothing to the recipient for a `preparation` of a message
	 * that was not sent yet, and perhaps a second delivery.
	 */
	effect: 'read' | 'preparation' | 'delivery';
	method: 'GET' | 'POST';
	/** Below the version prefix, every segment encoded: `/instances/demo/messages`. */
	path: string;
	/** Name and value pairs, not yet encoded. */
	query?: Array<[name: string, value: string]>;
	/** Sent as JSON. */
	body?: Record<string, unknown>;
	/** Sent as the multipart part `file`. */
	file?: MediaFile;
	/** Requests of one lane are sent one after the other, in input order; one without a lane waits for no other. */
	lane?: string;
	/** Sent beside the request that matters: once, whatever pause the service asks for. */
	aside?: true;
	/** The scope the call needs, where the reference names it. */
	scope?: string;
	/** What error sentences name. */
	instanceId?: string;
	contentType?: string;
}

/** What one item asks for. */
export interface ItemRequest {
	request: ServiceRequest;
	/** A file that the service must have first, and the request that refers to it. */
	upload?: { request: ServiceRequest; attach: (storageRef: string) => ServiceRequest };
	/** An indication before the request, and how long (ms) to show it. */
	typing?: { request: ServiceRequest; duration: number };
	/** At most so many items come out of the answer. */
	limit?: number;
	/** If the node has sent a message with this key to the same recipient before, it does not send this one. */
	onceKey?: string;
	/** What the parameters with an expression gave for this item, by name. */
	evaluated?: Record<string, unknown>;
	/** Its recipient looks like a phone number without a country code. */
	looksLocal?: true;
}

/** An item whose parameters were read: what it asks for, or why it cannot be sent. */
export type ReadItem = ItemRequest | { error: unknown };

export function isReadable(item: ReadItem | undefined): item is ItemRequest {
	return item !== undefined && !('error' in item);
}
