import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { BINARY_ENCODING, type IBinaryData, type IExecuteFunctions } from 'n8n-workflow';

import type { MediaFile } from '../api/request';

/** How much of a file is read at once (bytes). */
const chunkSize = 256 * 1024;

/** What a run knows of the files that n8n holds in memory. */
export type Digests = Map<string, string>;

/** In memory mode n8n has no id for a file, but its content at hand; a file that many items share is hashed once. */
function digestOf(data: string, digests: Digests): string {
	const known = digests.get(data);
	if (known !== undefined) return known;
	const digest = createHash('sha256').update(data, BINARY_ENCODING).digest('base64url');
	digests.set(data, digest);
	return digest;
}

/** A file where n8n keeps it: as a stream in every mode that has ids for files, or in the item itself. */
export function storedFile(
	{ helpers }: IExecuteFunctions,
	{ id, data }: IBinaryData,
	digests: Digests,
): Pick<MediaFile, 'identity' | 'open'> {
	if (id === undefined) {
		return {
			identity: digestOf(data, digests),
			async open() {
				const bytes = Buffer.from(data, BINARY_ENCODING);
				return { size: bytes.length, content: Readable.from([bytes]) };
			},
		};
	}
	return {
		identity: id,
		async open() {
			const { fileSize } = await helpers.getBinaryMetadata(id);
			return { size: fileSize, content: await helpers.getBinaryStream(id, chunkSize) };
		},
	};
}
