import { FormData } from 'undici';

import type { MediaFile } from '../api/request';

/** The form of a media upload: one file part named `file` (API reference, part 4). */
export async function multipart({ read, fileName, mimeType }: MediaFile): Promise<FormData> {
	const form = new FormData();
	form.append('file', new Blob([await read()], { type: mimeType }), fileName);
	return form;
}
