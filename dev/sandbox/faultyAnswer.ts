import { STATUS_CODES } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Fault } from './faults';
import { codeOf } from './refusal';

export interface Answer {
	status: number;
	/** Empty for an answer without a body. */
	contentType: string;
	body: string | Buffer;
}

const json = 'application/json; charset=utf-8';

/** The service's answer, changed by the fault; `headers` are to be added. */
export function faultyAnswer(
	fault: Fault,
	answer: Answer,
): Answer & { headers: Record<string, string> } {
	const status = fault.status ?? answer.status;
	const isError =
		fault.code !== undefined ||
		fault.message !== undefined ||
		fault.shape !== undefined ||
		(fault.status ?? 0) >= 400;
	let { contentType, body } = isError ? errorAnswer(fault, status) : answer;

	if (fault.body !== undefined) [contentType, body] = [contentType || json, fault.body];
	if (fault.size !== undefined) body = body.toString().padEnd(fault.size);
	if (fault.gzip) body = gzipSync(body);
	const headers = { ...(fault.gzip && { 'content-encoding': 'gzip' }), ...fault.headers };
	return { status, contentType: fault.contentType ?? contentType, body, headers };
}

function errorAnswer(fault: Fault, status: number): Answer {
	const {
		code = codeOf(status),
		message = STATUS_CODES[status] ?? 'Error',
		shape = 'code',
	} = fault;
	const bodies = {
		code: { code, message },
		'error.code': { error: { code, message } },
		error: { error: code, message },
		errors: { errors: [{ code, message }] },
		type: { type: code, title: message, status },
	};
	switch (shape) {
		case 'text':
			return { status, contentType: 'text/plain; charset=utf-8', body: `${code}: ${message}` };
		case 'html':
			return {
				status,
				contentType: 'text/html; charset=utf-8',
				body: `<html><h1>${code}</h1><p>${message}</p></html>`,
			};
		case 'empty':
			return { status, contentType: '', body: '' };
		default:
			return { status, contentType: json, body: JSON.stringify(bodies[shape]) };
	}
}
