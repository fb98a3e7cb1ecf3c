import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { LoggedFile } from './requestLog';
import { Refusal } from './refusal';

interface ReceivedFile {
	file: LoggedFile;
	/** The path of its content. */
	location: string;
}

declare module 'fastify' {
	interface FastifyRequest {
		received?: ReceivedFile[];
	}
}

/** File names are logged in full, as sent. The reference gives no limits (part 8). */
export const multipartOptions = { limits: { fileSize: Infinity }, preservePath: true };

/** Uploaded files: their content in `folder`, everything else in memory. */
export class Uploads {
	/** By storageRef. */
	readonly stored = new Map<string, ReceivedFile & { instanceId: string }>();

	constructor(private readonly folder: string) {}

	/**
	 * Reads a whole multipart request, writes its file parts to disk while hashing them, and logs the names of the parts
	 * and the first file. Messages can refer to a file only after `keep`.
	 */
	async receive(request: FastifyRequest): Promise<void> {
		const names: string[] = (request.entry.parts = []);
		const files: ReceivedFile[] = (request.received = []);
		for await (const part of request.parts()) {
			names.push(part.fieldname);
			if (part.type === 'file') files.push(await this.write(part));
		}
		if (files[0]) request.entry.file = files[0].file;
	}

	/** Makes the only file of a request usable on an instance. Returns its storageRef, or throws a 400 Refusal. */
	keep({ received, entry }: FastifyRequest, instanceId: string): string {
		const [first, second] = received ?? [];
		if (!first || second || first.file.fieldName !== 'file')
			throw new Refusal(400, 'Expected exactly one file part, named file.');
		const storageRef = `uploads/${encodeURIComponent(instanceId)}/${randomUUID()}`;
		entry.file = { ...first.file, storageRef };
		this.stored.set(storageRef, { ...first, instanceId });
		return storageRef;
	}

	/** Removes the files of a request that will not be carried out. */
	async drop({ received = [] }: FastifyRequest): Promise<void> {
		for (const { location } of received) await rm(location, { force: true });
	}

	private async write(part: MultipartFile): Promise<ReceivedFile> {
		const location = join(this.folder, randomUUID());
		const hash = createHash('sha256');
		part.file.on('data', (chunk: Buffer) => hash.update(chunk));
		try {
			await pipeline(part.file, createWriteStream(location));
		} catch (error) {
			await rm(location, { force: true });
			throw error;
		}
		const { fieldname: fieldName, filename: fileName, mimetype: mimeType } = part;
		const size = part.file.bytesRead;
		return { file: { fieldName, fileName, mimeType, size, sha256: hash.digest('hex') }, location };
	}
}
