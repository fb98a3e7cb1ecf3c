import { rm } from 'node:fs/promises';

import mime from 'mime';
import type { IBinaryKeyData, IWebhookFunctions } from 'n8n-workflow';

import { isObject, type Json } from '../api/answer';
import { onDisk } from './storedFiles';

/** A file of a request, which n8n keeps in a temporary file. */
export interface SentFile {
	/** Of the temporary file. */
	path: string;
	/** A name without folders, of at most `longestName` characters. */
	name: string;
	/** What the name says: whoever sends a file can claim any other type. */
	mimeType: string;
	/** Bytes. */
	size: number;
}

/** The files of a request, by the name of the form's field. */
export type SentFiles = Map<string, SentFile[]>;

/** n8n's database and file systems take 255 bytes, and a character can have four. */
const longestName = 60;

/** Nothing that leads to another folder, ends a line, or changes the direction of the text. */
function nameOf(original: unknown): string {
	const name = String(original ?? '')
		.replace(/^[^]*[\\/]/, '')
		.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '')
		.toWellFormed()
		.trim();
	if (/^\.*$/.test(name)) return 'file';
	const letters = [...name];
	if (letters.length <= longestName) return name;
	const [extension] = /(?:\.\w{1,10})?$/.exec(name) ?? [''];
	return letters.slice(0, longestName - extension.length).join('') + extension;
}

/**
 * The files that came with a request. Only n8n's parser of multipart forms may say where they are: JSON can name any
 * path. A browser sends an empty file without a name if nobody chose one; n8n 2.37 and later drop it.
 */
export function sentFiles(context: IWebhookFunctions): SentFiles {
	const { contentType } = context.getRequestObject() as { contentType?: string };
	const body: unknown = context.getBodyData();
	const isForm = contentType === 'multipart/form-data' && isObject(body) && isObject(body.files);
	const fields = Object.entries(isForm ? (body.files as object) : {});
	return new Map(
		fields.map(([field, given]) => [
			field,
			[given as Json].flat().map((file) => {
				const name = nameOf(file.originalFilename);
				const mimeType = mime.getType(name) ?? 'application/octet-stream';
				return { path: String(file.filepath), name, mimeType, size: Number(file.size) };
			}),
		]),
	);
}

/** n8n 2.37 and later do this as well, earlier versions never do. */
export async function deleteFiles(files: SentFiles): Promise<void> {
	await Promise.all(
		[...files.values()].flat().map(async ({ path }) => await rm(path, { force: true })),
	);
}

/** Copies files into n8n's binary data. @param files by the names of the binary fields */
export async function keepFiles(
	context: IWebhookFunctions,
	files: Record<string, SentFile>,
): Promise<IBinaryKeyData> {
	const kept: IBinaryKeyData = {};
	try {
		for (const [field, { path, name, mimeType }] of Object.entries(files))
			kept[field] = await context.nodeHelpers.copyBinaryFile(path, name, mimeType);
		return kept;
	} catch (error) {
		await forgetFiles(context, kept);
		throw error;
	}
}

/** Deletes copies that no execution got. Those in a database or in S3 go with the execution that waits. */
export async function forgetFiles(
	{ helpers }: IWebhookFunctions,
	kept: IBinaryKeyData,
): Promise<void> {
	const paths = Object.values(kept)
		.flatMap(({ id = '' }) => (onDisk.test(id) ? [helpers.getBinaryPath(id)] : []))
		.flatMap((path) => [path, `${path}.metadata`]);
	await Promise.all(paths.map(async (path) => await rm(path, { force: true })));
}
