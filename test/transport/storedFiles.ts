import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
	createReadStream,
	existsSync,
	mkdtempSync,
	readdirSync,
	readlinkSync,
	type ReadStream,
} from 'node:fs';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { MediaFile } from '../../nodes/MessagingIntegration/api/request';
import { fileOf } from './fileOf';

/** What is wrong with a file or its disk. */
interface Defect {
	/** How many bytes too large the announced size is; negative if it is too small. */
	announced?: number;
	/** Called before each chunk with the number of bytes read so far. */
	before?: (read: number) => unknown;
	/** Called before the file is opened. */
	opening?: () => unknown;
	/** Whether the file is opened when it is read, so that n8n's check of its existence comes too early to help. */
	onDisk?: boolean;
}

/** Bytes per chunk. */
const chunkSize = 256 * 1024;

/** Whether a file descriptor belongs to a file of a folder. */
function isIn(folder: string, fd: string): boolean {
	try {
		return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
	} catch {
		// It was closed in the meantime.
		return false;
	}
}

/** How many files of a folder this process has open; 0 on systems without /proc. */
function openIn(folder: string): number {
	const all = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : [];
	return all.filter((fd) => isIn(folder, fd)).length;
}

/** Real files for the tests of one file, opened the way n8n's own storage opens them. */
export function storedFiles() {
	const folder = mkdtempSync(join(tmpdir(), 'messaging-files-'));
	const handles: FileHandle[] = [];
	let made = 0;
	afterAll(async () => await rm(folder, { recursive: true, force: true }));

	async function* chunksOf(stream: ReadStream, before: Defect['before']) {
		const closed = once(stream, 'close');
		let read = 0;
		for await (const chunk of stream) {
			await Promise.race([before?.(read), closed]);
			read += (chunk as Buffer).length;
			yield chunk as Buffer;
		}
	}

	return {
		/** A file of random bytes. */
		storedFile: async (
			size: number,
			{ announced = 0, before, opening, onDisk }: Defect = {},
		): Promise<MediaFile & { path: string }> => {
			const path = join(folder, `file-${++made}`);
			await writeFile(path, randomBytes(size));
			const file = fileOf([], {
				async open() {
					await opening?.();
					if (onDisk) return { size: size + announced, content: createReadStream(path) };
					const handle = await open(path, 'r').catch(() =>
						Promise.reject(new Error('File not found')),
					);
					handles.push(handle);
					const stream = handle.createReadStream({ highWaterMark: chunkSize });
					const content = {
						[Symbol.asyncIterator]: () => chunksOf(stream, before),
						destroy: () => stream.destroy(),
					};
					return { size: size + announced, content };
				},
			});
			return { ...file, path };
		},
		/** How many files are open: those opened here and, on systems with /proc, those opened by the node. */
		open: () => handles.filter(({ fd }) => fd !== -1).length + openIn(folder),
	};
}
