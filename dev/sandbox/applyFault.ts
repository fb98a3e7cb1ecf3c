import { STATUS_CODES } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from './faults';
import { codeOf } from './refusal';

/** An answer that never comes. Nothing refers to it, so it is freed with the connection. */
const never = () => new Promise<never>(() => {});

/** The body and the headers of the service's answer, changed by the fault. */
function faulty(fault: Fault, status: number, contentType = '', body = '') {
	const { code = codeOf(status), message = STATUS_CODES[status] ?? 'Error' } = fault;
	let changed: string | Buffer = body;
	if ('code' in fault || 'message' in fault || (fault.status ?? 0) >= 400)
		[contentType, changed] = ['application/json; charset=utf-8', JSON.stringify({ code, message })];
	if (fault.body !== undefined)
		[contentType, changed] = [contentType || 'application/json; charset=utf-8', fault.body];
	if (fault.size !== undefined) changed = changed.padEnd(fault.size);
	if (fault.gzip) changed = gzipSync(changed);
	contentType = fault.contentType ?? contentType;
	const headers = {
		...(contentType && { 'content-type': contentType }),
		...(fault.gzip && { 'content-encoding': 'gzip' }),
		...fault.headers,
	};
	return { body: changed, headers };
}

/** onRequest hook: faults that apply before the request body is read. */
export async function applyFaultBeforeReading(
	{ fault, raw, entry }: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	if (!fault) return;
	const isTooLarge = fault.status === 413 && !fault.carryOut && !fault.reset && !fault.hang;
	if (fault.reset !== 'beforeReading' && !isTooLarge) return;

	reply.hijack();
	if (fault.status === undefined) return void raw.socket.destroy();
	entry.status = fault.status;
	const { headers, body } = faulty(fault, fault.status);
	reply.raw
		.writeHead(fault.status, {
			...headers,
			'content-length': Buffer.byteLength(body),
			connection: 'close',
		})
		.write(body);
	// Closing a socket with unread bytes would discard the answer while the caller is still sending. So the rest of what
	// is too large is read and dropped until the caller stops (nginx calls this a lingering close).
	if (isTooLarge) raw.on('close', () => raw.socket.destroySoon()).resume();
	else raw.socket.destroySoon();
}

/** onSend hook: applies the fault to an answer, and logs what was really sent. */
export async function applyFaultToAnswer(
	{ fault, entry, socket }: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): Promise<unknown> {
	const status = fault?.status ?? reply.statusCode;
	// Unreferenced, so that a delay does not keep a closing process running.
	if (fault?.delay) await sleep(fault.delay, undefined, { ref: false });
	if (fault && (fault.hang || socket.destroyed)) return never();
	if (fault?.reset) {
		socket.destroy();
		return never();
	}
	entry.status = status;
	if (!fault) return payload;

	const contentType = String(reply.getHeader('content-type') ?? '');
	const text = typeof payload === 'string' ? payload : '';
	const { headers, body } = faulty(fault, status, contentType, text);
	reply.code(status).removeHeader('content-length').removeHeader('content-type').headers(headers);
	if (fault.cut === undefined) return body;

	const whole = Buffer.from(body);
	const sent = reply.getHeaders() as Record<string, string>;
	reply.raw.writeHead(status, { ...sent, 'content-length': whole.length }).flushHeaders();
	if (fault.cut) reply.raw.write(whole.subarray(0, fault.cut));
	socket.destroySoon();
	return never();
}
