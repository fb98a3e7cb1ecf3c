import type { RealN8n } from './realN8n';

/** A file with which the sandbox accepted a message. */
export interface ArrivedFile {
	fileName: string;
	caption?: string;
}

/** The files of the messages that the sandbox accepted, in order of arrival. */
export async function arrivedFiles({ sandbox }: Pick<RealN8n, 'sandbox'>): Promise<ArrivedFile[]> {
	const files = (await sandbox.requests()).flatMap(({ file }) => file ?? []);
	const nameOf = new Map(files.map(({ storageRef, fileName }) => [storageRef, fileName]));
	return (await sandbox.messages()).map(({ content: { media } }) => ({
		fileName: nameOf.get(media?.storageRef) ?? '',
		caption: media?.caption,
	}));
}
