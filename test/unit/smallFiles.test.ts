import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { headFromStore, storedFile } from '../../nodes/MessagingIntegration/n8n/files';

const folder = mkdtempSync(join(tmpdir(), 'messaging-small-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mebibyte = 2 ** 20;

/** Opens a file of n8n's store that has these bytes. @param fileSize what n8n says */
async function opened(bytes: Buffer, fileSize = bytes.length) {
	const path = join(folder, 'file');
	writeFileSync(path, bytes);
	const helpers = { getBinaryMetadata: () => ({ fileSize }), getBinaryPath: () => path };
	const context = { helpers } as unknown as IExecuteFunctions;
	const file = storedFile(context, { id: 'filesystem-v2:a/file' } as IBinaryData, new Map());
	return (await file.open()).content;
}

async function read(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of content) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks);
}

it('200 files of 10 kB that are uploaded at once take the memory of their bytes', async () => {
	const bytes = randomBytes(10_000);
	const before = process.memoryUsage().arrayBuffers;
	const files = await Promise.all(Array.from({ length: 200 }, async () => await opened(bytes)));
	const reading = files.map((file) => file[Symbol.asyncIterator]());
	const first = await Promise.all(reading.map(async (one) => await one.next()));
	expect(first.every(({ value }) => bytes.equals(value as Uint8Array))).toBe(true);
	const ends = await Promise.all(reading.map(async (one) => await one.next()));
	expect(ends.every(({ done }) => done)).toBe(true);
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * mebibyte);
	for (const file of files) file.destroy();
});

const chunk = 256 * 1024;

it.each([0, 1, 10_000, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk + 7])(
	'a file of %i bytes is read whole, also if it is longer than n8n says',
	async (size) => {
		const bytes = randomBytes(size);
		const content = await opened(bytes);
		expect((await read(content)).equals(bytes)).toBe(true);
		content.destroy();
		if (size === 0) return;
		const longer = await opened(bytes, size - 1);
		expect((await read(longer)).length).toBeGreaterThanOrEqual(size);
		longer.destroy();
	},
);

it('the first bytes of a file in a database do not keep the rest of it in memory', async () => {
	const file = Buffer.alloc(mebibyte, 'a');
	const helpers = { getBinaryStream: async () => await Promise.resolve([file]) };
	const context = { helpers } as unknown as IExecuteFunctions;
	const head = await headFromStore(context, 'database:a');
	expect(head?.toString()).toBe('a'.repeat(300));
	expect(head?.buffer.byteLength).toBeLessThan(mebibyte);
});
