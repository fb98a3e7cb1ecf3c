import pTimeout from 'p-timeout';

import type { MediaFile } from '../api/request';
import { BrokenExchange } from './breaks';
import type { Limits } from './connection';

type OpenFile = Awaited<ReturnType<MediaFile['open']>>;

/** Large enough to be fast, small enough that a slow connection shows progress with each piece (bytes). */
const pieceSize = 256 * 1024;

/** Waits for n8n's storage, unless that takes too long or the execution is stopped. */
async function inTime<Given>(given: Promise<Given>, { timeout, signal }: Limits): Promise<Given> {
	return await pTimeout(given, {
		milliseconds: timeout,
		message: `n8n's storage gave nothing for ${timeout} ms`,
		signal,
	});
}

/** Opens a file. If it opens after nobody waits for it any more, it is closed again. */
async function openInTime(file: MediaFile, limits: Limits): Promise<OpenFile> {
	const opening = file.open();
	const opened = inTime(opening, limits);
	opened.catch(() => opening.then(({ content }) => content.destroy()).catch(() => undefined));
	return await opened;
}

/** The system's message about a file that cannot be opened contains a path of this machine. */
function withoutPath(error: NodeJS.ErrnoException): Error {
	if (error.path === undefined) return error;
	const { code } = error;
	return new Error(code === 'ENOENT' ? 'File not found' : `The file cannot be opened (${code})`);
}

function asBreak(error: unknown, { signal }: Limits): BrokenExchange {
	if (error instanceof BrokenExchange) return error;
	return new BrokenExchange(signal?.aborted ? 'cancelled' : 'file', withoutPath(error as Error));
}

/** Cuts the content into pieces, however large n8n's chunks are: in database mode, one chunk is the whole file. */
async function* piecesOf({ content, size }: OpenFile, limits: Limits): AsyncGenerator<Uint8Array> {
	try {
		const chunks = content[Symbol.asyncIterator]();
		let left = size;
		for (;;) {
			const next = await inTime<IteratorResult<Uint8Array, undefined>>(chunks.next(), limits);
			if (next.done) break;
			const chunk = next.value;
			left -= chunk.length;
			if (left < 0) throw new Error(`it is longer than its ${size} bytes`);
			for (let at = 0; at < chunk.length; at += pieceSize) yield chunk.subarray(at, at + pieceSize);
		}
		if (left > 0) throw new Error(`it ended ${left} bytes before its ${size}`);
	} catch (error) {
		throw asBreak(error, limits);
	}
}

/** A form as it is sent. */
export interface Multipart {
	headers: { 'content-type': string; 'content-length': string };
	body: AsyncIterable<Uint8Array>;
	/** Closes the file, whether it was read to its end or not. */
	close: () => void;
}

/** A form with an empty file, as Node's own FormData writes it, and where the content of the file belongs. */
async function emptyForm({ fileName, mimeType }: MediaFile) {
	const form = new FormData();
	form.append('file', new File([], fileName, { type: mimeType }));
	const written = new Response(form);
	const type = written.headers.get('content-type') ?? '';
	const bytes = Buffer.from(await written.arrayBuffer());
	return { type, bytes, at: bytes.lastIndexOf(`\r\n--${/boundary=(.+)$/.exec(type)?.[1]}--`) };
}

/**
 * The form of a media upload: one file part named `file` (API reference, part 4), read while it is sent. The pieces of
 * the file are inserted into a form without them: a stream inside the form would be copied chunk by chunk. The first
 * piece is read at once, so that a missing file starts no request.
 * @throws BrokenExchange of reason `file` or `cancelled`, here and while the body is read
 */
export async function multipart(file: MediaFile, limits: Limits): Promise<Multipart> {
	const { type, bytes, at } = await emptyForm(file);
	let opened: OpenFile | undefined;
	const close = () => void opened?.content.destroy();
	try {
		opened = await openInTime(file, limits);
		const pieces = piecesOf(opened, limits);
		const first = await pieces.next();
		async function* body() {
			yield bytes.subarray(0, at);
			if (!first.done) yield first.value;
			yield* pieces;
			yield bytes.subarray(at);
		}
		const length = String(bytes.length + opened.size);
		return { headers: { 'content-type': type, 'content-length': length }, body: body(), close };
	} catch (error) {
		close();
		throw asBreak(error, limits);
	}
}
