// Tests: test/unit/smallFiles.test.ts
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';

import type { Mime } from 'mime';
import {
	BINARY_ENCODING,
	type IBinaryData,
	type IBinaryKeyData,
	type IExecuteFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { isObject, type Json } from '../service/json';
import type { FileContent, MediaFile } from '../service/request';
import { isOwn, lastPart } from './ownFiles';

/** Its tables of types take as long to load as much of this package, so they wait for a file. */
export const mime = () => (require('mime') as { default: Mime }).default;

/** The type that n8n and others give to bytes they know nothing about. */
export const unknownType = 'application/octet-stream';

/** The endings of a MIME type. Many write one as its ending says: `image/jpg`, `audio/x-m4a`. */
export function endingsOfType(type: string): string[] {
	const known = mime().getAllExtensions(type);
	if (known) return [...known];
	const [, kind, ending = ''] = /^(\w+\/)(?:x-)?(\w+)$/.exec(type) ?? [];
	return kind && mime().getType(ending)?.startsWith(kind) ? [ending] : [];
}

/** Whether a value is a file as n8n passes it on, with or without its content. */
export const isFile = (value: unknown) => isObject(value) && 'mimeType' in value;

/** The files in a value of the json, by path: one, or several of a field that has several. */
function filesAt(path: string, value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap((entry, at) => filesAt(`${path}[${at}]`, entry));
	return isFile(value) ? [path] : [];
}

/**
 * What users can enter to name the files of an item: the names of its binary fields. Workflows of n8n 2 can have the
 * setting "combined" instead, which 1.123 lacks: files are then in the json, and the names are paths.
 */
export function filesThere(context: IExecuteFunctions, itemIndex: number): string[] {
	const { json = {}, binary = {} } = context.getInputData()[itemIndex] ?? {};
	// A Code node can give `null` instead of a file.
	if (context.getWorkflowSettings().binaryMode !== 'combined')
		return Object.keys(binary).filter((name) => binary[name] != null);
	const within = (holder: unknown, start: string) =>
		Object.entries(Object(holder) as object).flatMap(([name, value]) =>
			filesAt(`${start}${name}`, value),
		);
	const names = [...within(json, ''), ...within(json._files ?? {}, '_files.')];
	return names.filter((name) => fileIn(context, itemIndex, name));
}

/**
 * The file that an expression gives, or that a name leads to. Undefined if the item has no such file, if n8n gave the
 * file without its content, or if it is JSON with the ID of a file that no node of the execution gave.
 */
export function fileIn(context: IExecuteFunctions, itemIndex: number, given: unknown) {
	try {
		const binary = context.helpers.assertBinaryData(itemIndex, given as string | IBinaryData);
		const isWhole = binary.id
			? isOwn(context, itemIndex, binary.id)
			: typeof binary.data === 'string';
		return isWhole ? binary : undefined;
	} catch {
		return undefined;
	}
}

/** Whether a field of an item has a file whose content n8n cannot read, such as a buffer or words that a Code node put there. */
export function isWithoutContent(context: IExecuteFunctions, itemIndex: number, name: string) {
	const file = context.getInputData()[itemIndex]?.binary?.[name];
	if (file == null || file.id) return false;
	// n8n would decode words, as a Code node can leave them there, as base64.
	return (
		typeof file.data !== 'string' || /[^\w+/=\s"\u200b-\u200d-]/.test(file.data.slice(0, 1000))
	);
}

/**
 * The field of an item that has a file which an expression gives. Undefined for a file from elsewhere.
 * @param taken fields of other files, in case several fields have the same content
 */
export function fieldOf(
	context: IExecuteFunctions,
	itemIndex: number,
	file: IBinaryData,
	taken: unknown[],
): string | undefined {
	const fields = filesThere(context, itemIndex).filter((name) => {
		const own = fileIn(context, itemIndex, name);
		const isSame = file.id ? own?.id === file.id : own?.data === file.data;
		return isSame && own?.fileName === file.fileName;
	});
	return fields.find((name) => !taken.includes(name)) ?? fields[0];
}

/** n8n's IDs of files on the disk start like this (1.123.81, 2.20.12, 2.41.1). */
const onDisk = /^filesystem(-v2)?:/;

/** So many bytes show what is in a file. */
const headSize = 300;

/** The first bytes of a file that n8n keeps in memory or on the disk; undefined for one in a database or elsewhere. */
export function headOf(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	{ id, data }: IBinaryData,
): Buffer | undefined {
	if (!id) return Buffer.from(data.slice(0, 2 * headSize), BINARY_ENCODING).subarray(0, headSize);
	if (!onDisk.test(id)) return undefined;
	try {
		const file = openSync(helpers.getBinaryPath(id), 'r');
		const head = Buffer.alloc(headSize);
		try {
			return head.subarray(0, readSync(file, head, 0, headSize, 0));
		} finally {
			closeSync(file);
		}
	} catch {
		// What is wrong with the file is said when it is sent.
		return undefined;
	}
}

/** The same for a file in a database or elsewhere. */
export async function headFromStore(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	id: string,
): Promise<Buffer | undefined> {
	try {
		const content = await helpers.getBinaryStream(id);
		// A slice would keep the whole chunk in memory, and a database gives the whole file as one chunk.
		for await (const chunk of content) return Buffer.from((chunk as Buffer).subarray(0, headSize));
	} catch {
		// As above.
	}
	return undefined;
}

/** The size of one read (bytes). */
const chunkSize = 256 * 1024;

/** Fills the buffer as far as the file goes; a single read may return less. */
async function filled(file: FileHandle, buffer: Buffer): Promise<Buffer> {
	let size = 0;
	while (size < buffer.length) {
		const { bytesRead } = await file.read(buffer, size);
		if (bytesRead === 0) break;
		size += bytesRead;
	}
	return buffer.subarray(0, size);
}

/**
 * A file on disk, in chunks that reuse two buffers: a chunk is valid until the next one is requested. All chunks but the
 * last are full, and so large that a connection requests one only after it has written the one before. Streams take new
 * memory for each chunk. In n8n, 512 MiB took them 2.0 to 2.3 s and 3.3 s of CPU, and this 1.2 s and 0.65 s.
 * @param size bytes. A small file takes one buffer, with room for a byte that should not be there
 */
async function diskFile(path: string, size: number): Promise<FileContent> {
	const file = await open(path);
	const buffer = () => Buffer.allocUnsafeSlow(Math.min(chunkSize, size + 1));
	async function* chunks(): AsyncGenerator<Uint8Array> {
		let now: Buffer = buffer();
		let next: Buffer | undefined;
		let ahead = filled(file, now);
		for (;;) {
			const chunk = await ahead;
			const isLast = chunk.length < now.length;
			if (isLast) {
				if (chunk.length > 0) yield chunk;
				return;
			}
			next ??= buffer();
			ahead = filled(file, next);
			// Nobody may request the next chunk.
			ahead.catch(() => undefined);
			yield chunk;
			[now, next] = [next, now];
		}
	}
	return Object.assign(chunks(), { destroy: () => void file.close().catch(() => undefined) });
}

/**
 * A file where n8n keeps it: in a store that gives a stream, such as a disk, or in the item itself.
 * @param digests by content, for one run: a file that many items share is hashed once
 */
export function storedFile(
	{ helpers }: IExecuteFunctions,
	{ id, data }: IBinaryData,
	digests: Map<string, string>,
): Pick<MediaFile, 'identity' | 'open'> {
	if (!id) {
		const hash = () => createHash('sha256').update(data, BINARY_ENCODING).digest('base64url');
		const identity = digests.get(data) ?? hash();
		digests.set(data, identity);
		return {
			identity,
			async open() {
				const bytes = Buffer.from(data, BINARY_ENCODING);
				return { size: bytes.length, content: Readable.from([bytes]) };
			},
		};
	}
	return {
		identity: lastPart(id),
		async open() {
			const { fileSize } = await helpers.getBinaryMetadata(id);
			const content = onDisk.test(id)
				? await diskFile(helpers.getBinaryPath(id), fileSize)
				: await helpers.getBinaryStream(id);
			return { size: fileSize, content };
		},
	};
}

/** A file of a request, in a temporary file of n8n. */
export interface SentFile {
	path: string;
	name: string;
	mimeType: string;
	/** Bytes. */
	size: number;
}

/**
 * Nothing that leads to another folder, ends a line, or changes the direction of the text, and short enough for n8n's
 * database (255 bytes).
 */
function fileNameOf(original: unknown): string {
	const name = (typeof original === 'string' ? original : '')
		.replace(/^[^]*[\\/]/, '')
		.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '')
		.toWellFormed();
	const [extension = ''] = /\.\w{1,10}$/.exec(name) ?? [];
	const stem = [...name.slice(0, name.length - extension.length)].slice(0, 50).join('');
	return /[^.\s]/.test(stem) ? stem + extension : `file${extension}`;
}

/** "Invoice No. 17" and "Photo 12.05.2026" have no ending. */
const hasEnding = (name: string) => /\.(?!\d+[\s.]*$)[^\s.]+[\s.]*$/.test(name);

/**
 * What the name says: whoever sends a file can claim any type. A photo or a document of a phone can have a name without an
 * ending; then its type counts if no browser would run such a file.
 */
function typeOf(name: string, claimed: unknown): string {
	const byName = mime().getType(extname(name));
	// Chrome on Windows saves JPEG pictures as .jfif, and tables of types call that image/pjpeg.
	if (byName === 'image/pjpeg') return 'image/jpeg';
	if (byName !== null || hasEnding(name)) return byName ?? unknownType;
	const [ending = ''] = endingsOfType(String(claimed));
	const type = mime().getType(ending) ?? '';
	return /^(?:(?:audio|image|video)\/(?!svg)|application\/pdf$)/.test(type) ? type : unknownType;
}

function asSent({ filepath, originalFilename, mimetype, size }: Json): SentFile {
	const name = fileNameOf(originalFilename);
	return { path: String(filepath), name, mimeType: typeOf(name, mimetype), size: Number(size) };
}

/** Never throws: what cannot be deleted must not cost the answer. */
async function remove(paths: string[]): Promise<void> {
	await Promise.allSettled(paths.map(async (path) => await rm(path, { force: true })));
}

/**
 * The files that came with a request. Only n8n's parser of multipart forms may say where they are: JSON can name any
 * path. If nobody chose a file, browsers send an empty one without a name.
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
		const isChosen = ({ originalFilename, size }: Json) => Boolean(originalFilename || size);
		this.sent = new Map(
			fields.map(([field, given]) => [field, [given].flat().filter(isChosen).map(asSent)]),
		);
	}

	/** @param field the name of the form's field */
	readonly of = (field: string): SentFile[] => this.sent.get(field) ?? [];

	/** Of what is in the files: another one can have the same name and size. @param files by the names of the binary fields */
	async digests(files: Record<string, SentFile> = {}): Promise<string[]> {
		const digests: string[] = [];
		for (const { path } of Object.values(files)) {
			const bytes = createHash('sha256');
			for await (const chunk of createReadStream(path)) bytes.update(chunk as Buffer);
			digests.push(bytes.digest('base64url'));
		}
		return digests;
	}

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
