import { EventEmitter } from 'node:events';
import type { SendRequest } from './message';

/** A message the sandbox accepted. */
export interface Message extends SendRequest {
	id: string;
	instanceId: string;
	/** ISO 8601. */
	acceptedAt: string;
}

/** Accepted messages, oldest first. Emits `message` for each and `cleared` when they are forgotten. */
export class Mailbox extends EventEmitter<{ message: [Message]; cleared: [] }> {
	messages: Message[] = [];
	private count = 0;

	constructor() {
		super();
		// One listener an open page; many pages are no leak.
		this.setMaxListeners(0);
	}

	accept(instanceId: string, { to, content }: SendRequest): Message {
		const acceptedAt = new Date().toISOString();
		const message = { id: `msg_${++this.count}`, instanceId, to, content, acceptedAt };
		this.messages.push(message);
		this.emit('message', message);
		return message;
	}

	clear(): void {
		this.messages = [];
		this.emit('cleared');
	}
}
