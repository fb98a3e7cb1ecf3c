import { FormData } from 'undici';

import type { MediaFile } from '../api/request';
import type { FilePieces } from './filePieces';

/** The form of a media upload: one file part named `file` (API reference, part 4), read as it goes out. */
export function multipart({ fileName, mimeType }: MediaFile, { size, pieces }: FilePieces): FormData {
	// A File holds its bytes; this one gets them when undici asks. undici takes its size for the Content-Length.
	const file = Object.defineProperties(new File([], fileName, { type: mimeType }), {
		size: { value: size },
		stream: { value: () => pieces },
	});
	const form = new FormData();
	form.append('file', file);
	return form;
}
