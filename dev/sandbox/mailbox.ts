import { EventEmitter } from 'node:events';
import type { SendRequest } from './message';

/** What is known of the upload that a message refers to. */
export interface AttachedFile {
	fileName: string;
	mimeType: string;
	/** Bytes. */
	size: number;
}

/** A message the sandbox accepted. */
export interface Message extends SendRequest {
	id: string;
	instanceId: string;
	/** ISO 8601. */
	acceptedAt: string;
	/** Given where the message refers to an upload. */
	file?: AttachedFile;
}

/** A typing or read indication the sandbox took. The reference shows no body (part 4): `to` is what ours may say. */
export interface Indication {
	operation: 'typing' | 'read';
	instanceId: string;
	to?: string;
	/** ISO 8601. */
	acceptedAt: string;
}

/**
 * Accepted messages, oldest first. Emits `message` for each, `cleared` when they are forgotten, and
 * `indication`, which nothing keeps.
 */
export class Mailbox extends EventEmitter<{ message: [Message]; indication: [Indication]; cleared: [] }> {
	messages: Message[] = [];
	private count = 0;

	constructor() {
		super();
		// One listener an open page; many pages are no leak.
		this.setMaxListeners(0);
	}

	accept(instanceId: string, { to, content }: SendRequest, upload?: AttachedFile): Message {
		const acceptedAt = new Date().toISOString();
		const message: Message = { id: `msg_${++this.count}`, instanceId, to, content, acceptedAt };
		if (upload) message.file = { fileName: upload.fileName, mimeType: upload.mimeType, size: upload.size };
		this.messages.push(message);
		this.emit('message', message);
		return message;
	}

	/** @param body whatever the request carried; a string in its `to` names the recipient */
	indicate(operation: Indication['operation'], instanceId: string, body: unknown): void {
		const { to } = (body ?? {}) as { to?: unknown };
		const acceptedAt = new Date().toISOString();
		this.emit('indication', { operation, instanceId, ...(typeof to === 'string' && { to }), acceptedAt });
	}

	clear(): void {
		this.messages = [];
		this.emit('cleared');
	}
}
