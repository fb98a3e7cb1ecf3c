import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, type ReadStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { MediaFile } from '../../../nodes/MessagingIntegration/service/request';
import { storedFile as fileInN8n } from '../../../nodes/MessagingIntegration/n8n/files';
import { fileOf } from './fileOf';

/** What is wrong with a file or its disk. */
interface Defect {
	/** How many bytes too large the announced size is; negative if it is too small. */
	announced?: number;
	/** Called before each chunk with the number of bytes read so far. */
	before?: (read: number) => unknown;
	/** Called before the file is opened. */
	opening?: () => unknown;
	/** Whether the node reads it where n8n keeps it. */
	onDisk?: boolean;
	/** What follows its path when it is opened. */
	inside?: string;
}

/** Bytes per chunk. */
const chunkSize = 256 * 1024;

/** Real files for the tests of one file, opened the way n8n's own storage opens them. */
export function storedFiles() {
	const folder = mkdtempSync(join(tmpdir(), 'messaging-files-'));
	const streams: ReadStream[] = [];
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
			{ announced = 0, before, opening, onDisk, inside = '' }: Defect = {},
		): Promise<MediaFile & { path: string }> => {
			const path = join(folder, `file-${++made}`);
			await writeFile(path, randomBytes(size));
			const file = fileOf([], {
				async open() {
					await opening?.();
					if (onDisk) {
						const helpers = {
							getBinaryMetadata: async () => ({ fileSize: size + announced }),
							getBinaryPath: () => path + inside,
						};
						const context = { helpers } as unknown as IExecuteFunctions;
						const file = { id: 'filesystem-v2:file' } as IBinaryData;
						return await fileInN8n(context, file, new Map()).open();
					}
					const handle = await open(path, 'r').catch(() =>
						Promise.reject(new Error('File not found')),
					);
					const stream = handle.createReadStream({ highWaterMark: chunkSize });
					streams.push(stream);
					const content = {
						[Symbol.asyncIterator]: () => chunksOf(stream, before),
						destroy: () => stream.destroy(),
					};
					return { size: size + announced, content };
				},
			});
			return { ...file, path };
		},
		/** How many files are open. */
		open: () => streams.filter(({ closed }) => !closed).length,
	};
}
