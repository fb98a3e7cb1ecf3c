import { FormData } from 'undici';

/** A multipart form with one file part. */
export function uploadForm(
	content: Uint8Array | string,
	name = 'photo.png',
	type = 'image/png',
	field = 'file',
): FormData {
	const form = new FormData();
	form.append(field, new File([content], name, { type }));
	return form;
}
