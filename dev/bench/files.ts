import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

const MiB = 1024 * 1024;

/** A file of each kind that is uploaded, and how many of it (bytes). */
const kinds = {
	huge: { size: 1024 * MiB, count: 1 },
	large: { size: 512 * MiB, count: 1 },
	eighth: { size: 128 * MiB, count: 8 },
	picture: { size: 5 * MiB, count: 1 },
} as const;

export type FileKind = keyof typeof kinds;

/** What the Read/Write Files node selects the files of a kind by. */
export const selectorOf = (folder: string, kind: FileKind) => join(folder, `${kind}-*.bin`);

/** The first file of a kind. */
export const fileOf = (folder: string, kind: FileKind) => join(folder, `${kind}-0.bin`);

/** Makes all files. They are full of zeros and take no room on the disk until they are copied. */
export async function makeFiles(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (const [kind, { size, count }] of Object.entries(kinds)) {
		for (let number = 0; number < count; number++) {
			const file = await open(join(folder, `${kind}-${number}.bin`), 'w');
			await file.truncate(size);
			await file.close();
		}
	}
}
