// Tests: test/transport/uploads.test.ts, test/transport/uploadFaults.test.ts, test/transport/diskFiles.test.ts
import pTimeout from 'p-timeout';

import type { MediaFile } from '../service/request';
import { BrokenExchange, cancelled } from './breaks';

/** What ends a request, or the wait for n8n's storage, early. */
export interface EndConditions {
	/** How long there may be no progress (ms). */
	timeout: number;
	/** Aborts when nothing more may be written. */
	stopped?: AbortSignal;
	/** Aborts when what was begun must end. */
	hurry?: AbortSignal;
}

type OpenFile = Awaited<ReturnType<MediaFile['open']>>;

/** Large enough to be fast, small enough that a slow connection shows progress with each piece (bytes). */
export const pieceSize = 256 * 1024;

/** The system's message about a file that cannot be opened contains a path of this machine. */
function withoutPath(error: NodeJS.ErrnoException): Error {
	if (error.path === undefined) return error;
	const { code } = error;
	return new Error(code === 'ENOENT' ? 'File not found' : `The file cannot be opened (${code})`);
}

/** Waits for n8n's storage, unless that takes too long or the execution is stopped. */
async function fromStorage<Given>(
	given: Promise<Given>,
	{ timeout, hurry }: EndConditions,
): Promise<Given> {
	const message = `n8n's storage gave nothing for ${timeout} ms`;
	const ends = { milliseconds: timeout, message, signal: hurry };
	return await pTimeout(given, ends).catch((error: Error) => {
		if (hurry?.aborted) throw cancelled(hurry);
		throw new BrokenExchange('file', withoutPath(error));
	});
}

/** Cuts the content into pieces, however large n8n's chunks are: in database mode, one chunk is the whole file. */
async function* piecesOf(
	{ content, size }: OpenFile,
	ends: EndConditions,
): AsyncGenerator<Uint8Array> {
	const chunks = content[Symbol.asyncIterator]();
	let left = size;
	for (;;) {
		const next = await fromStorage<IteratorResult<Uint8Array, undefined>>(chunks.next(), ends);
		if (next.done) break;
		const chunk = next.value;
		left -= chunk.length;
		if (left < 0)
			throw new BrokenExchange('file', new Error(`it is longer than its ${size} bytes`));
		for (let at = 0; at < chunk.length; at += pieceSize) yield chunk.subarray(at, at + pieceSize);
	}
	if (left > 0)
		throw new BrokenExchange('file', new Error(`it ended ${left} bytes before its ${size}`));
}

/** A form with an empty file, as Node's own FormData writes it, and where the content of the file belongs. */
async function emptyForm({ fileName, mimeType }: MediaFile) {
	const form = new FormData();
	form.append('file', new File([], fileName, { type: mimeType }));
	const written = new Response(form);
	const type = written.headers.get('content-type') ?? '';
	const bytes = Buffer.from(await written.arrayBuffer());
	return { type, bytes, at: bytes.lastIndexOf(`\r\n--${/; boundary=(\S+)/.exec(type)?.[1]}--`) };
}

/** Reads the first piece at once, so that a missing file starts no request. */
async function opened(opening: Promise<OpenFile>, ends: EndConditions) {
	const file = await fromStorage(opening, ends);
	const pieces = piecesOf(file, ends);
	return { size: file.size, pieces, first: await pieces.next() };
}

/** A form as it is sent. */
export type Multipart = Awaited<ReturnType<typeof multipart>>;

/**
 * The form of a media upload: one file part named `file` (API reference, part 4), read while it is sent. The pieces of
 * the file are inserted into a form without them: a stream inside the form would be copied chunk by chunk.
 * Whoever gets the form closes it, which closes the file.
 * @throws BrokenExchange of reason `file` or `cancelled`, here and while the body is read
 */
export async function multipart(file: MediaFile, ends: EndConditions) {
	const { type, bytes, at } = await emptyForm(file);
	const opening = file.open();
	// Also if the file opens after nobody waits for it any more.
	const close = () => void opening.then(({ content }) => content.destroy()).catch(() => undefined);
	const { size, pieces, first } = await opened(opening, ends).catch((error: unknown) => {
		close();
		throw error;
	});
	async function* body() {
		yield bytes.subarray(0, at);
		if (!first.done) yield first.value;
		yield* pieces;
		yield bytes.subarray(at);
	}
	const length = String(bytes.length + size);
	const headers = { 'content-type': type, 'content-length': length };
	return { headers, body: body(), size, close };
}
