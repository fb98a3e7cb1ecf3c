import type { Operation } from './endpoints';

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

/** One call to the service, before it has an address or a key. */
export interface ServiceRequest {
	operation: Operation;
	method: 'GET' | 'POST';
	/** Below the version prefix, every segment encoded: `/instances/demo/messages`. */
	path: string;
	/** Name and value pairs, not yet encoded. */
	query?: Array<[name: string, value: string]>;
	/** Sent as JSON. */
	body?: Record<string, unknown>;
	/** Sent as the multipart part `file`. */
	file?: MediaFile;
	/** A step before the request that matters: whatever becomes of it, nothing was delivered yet. */
	preliminary?: true;
	/** Something beside the request that matters: tried once, whatever pause the service asks for. */
	aside?: true;
	/** What error sentences name. */
	instanceId?: string;
	contentType?: string;
}

/** What one item asks for: a request and, where its media is a file, the upload whose `storageRef` it needs. */
export interface Prepared {
	request: ServiceRequest;
	upload?: ServiceRequest;
	/** ms of typing indication before the request; none where it is absent or 0. */
	typingFirst?: number;
	/** At most so many items come out of the answer. */
	limit?: number;
	/** A message with a key that the node has sent before is not sent again, by later executions either. */
	onceKey?: string;
	/** What the parameters with an expression gave for this item, by name. */
	evaluated?: Record<string, unknown>;
	/** Its recipient looks like a phone number without a country code. */
	looksLocal?: true;
}
