import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';

type Decompress = (input: InputType, options: ZlibOptions) => Promise<Buffer>;

const decoders: Record<string, Decompress> = {
	gzip: promisify(gunzip),
	'x-gzip': promisify(gunzip),
	deflate: promisify(inflate),
	br: promisify(brotliDecompress),
};

/**
 * The text of a body. Some servers compress without being asked, and some label plain text as compressed. What a
 * compression makes is hardly ever UTF-8, and never with gzip.
 * @param largest the size limit of the decoded body (bytes)
 * @throws the zlib error of a damaged body; `ERR_BUFFER_TOO_LARGE` above `largest`
 */
export async function decodedText(
	body: Buffer,
	encoding: string,
	largest: number,
): Promise<string> {
	const decode = decoders[encoding.trim().toLowerCase()];
	if (!decode || body.length === 0) return body.toString('utf8');
	const bytes = await decode(body, { maxOutputLength: largest }).catch((error: Error) => {
		if (isUtf8(body)) return body;
		throw error;
	});
	return bytes.toString('utf8');
}
