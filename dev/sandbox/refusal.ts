import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Code for a status the reference gives none for, in the style of its `Forbidden`: 404 is `NotFound`. */
export function codeOf(status: number): string {
	return (STATUS_CODES[status] ?? 'Error').replaceAll(/\W/g, '');
}

/** A request the service turns down. `code` falls back to the one of the status. */
export class Refusal extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
		readonly code = codeOf(statusCode),
	) {
		super(message);
	}
}

/** Fastify error handler: every refusal leaves as `{ code, message }` (shape not shown by the reference, part 7). */
export function sendRefusal(error: FastifyError | Refusal, _request: FastifyRequest, reply: FastifyReply) {
	const status = error.statusCode ?? 500;
	// Fastify's own codes (FST_…) would tell a reader about the stand-in, not about the service.
	const code = error instanceof Refusal ? error.code : codeOf(status);
	return reply.code(status).send({ code, message: error.message });
}
