import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Message } from './mailbox';
import { Refusal } from './refusal';
import type { Stores } from './service';

const pagePolicy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const files = [
	['/', 'index.html', 'text/html; charset=utf-8'],
	['/style.css', 'style.css', 'text/css; charset=utf-8'],
	['/messages.js', 'messages.js', 'text/javascript; charset=utf-8'],
] as const;

/** The page at / that shows messages as they are accepted, and what it loads. */
export async function page(app: FastifyInstance, { mailbox, uploads }: Stores): Promise<void> {
	app.addHook('onRequest', async (_request, reply) => {
		reply.headers({ 'content-security-policy': pagePolicy, 'x-content-type-options': 'nosniff' });
	});
	for (const [path, name, type] of files) {
		app.get(path, async (_request, reply) => reply.type(type).send(createReadStream(join(__dirname, 'page', name))));
	}

	// Server-sent events: all messages so far, then each as it comes; `cleared` when they are forgotten.
	app.get('/_sandbox/events', (_request, reply) => {
		reply.hijack();
		const { raw } = reply;
		const send = (message: Message) => raw.write(`data: ${JSON.stringify(message)}\n\n`);
		const clear = () => raw.write('event: cleared\ndata:\n\n');
		raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		// Also when a browser connects again, lest messages show twice.
		clear();
		mailbox.messages.forEach(send);
		mailbox.on('message', send).on('cleared', clear);
		raw.on('close', () => mailbox.off('message', send).off('cleared', clear));
	});

	app.get<{ Querystring: { ref?: string } }>('/_sandbox/media', async ({ query }, reply) => {
		const file = uploads.find(query.ref ?? '');
		if (!file) throw new Refusal(404, 'There is no such stored file.');
		// The type comes from whoever uploaded: it must not turn the file into a page of this origin.
		const isMedia = /^(image|audio|video)\/[\w.+-]+$/.test(file.mimeType);
		return reply
			.header('content-security-policy', "sandbox; default-src 'none'")
			.type(isMedia ? file.mimeType : 'application/octet-stream')
			.send(createReadStream(file.location));
	});
}
