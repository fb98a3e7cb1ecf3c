import { rm } from 'node:fs/promises';

import mime from 'mime';
import type { IBinaryKeyData, IWebhookFunctions } from 'n8n-workflow';

import { isObject, type Json } from '../api/answer';
import { onDisk } from './storedFiles';

/** A file of a request, in a temporary file of n8n. */
export interface SentFile {
	path: string;
	/** Without folders, short enough for n8n's database (255 bytes). */
	name: string;
	/** What the name says: whoever sends a file can claim any other type. */
	mimeType: string;
	/** Bytes. */
	size: number;
}

/** Nothing that leads to another folder, ends a line, or changes the direction of the text. */
function nameOf(original: unknown): string {
	const name = (typeof original === 'string' ? original : '')
		.replace(/^[^]*[\\/]/, '')
		.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '')
		.toWellFormed();
	const [extension = ''] = /\.\w{1,10}$/.exec(name) ?? [];
	const stem = [...name.slice(0, name.length - extension.length)].slice(0, 50).join('');
	return /[^.\s]/.test(stem) ? stem + extension : `file${extension}`;
}

function asSent({ filepath, originalFilename, size }: Json): SentFile {
	const name = nameOf(originalFilename);
	const mimeType = mime.getType(name) ?? 'application/octet-stream';
	return { path: String(filepath), name, mimeType, size: Number(size) };
}

/** Never throws: what cannot be deleted must not cost the answer. */
async function remove(paths: string[]): Promise<void> {
	await Promise.allSettled(paths.map(async (path) => await rm(path, { force: true })));
}

/**
 * The files that came with a request. Only n8n's parser of multipart forms may say where they are: JSON can name any
 * path. If nobody chose a file, browsers send an empty one without a name, which n8n 2.37 and later drop.
 */
export class SentFiles {
	private readonly sent: Map<string, SentFile[]>;
	/** The copies in n8n's binary data. */
	private readonly kept: IBinaryKeyData = {};

	constructor(private readonly context: IWebhookFunctions) {
		const { contentType } = context.getRequestObject() as { contentType?: string };
		const body: unknown = context.getBodyData();
		const isForm = contentType === 'multipart/form-data' && isObject(body) && isObject(body.files);
		const fields = Object.entries(isForm ? (body.files as Record<string, Json | Json[]>) : {});
		this.sent = new Map(fields.map(([field, given]) => [field, [given].flat().map(asSent)]));
	}

	/** @param field the name of the form's field */
	readonly of = (field: string): SentFile[] => this.sent.get(field) ?? [];

	/** @param files by the names of the binary fields */
	async keep(files: Record<string, SentFile> = {}): Promise<IBinaryKeyData> {
		for (const [field, { path, name, mimeType }] of Object.entries(files))
			this.kept[field] = await this.context.nodeHelpers.copyBinaryFile(path, name, mimeType);
		return this.kept;
	}

	/** Deletes copies that no execution got. Those in a database or in S3 go with the execution that waits. */
	async forget(): Promise<void> {
		const ids = Object.values(this.kept).flatMap(({ id = '' }) => (onDisk.test(id) ? [id] : []));
		const paths = ids.map((id) => this.context.helpers.getBinaryPath(id));
		await remove(paths.flatMap((path) => [path, `${path}.metadata`]));
	}

	/** n8n 2.37 and later do this as well, earlier versions never do. */
	async delete(): Promise<void> {
		await remove([...this.sent.values()].flat().map(({ path }) => path));
	}
}
