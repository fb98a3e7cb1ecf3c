import type { MediaFile, OpenFile } from '../api/request';
import { BrokenExchange } from './breaks';

/** Large enough to be quick, small enough that a slow line shows its progress piece by piece (bytes). */
const pieceSize = 256 * 1024;

/** A file that is ready to go out: its first bytes were read. */
export interface FilePieces {
	/** Bytes. */
	size: number;
	pieces: AsyncIterable<Uint8Array>;
	/** Lets go of the file, read to its end or not. */
	close: () => void;
}

/** How long (ms) a file may give nothing, and what ends reading it. */
interface Patience {
	timeout: number;
	signal?: AbortSignal;
}

/** The chunks of a file; one that gives none for too long is destroyed, so that nobody waits for it any more. */
async function* patiently(content: OpenFile['content'], { timeout, signal }: Patience): AsyncGenerator<Uint8Array> {
	const chunks = content[Symbol.asyncIterator]();
	const stalled = () => content.destroy(new Error(`n8n's storage gave nothing for ${timeout} ms`));
	const cancelled = () => content.destroy(new BrokenExchange('cancelled'));
	signal?.addEventListener('abort', cancelled);
	try {
		for (;;) {
			const timer = setTimeout(stalled, timeout);
			const next = await chunks.next().finally(() => clearTimeout(timer));
			if (next.done) return;
			yield next.value;
		}
	} finally {
		signal?.removeEventListener('abort', cancelled);
	}
}

/** The content in pieces, however large n8n's own are: in database mode it is one chunk of the whole file. */
async function* inPieces({ content, size }: OpenFile, patience: Patience): AsyncGenerator<Uint8Array> {
	let left = size;
	for await (const chunk of patiently(content, patience)) {
		left -= chunk.length;
		if (left < 0) throw new Error(`it is longer than its ${size} bytes`);
		for (let at = 0; at < chunk.length; at += pieceSize) yield chunk.subarray(at, at + pieceSize);
	}
	if (left > 0) throw new Error(`it ended ${left} bytes before its ${size}`);
}

async function* withFirst(
	first: IteratorResult<Uint8Array, unknown>,
	rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	if (first.done) return;
	try {
		yield first.value;
		yield* rest;
	} catch (error) {
		throw asBreak(error);
	}
}

function asBreak(error: unknown): BrokenExchange {
	return error instanceof BrokenExchange ? error : new BrokenExchange('file', error);
}

/**
 * Opens a file and reads its first bytes, so that one that is gone begins no request.
 * @throws BrokenExchange of reason `file`, here and while the pieces are read
 */
export async function openPieces(file: MediaFile, patience: Patience): Promise<FilePieces> {
	let opened: OpenFile | undefined;
	try {
		opened = await file.open();
		const { size, content } = opened;
		const pieces = inPieces(opened, patience);
		const first = await pieces.next();
		return { size, pieces: withFirst(first, pieces), close: () => void content.destroy() };
	} catch (error) {
		opened?.content.destroy();
		throw asBreak(error);
	}
}
