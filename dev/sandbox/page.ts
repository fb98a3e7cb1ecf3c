import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import contentDisposition from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { instances, keys, type Account } from './accounts';
import type { PlacedFault } from './faults';
import { indications, type Message } from './message';
import { Refusal } from './refusal';
import type { LogEntry } from './requestLog';
import type { Stores } from './service';

/** The state that an open page polls. */
interface PageState {
	/** The latest 500, with the indications that were shown, oldest first, each with its instance's name. */
	messages: Array<Message & { instance?: string }>;
	/** The number of messages that the sandbox still has. */
	total: number;
	/** The latest 50. */
	faults: PlacedFault[];
	keys: Account[];
}

const folder = join(__dirname, 'page');

const pagePolicy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The indications that were shown, as if they were messages: the page shows both in one list. */
const indicationsIn = (log: LogEntry[]): Message[] =>
	log.flatMap(({ id, operation: type, instanceId = '', body, carriedOut, receivedAt }) => {
		const indication = indications.find((one) => one === type);
		if (!carriedOut || !indication) return [];
		const { to = '' } = (body ?? {}) as { to?: string };
		return { id, instanceId, to, acceptedAt: receivedAt, content: { type: indication } };
	});

const nameOf = (instanceId: string) => instances.find(({ id }) => id === instanceId)?.name;

/** The page at / that shows the messages, and the files that it loads. */
export async function page(app: FastifyInstance, { log, messages, faults, uploads }: Stores) {
	app.addHook('onRequest', async (_request, reply) => {
		reply.headers({ 'content-security-policy': pagePolicy, 'x-content-type-options': 'nosniff' });
	});
	for (const [path, source, type] of [
		['/', 'index.html', 'text/html'],
		['/page.css', 'page.css', 'text/css'],
		['/page.js', 'page.js', 'text/javascript'],
		['/message.js', 'message.js', 'text/javascript'],
	] as const)
		app.get(path, async (_request, reply) =>
			reply.type(`${type}; charset=utf-8`).send(createReadStream(join(folder, source))),
		);
	app.get(
		'/_sandbox/state',
		async (): Promise<PageState> => ({
			messages: [...indicationsIn(log), ...messages]
				.sort((one, other) => one.acceptedAt.localeCompare(other.acceptedAt))
				.slice(-500)
				.map((message) => ({ ...message, instance: nameOf(message.instanceId) })),
			total: messages.length,
			faults: faults.placed.slice(-50),
			keys: Object.values(keys),
		}),
	);
	// Uploaded files: the page shows images, audio and video, and offers all others as downloads.
	app.get<{ Querystring: { ref?: string } }>('/_sandbox/media', async ({ query }, reply) => {
		const stored = uploads.stored.get(query.ref ?? '');
		if (!stored) throw new Refusal(404, 'There is no such stored file.');
		const { file, location } = stored;
		// The uploader chose the type, which must not turn the file into a page of this origin.
		const isMedia = /^(image|audio|video)\/[\w.+-]+$/.test(file.mimeType);
		if (!isMedia)
			reply.header('content-disposition', contentDisposition(file.fileName.toWellFormed()));
		return reply
			.header('content-security-policy', "sandbox; default-src 'none'")
			.header('content-length', file.size)
			.type(isMedia ? file.mimeType : 'application/octet-stream')
			.send(createReadStream(location));
	});
}
