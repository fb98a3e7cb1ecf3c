import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import { BINARY_ENCODING, type IBinaryData, type IExecuteFunctions } from 'n8n-workflow';

import type { MediaFile } from '../api/request';

/** Whether a value is a file as n8n passes it on, with or without its content. */
export function isFile(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'mimeType' in value;
}

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
	if (context.getWorkflowSettings().binaryMode !== 'combined') return Object.keys(binary);
	const gathered = Object.entries(json._files ?? {}).flatMap(([name, value]) =>
		filesAt(`_files.${name}`, value),
	);
	return [...Object.entries(json).flatMap(([path, value]) => filesAt(path, value)), ...gathered];
}

/**
 * How much n8n reads from a disk at once (bytes). Sending 512 MiB takes 0.5 to 0.6 s; with n8n's own 64 KiB it takes
 * 0.8 to 1.0 s, because each chunk is new memory, for which n8n's large heap is garbage-collected.
 */
const chunkSize = 1024 * 1024;

/**
 * In memory mode a file has no ID, but n8n has its content at hand. A file that many items share is hashed once.
 * @param digests by content, for one run
 */
function digestOf(data: string, digests: Map<string, string>): string {
	const known = digests.get(data);
	if (known !== undefined) return known;
	const digest = createHash('sha256').update(data, BINARY_ENCODING).digest('base64url');
	digests.set(data, digest);
	return digest;
}

/**
 * n8n moves a file of a webhook or form to another folder when its execution ends. Only the last part of the ID stays
 * the same (test/e2e/binaryModes).
 */
function lastPartOf(id: string): string {
	return id.slice(id.lastIndexOf('/') + 1);
}

/** A file where n8n keeps it: in a store that gives a stream, such as a disk, or in the item itself. */
export function storedFile(
	{ helpers }: IExecuteFunctions,
	{ id, data }: IBinaryData,
	digests: Map<string, string>,
): Pick<MediaFile, 'identity' | 'open'> {
	if (!id) {
		return {
			identity: digestOf(data, digests),
			async open() {
				const bytes = Buffer.from(data, BINARY_ENCODING);
				return { size: bytes.length, content: Readable.from([bytes]) };
			},
		};
	}
	return {
		identity: lastPartOf(id),
		async open() {
			const { fileSize } = await helpers.getBinaryMetadata(id);
			return { size: fileSize, content: await helpers.getBinaryStream(id, chunkSize) };
		},
	};
}
