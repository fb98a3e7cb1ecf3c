import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** A code for a status without one in the reference, in the style of its `Forbidden`: 404 is `NotFound`. */
export function codeOf(status: number): string {
	return (STATUS_CODES[status] ?? 'Error').replaceAll(/\W/g, '');
}

/** A request that the service refuses. By default, `code` is that of the status. */
export class Refusal extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
		readonly code = codeOf(statusCode),
	) {
		super(message);
	}
}

/** Fastify error handler: sends every refusal as `{ code, message }` (not shown by the reference, part 7). */
export function sendRefusal(
	error: FastifyError | Refusal,
	_request: FastifyRequest,
	reply: FastifyReply,
) {
	const status = error.statusCode ?? 500;
	// Fastify's own codes (FST_…) describe the stand-in, not the service.
	const code = error instanceof Refusal ? error.code : codeOf(status);
	return reply.code(status).send({ code, message: error.message });
}
