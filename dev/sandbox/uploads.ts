import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { LoggedFile } from './requestLog';
import { Refusal } from './refusal';

export interface ReceivedFile {
	/** Absent until it has arrived. */
	file?: LoggedFile;
	/** The path of its content. */
	location: string;
}

/** Uploaded files: their content in `folder`, everything else in memory. */
export class Uploads {
	/** By storageRef. */
	readonly stored = new Map<string, { file: LoggedFile; location: string; instanceId: string }>();

	constructor(private readonly folder: string) {}

	/**
	 * Reads a whole multipart request, hashes its file parts, and logs the names of the parts and the first file. Messages
	 * can refer to a file only after `keep`.
	 * @param isAdmitted whether to write the files to disk
	 */
	async receive(request: FastifyRequest, isAdmitted: boolean): Promise<void> {
		const { entry } = request;
		entry.parts = [];
		request.received = [];
		try {
			for await (const part of request.parts()) {
				entry.parts.push(part.fieldname);
				if (part.type !== 'file') continue;
				const received: ReceivedFile = { location: join(this.folder, randomUUID()) };
				request.received.push(received);
				const target = isAdmitted
					? createWriteStream(received.location)
					: new PassThrough().resume();
				received.file = await readFile(part, target);
				entry.file ??= received.file;
			}
		} catch (error) {
			await drop(request);
			throw error;
		}
	}

	/** Makes the only file of a request usable on an instance. Returns its storageRef, or throws a 400 Refusal. */
	async keep(request: FastifyRequest, instanceId: string): Promise<string> {
		const [first, second] = request.received ?? [];
		if (!first?.file || second || first.file.fieldName !== 'file') {
			await drop(request);
			throw new Refusal(400, 'Expected exactly one file part, named file.');
		}
		const storageRef = `uploads/${encodeURIComponent(instanceId)}/${randomUUID()}`;
		const { location, file } = first;
		request.entry.file = { ...file, storageRef };
		this.stored.set(storageRef, { location, file, instanceId });
		return storageRef;
	}
}

async function drop({ received = [] }: FastifyRequest): Promise<void> {
	for (const { location } of received) await rm(location, { force: true });
}

async function readFile(part: MultipartFile, target: Writable): Promise<LoggedFile> {
	const hash = createHash('sha256');
	part.file.on('data', (chunk: Buffer) => hash.update(chunk));
	await pipeline(part.file, target);
	const { fieldname: fieldName, filename: fileName, mimetype: mimeType } = part;
	return { fieldName, fileName, mimeType, size: part.file.bytesRead, sha256: hash.digest('hex') };
}
