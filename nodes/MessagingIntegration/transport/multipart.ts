import type { MediaFile } from '../api/request';
import { openPieces, type Patience } from './filePieces';

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
