import pTimeout from 'p-timeout';

import type { FileContent, MediaFile } from '../api/request';
import { BrokenExchange } from './breaks';
import { diskFile } from './diskFile';

/** Large enough to be quick, small enough that a slow line shows its progress piece by piece (bytes). */
const pieceSize = 256 * 1024;

/** A file that is ready to go out: its first bytes were read. */
export interface FilePieces {
	/** Bytes. */
	size: number;
	/** Each holds until the one after the next is asked for. */
	pieces: AsyncIterable<Uint8Array>;
	/** Lets go of the file, read to its end or not. */
	close: () => void;
}

/** How long (ms) a file may give nothing, and what ends reading it. */
export interface Patience {
	timeout: number;
	signal?: AbortSignal;
}

/** The content in pieces, however large n8n's own are: in database mode it is one chunk of the whole file. */
async function* inPieces(content: FileContent, size: number, { timeout, signal }: Patience): AsyncGenerator<Uint8Array> {
	const chunks = content[Symbol.asyncIterator]();
	const patience = { milliseconds: timeout, message: `it gave nothing for ${timeout} ms`, signal };
	let left = size;
	for (;;) {
		const { done, value: chunk } = (await pTimeout(chunks.next(), patience)) as IteratorResult<Uint8Array, undefined>;
		if (done) break;
		left -= chunk.length;
		if (left < 0) throw new Error(`it is longer than its ${size} bytes`);
		for (let at = 0; at < chunk.length; at += pieceSize) yield chunk.subarray(at, at + pieceSize);
	}
	if (left > 0) throw new Error(`it ended ${left} bytes before its ${size}`);
}

function asBreak(error: unknown, signal?: AbortSignal): BrokenExchange {
	return new BrokenExchange(signal?.aborted ? 'cancelled' : 'file', error);
}

/**
 * Opens a file and reads its first bytes, so that one that is gone begins no request.
 * @throws BrokenExchange of reason `file` or `cancelled`, here and while the pieces are read
 */
export async function openPieces(file: MediaFile, patience: Patience): Promise<FilePieces> {
	let content: FileContent | undefined;
	try {
		const { size, source } = await file.open();
		content = typeof source === 'string' ? await diskFile(source) : source;
		const rest = inPieces(content, size, patience);
		const first = await rest.next();
		return { size, pieces: withFirst(first, rest, patience), close: () => void content?.destroy() };
	} catch (error) {
		content?.destroy();
		throw asBreak(error, patience.signal);
	}
}

async function* withFirst(
	first: IteratorResult<Uint8Array, unknown>,
	rest: AsyncGenerator<Uint8Array>,
	{ signal }: Patience,
): AsyncGenerator<Uint8Array> {
	if (first.done) return;
	try {
		yield first.value;
		yield* rest;
	} catch (error) {
		throw asBreak(error, signal);
	}
}
