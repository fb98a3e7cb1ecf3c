import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { faultyAnswer } from './faultyAnswer';

/** An answer that never comes. Nothing refers to it, so it is freed with the connection. */
const never = () => new Promise<never>(() => {});

/** onRequest hook: faults that apply before the request body is read. */
export async function applyFaultBeforeReading(
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const { fault, raw } = request;
	if (!fault) return;
	const isTooLarge = fault.status === 413 && !fault.carryOut && !fault.reset && !fault.hang;
	if (fault.reset !== 'beforeReading' && !isTooLarge) return;

	reply.hijack();
	if (fault.status === undefined) {
		raw.socket.destroy();
		return;
	}
	request.entry.status = fault.status;
	const { headers, contentType, body } = faultyAnswer(fault, {
		status: fault.status,
		contentType: '',
		body: '',
	});
	reply.raw.writeHead(fault.status, {
		...(contentType && { 'content-type': contentType }),
		...headers,
		'content-length': body.length,
		connection: 'close',
	});
	reply.raw.write(body);
	if (isTooLarge) {
		// Closing a socket with unread bytes would discard the answer while the caller is still sending. So the
		// rest is read and dropped until the caller stops (nginx calls this a lingering close).
		raw.on('close', () => raw.socket.destroySoon()).resume();
	} else {
		raw.socket.destroySoon();
	}
}

/** onSend hook: applies the fault to an answer, and logs what was really sent. */
export async function applyFaultToAnswer(
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): Promise<unknown> {
	const { fault, entry } = request;
	if (!fault) {
		entry.status = reply.statusCode;
		return payload;
	}
	// Unreferenced, so that a delay does not keep a closing process running.
	if (fault.delay) await sleep(fault.delay, undefined, { ref: false });
	if (fault.hang || request.socket.destroyed) return never();
	if (fault.reset) {
		request.socket.destroy();
		return never();
	}

	const contentType = String(reply.getHeader('content-type') ?? '');
	const { status, body, ...changed } = faultyAnswer(fault, {
		status: reply.statusCode,
		contentType,
		body: typeof payload === 'string' ? payload : '',
	});
	entry.status = status;
	reply
		.code(status)
		.removeHeader('content-length')
		.removeHeader('content-type')
		.headers(changed.headers);
	if (changed.contentType) reply.header('content-type', changed.contentType);
	if (fault.cut === undefined) return body;

	const whole = Buffer.from(body);
	reply.raw.writeHead(status, {
		...(reply.getHeaders() as Record<string, string>),
		'content-length': whole.length,
	});
	reply.raw.flushHeaders();
	if (fault.cut) reply.raw.write(whole.subarray(0, fault.cut));
	request.socket.destroySoon();
	return never();
}
