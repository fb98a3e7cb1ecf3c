import { createReadStream } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal';
import type { Stores } from './service';

/** Uploaded files for the page: pictures, audio and video to look at, anything else to download. */
export async function storedMedia(app: FastifyInstance, { uploads }: Stores): Promise<void> {
	app.get<{ Querystring: { ref?: string } }>('/_sandbox/media', async ({ query }, reply) => {
		const file = uploads.find(query.ref ?? '');
		if (!file) throw new Refusal(404, 'There is no such stored file.');
		// The type comes from whoever uploaded: it must not turn the file into a page of this origin.
		const isMedia = /^(image|audio|video)\/[\w.+-]+$/.test(file.mimeType);
		if (!isMedia) reply.header('content-disposition', attachment(file.fileName));
		return reply
			.header('content-security-policy', "sandbox; default-src 'none'")
			.header('content-length', file.size)
			.type(isMedia ? file.mimeType : 'application/octet-stream')
			.send(createReadStream(file.location));
	});
}

/** A file name that comes from anywhere, in the encoding of RFC 8187: no character of it can end the header. */
function attachment(fileName: string): string {
	const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename*=UTF-8''${encoded}`;
}
