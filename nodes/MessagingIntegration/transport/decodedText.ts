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
 * The text of a body. Some servers compress without being asked.
 * @param largest the size limit of the decoded body (bytes)
 * @throws the zlib error of a damaged body; `ERR_BUFFER_TOO_LARGE` above `largest`
 */
export async function decodedText(
	body: Buffer,
	encoding: string,
	largest: number,
): Promise<string> {
	const decode = decoders[encoding.trim().toLowerCase()];
	const bytes = decode && body.length > 0 ? await decode(body, { maxOutputLength: largest }) : body;
	return bytes.toString('utf8');
}
