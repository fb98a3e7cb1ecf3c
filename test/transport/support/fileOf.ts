import { Readable } from 'node:stream';

import type { MediaFile } from '../../../nodes/MessagingIntegration/service/request';

/** A file that n8n provides in these chunks. */
export function fileOf(chunks: Uint8Array[], about: Partial<MediaFile> = {}): MediaFile {
	const size = chunks.reduce((sum, { length }) => sum + length, 0);
	return {
		fileName: 'photo.png',
		mimeType: 'image/png',
		identity: 'photo',
		open: async () => ({ size, content: Readable.from(chunks) }),
		...about,
	};
}
