import { type FileHandle, open } from 'node:fs/promises';

import pTimeout from 'p-timeout';

import type { FileContent, MediaFile } from '../api/request';
import { BrokenExchange } from './breaks';

/** The size of one read (bytes). */
const chunkSize = 256 * 1024;

/** Fills the buffer as far as the file goes; a single read may return less. */
async function filled(file: FileHandle, memory: Buffer): Promise<Buffer> {
	let size = 0;
	while (size < memory.length) {
		const { bytesRead } = await file.read(memory, size);
		if (bytesRead === 0) break;
		size += bytesRead;
	}
	return memory.subarray(0, size);
}

/**
 * A file on disk, in chunks that reuse two buffers: a chunk is valid until the next one is requested. All chunks but
 * the last are full, and so large that a connection requests one only after it has written the one before. Streams
 * use new memory for each chunk, so n8n's large heap is garbage-collected again and again: sending 512 MiB took 1.1 s
 * that way and takes 0.2 s this way.
 * @throws Error, without the path, if the file cannot be opened
 */
export async function diskFile(path: string): Promise<FileContent> {
	const file = await open(path).catch(({ code }: NodeJS.ErrnoException) => {
		// The system's message contains a path of this machine.
		throw new Error(code === 'ENOENT' ? 'File not found' : `The file cannot be opened (${code})`);
	});
	async function* chunks(): AsyncGenerator<Uint8Array> {
		let [now, next] = [Buffer.allocUnsafeSlow(chunkSize), Buffer.allocUnsafeSlow(chunkSize)];
		let ahead = filled(file, now);
		for (;;) {
			const chunk = await ahead;
			if (chunk.length === 0) return;
			ahead = filled(file, next);
			// Avoids an unhandled rejection if nobody requests the next chunk.
			ahead.catch(() => undefined);
			yield chunk;
			[now, next] = [next, now];
		}
	}
	return Object.assign(chunks(), { destroy: () => void file.close().catch(() => undefined) });
}

/** Large enough to be fast, small enough that a slow connection shows progress with each piece (bytes). */
const pieceSize = 256 * 1024;

/** A file that is ready to be sent: its first bytes were read. */
export interface FilePieces {
	/** Bytes. */
	size: number;
	/** Each piece is valid until the one after the next is requested. */
	pieces: AsyncIterable<Uint8Array>;
	/** Closes the file, whether it was read to its end or not. */
	close: () => void;
}

/** How long n8n's storage may return nothing (ms), and a signal that ends the wait for it. */
export interface Patience {
	timeout: number;
	signal?: AbortSignal;
}

interface OpenFile {
	size: number;
	content: FileContent;
}

/** Waits for n8n's storage, unless that takes too long or the execution is stopped. */
async function patiently<Given>(
	given: Promise<Given>,
	{ timeout, signal }: Patience,
): Promise<Given> {
	return await pTimeout(given, {
		milliseconds: timeout,
		message: `n8n's storage gave nothing for ${timeout} ms`,
		signal,
	});
}

async function openFile(file: MediaFile): Promise<OpenFile> {
	const { size, source } = await file.open();
	return { size, content: typeof source === 'string' ? await diskFile(source) : source };
}

/** Opens a file. If it opens after nobody waits for it any more, it is closed again. */
async function openInTime(file: MediaFile, patience: Patience): Promise<OpenFile> {
	const opening = openFile(file);
	const inTime = patiently(opening, patience);
	inTime.catch(() => opening.then(({ content }) => content.destroy()).catch(() => undefined));
	return await inTime;
}

/** Cuts the content into pieces, however large n8n's chunks are: in database mode, one chunk is the whole file. */
async function* inPieces(
	{ content, size }: OpenFile,
	patience: Patience,
): AsyncGenerator<Uint8Array> {
	const chunks = content[Symbol.asyncIterator]();
	let left = size;
	for (;;) {
		const next = (await patiently(chunks.next(), patience)) as IteratorResult<
			Uint8Array,
			undefined
		>;
		if (next.done) break;
		const chunk = next.value;
		left -= chunk.length;
		if (left < 0) throw new Error(`it is longer than its ${size} bytes`);
		for (let at = 0; at < chunk.length; at += pieceSize) yield chunk.subarray(at, at + pieceSize);
	}
	if (left > 0) throw new Error(`it ended ${left} bytes before its ${size}`);
}

function asBreak(error: unknown, { signal }: Patience): BrokenExchange {
	return new BrokenExchange(signal?.aborted ? 'cancelled' : 'file', error);
}

/**
 * Opens a file and reads its first bytes, so that a missing file starts no request.
 * @throws BrokenExchange of reason `file` or `cancelled`, here and while the pieces are read
 */
export async function openPieces(file: MediaFile, patience: Patience): Promise<FilePieces> {
	let opened: OpenFile | undefined;
	const close = () => void opened?.content.destroy();
	try {
		opened = await openInTime(file, patience);
		const rest = inPieces(opened, patience);
		const first = await rest.next();
		return { size: opened.size, pieces: withFirst(first, rest, patience), close };
	} catch (error) {
		close();
		throw asBreak(error, patience);
	}
}

async function* withFirst(
	first: IteratorResult<Uint8Array, unknown>,
	rest: AsyncGenerator<Uint8Array>,
	patience: Patience,
): AsyncGenerator<Uint8Array> {
	if (first.done) return;
	try {
		yield first.value;
		yield* rest;
	} catch (error) {
		throw asBreak(error, patience);
	}
}

/** A form as it is sent. */
export interface Multipart {
	headers: { 'content-type': string; 'content-length': string };
	body: AsyncIterable<Uint8Array>;
	/** Closes the file. */
	close: () => void;
}

/**
 * The form of a media upload: one file part named `file` (API reference, part 4), read while it is sent. Node's own
 * FormData writes the form with an empty file, and the file's pieces are inserted there: a stream inside the form
 * would be copied chunk by chunk.
 * @throws BrokenExchange of reason `file` or `cancelled`, here and while the body is read
 */
export async function multipart(file: MediaFile, patience: Patience): Promise<Multipart> {
	const form = new FormData();
	form.append('file', new File([], file.fileName, { type: file.mimeType }));
	const written = new Response(form);
	const type = written.headers.get('content-type') ?? '';
	const frame = Buffer.from(await written.arrayBuffer());
	const end = frame.lastIndexOf(`\r\n--${/boundary=(.+)$/.exec(type)?.[1]}--`);
	const { size, pieces, close } = await openPieces(file, patience);
	async function* body() {
		yield frame.subarray(0, end);
		yield* pieces;
		yield frame.subarray(end);
	}
	return {
		headers: { 'content-type': type, 'content-length': String(frame.length + size) },
		body: body(),
		close,
	};
}
