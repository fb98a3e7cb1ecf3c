import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sandboxControl, type Message } from '../../dev/sandbox/sandboxControl';
import type { Submission } from './form';
import { Problem } from './Problem';

export interface Arrival {
	message: Message;
	storageRef: string;
	sha256: string;
	/** Bytes of the picture, as stored. */
	size: number;
}

/** Checks that one message arrived, with the submitted phone, picture and caption. @throws Problem: the difference */
export async function checkArrival(
	sandboxUrl: string,
	{ name, phone, picture }: Submission,
): Promise<Arrival> {
	const sandbox = sandboxControl(sandboxUrl);
	const messages = await sandbox.messages();
	const [message] = messages;
	if (!message || messages.length > 1)
		throw new Problem(`The sandbox has ${messages.length} messages; one was expected.`);

	const { storageRef, caption = '' } = message.content.media ?? {};
	const files = (await sandbox.requests()).flatMap(({ file }) => file ?? []);
	const file = files.find((candidate) => candidate.storageRef === storageRef);
	if (!file || storageRef === undefined)
		throw new Problem(`The message refers to ${storageRef}, which is no upload of this run.`);
	const sha256 = createHash('sha256').update(picture.png).digest('hex');
	const found = {
		to: message.to,
		type: message.content.type,
		file: [file.fileName, file.mimeType, file.sha256],
	};
	const expected = {
		to: phone.replace(/\D/g, ''),
		type: 'image',
		file: [picture.fileName, 'image/png', sha256],
	};
	if (!isDeepStrictEqual(found, expected))
		throw new Problem(
			`${JSON.stringify(found)} arrived; ${JSON.stringify(expected)} was expected.`,
		);
	if (!caption.includes(name))
		throw new Problem(`The caption "${caption}" does not contain the name "${name}".`);
	return { message, storageRef, sha256, size: file.size };
}
