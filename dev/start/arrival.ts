import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sandboxControl, type Message } from '../sandbox/control';
import type { Submission } from './form';
import { Problem } from './problem';

export interface Arrival {
	message: Message;
	storageRef: string;
	sha256: string;
	/** Bytes of the picture, as stored. */
	size: number;
}

/** Waits until the sandbox has a message. @returns whether it came within `patience` seconds */
export async function waitForMessage(sandboxUrl: string, patience = 20): Promise<boolean> {
	const sandbox = sandboxControl(sandboxUrl);
	const deadline = Date.now() + patience * 1000;
	while (Date.now() < deadline) {
		if ((await sandbox.messages()).length > 0) return true;
		await delay(100);
	}
	return false;
}

/**
 * Holds what the sandbox received against what was submitted: one message, to that phone, with that picture
 * and the name in its caption. @throws Problem that says what differs
 */
export async function checkArrival(sandboxUrl: string, { name, phone, picture }: Submission): Promise<Arrival> {
	const sandbox = sandboxControl(sandboxUrl);
	const messages = await sandbox.messages();
	const [message] = messages;
	if (!message || messages.length > 1) throw new Problem(`The sandbox has ${messages.length} messages; one was expected.`);

	const { storageRef, caption = '' } = message.content.media ?? {};
	const files = (await sandbox.requests()).flatMap(({ file }) => file ?? []);
	const file = files.find((candidate) => storageRef !== undefined && candidate.storageRef === storageRef);
	if (!file || storageRef === undefined) {
		throw new Problem(`The message refers to ${storageRef ?? 'no upload'}, which is not among the uploads of this run.`);
	}
	const sha256 = createHash('sha256').update(picture.png).digest('hex');
	expectSame('The stored picture has', 'SHA-256', file.sha256, sha256);
	expectSame('The stored picture has', 'name', file.fileName, picture.fileName);
	expectSame('The stored picture has', 'type', file.mimeType, 'image/png');
	expectSame('The message has', 'content type', message.content.type, 'image');
	expectSame('The message has', 'recipient', message.to, phone.replace(/\D/g, ''));
	if (!caption.includes(name)) throw new Problem(`The caption "${caption}" does not have the name "${name}" in it.`);
	return { message, storageRef, sha256, size: file.size };
}

function expectSame(what: string, property: string, found: string, expected: string): void {
	if (found !== expected) throw new Problem(`${what} the ${property} ${found}; ${expected} was expected.`);
}
