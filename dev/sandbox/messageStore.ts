import type { LoggedFile } from './requestLog';
import type { SendRequest } from './message';

/** The known facts about the upload to which a message refers. */
export type AttachedFile = Pick<LoggedFile, 'fileName' | 'mimeType' | 'size'>;

/** A message that the sandbox accepted. */
export interface Message extends SendRequest {
	id: string;
	instanceId: string;
	/** ISO 8601. */
	acceptedAt: string;
	/** Only if the message refers to an upload. */
	file?: AttachedFile;
}

/** Accepted messages, oldest first. */
export class MessageStore {
	messages: Message[] = [];
	private count = 0;

	accept(instanceId: string, { to, content }: SendRequest, upload?: AttachedFile): Message {
		const acceptedAt = new Date().toISOString();
		const message: Message = { id: `msg_${++this.count}`, instanceId, to, content, acceptedAt };
		if (upload)
			message.file = { fileName: upload.fileName, mimeType: upload.mimeType, size: upload.size };
		this.messages.push(message);
		return message;
	}

	clear(): void {
		this.messages = [];
	}
}
