import pTimeout from 'p-timeout';

import type { FileContent, MediaFile } from '../api/request';
import { BrokenExchange } from './brokenExchange';
import { diskFile } from './diskFile';

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

async function open(file: MediaFile): Promise<OpenFile> {
	const { size, source } = await file.open();
	return { size, content: typeof source === 'string' ? await diskFile(source) : source };
}

/** Opens a file. If it opens after nobody waits for it any more, it is closed again. */
async function openInTime(file: MediaFile, patience: Patience): Promise<OpenFile> {
	const opening = open(file);
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
