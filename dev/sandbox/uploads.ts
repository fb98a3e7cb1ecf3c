import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
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

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Uploaded files: their content in `folder`, everything else in memory. */
export class Uploads {
	/** By storageRef. */
	readonly stored = new Map<string, ReceivedFile & { instanceId: string }>();

	constructor(private readonly folder: string) {}

	/**
	 * Reads a whole multipart request, hashes its file parts, and logs the names of the parts and the first file. Messages
	 * can refer to a file only after `keep`.
	 * @param isAdmitted whether to write the files to disk
	 */
	async receive(request: FastifyRequest, isAdmitted: boolean): Promise<void> {
		const names: string[] = (request.entry.parts = []);
		const files: ReceivedFile[] = (request.received = []);
		try {
			for await (const part of request.parts()) {
				names.push(part.fieldname);
				if (part.type === 'file') files.push(await this.write(part, isAdmitted));
			}
		} catch (error) {
			await this.drop(request);
			throw error;
		}
		if (files[0]) request.entry.file = files[0].file;
	}

	/** Makes the only file of a request usable on an instance. Returns its storageRef, or throws a 400 Refusal. */
	async keep(request: FastifyRequest, instanceId: string): Promise<string> {
		const { received, entry } = request;
		const [first, second] = received ?? [];
		if (!first || second || first.file.fieldName !== 'file') {
			await this.drop(request);
			throw new Refusal(400, 'Expected exactly one file part, named file.');
		}
		const storageRef = `uploads/${encodeURIComponent(instanceId)}/${randomUUID()}`;
		entry.file = { ...first.file, storageRef };
		this.stored.set(storageRef, { ...first, instanceId });
		return storageRef;
	}

	private async drop({ received = [] }: FastifyRequest): Promise<void> {
		for (const { location } of received) await rm(location, { force: true });
	}

	private async write(part: MultipartFile, isAdmitted: boolean): Promise<ReceivedFile> {
		const location = join(this.folder, randomUUID());
		const hash = createHash('sha256');
		part.file.on('data', (chunk: Buffer) => hash.update(chunk));
		try {
			await pipeline(part.file, isAdmitted ? createWriteStream(location) : nowhere());
		} catch (error) {
			await rm(location, { force: true });
			throw error;
		}
		const { fieldname: fieldName, filename: fileName, mimetype: mimeType } = part;
		const size = part.file.bytesRead;
		return { file: { fieldName, fileName, mimeType, size, sha256: hash.digest('hex') }, location };
	}
}
