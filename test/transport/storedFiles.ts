import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, type ReadStream } from 'node:fs';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { MediaFile } from '../../nodes/MessagingIntegration/api/request';
import { fileOf } from './fileOf';

/** What is wrong with a file, or with the disk that it is on. */
interface Defect {
	/** Bytes by which the announced size is too large, or too small where negative. */
	announced?: number;
	/** Called before each chunk with the bytes that were read so far. */
	before?: (read: number) => unknown;
	/** Called before the file is opened. */
	opening?: () => unknown;
	/** Whether n8n says where on the disk the file is, instead of giving a stream. */
	onDisk?: boolean;
}

/** Bytes that are read at once, as the node asks n8n for them. */
const chunkSize = 256 * 1024;

/** How many files of a folder this process has open; 0 on systems that do not tell (proc(5)). */
function openIn(folder: string): number {
	if (!existsSync('/proc/self/fd')) return 0;
	// Those that are closed meanwhile have no link any more.
	return readdirSync('/proc/self/fd').filter((fd) =>
		linkOf(`/proc/self/fd/${fd}`).startsWith(folder),
	).length;
}

function linkOf(path: string): string {
	try {
		return readlinkSync(path);
	} catch {
		return '';
	}
}

/** Real files for the tests of one file, opened as n8n's own store opens them. */
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
					if (onDisk) return { size: size + announced, source: path };
					const handle = await open(path, 'r').catch(() =>
						Promise.reject(new Error('File not found')),
					);
					handles.push(handle);
					const stream = handle.createReadStream({ highWaterMark: chunkSize });
					const content = {
						[Symbol.asyncIterator]: () => chunksOf(stream, before),
						destroy: () => stream.destroy(),
					};
					return { size: size + announced, source: content };
				},
			});
			return { ...file, path };
		},
		/** How many files were opened and not closed again, by the test or, where the system tells, by the node itself. */
		open: () => handles.filter(({ fd }) => fd !== -1).length + openIn(folder),
	};
}
