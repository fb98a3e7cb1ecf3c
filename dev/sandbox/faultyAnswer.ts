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
	const { status = answer.status, code = codeOf(status), gzip } = fault;
	const { message = STATUS_CODES[status] ?? 'Error' } = fault;
	let { contentType, body } = answer;

	if ('code' in fault || 'message' in fault || (fault.status ?? 0) >= 400)
		[contentType, body] = [json, JSON.stringify({ code, message })];
	if (fault.body !== undefined) [contentType, body] = [contentType || json, fault.body];
	if (fault.size !== undefined) body = body.toString().padEnd(fault.size);
	if (gzip) body = gzipSync(body);
	const headers = { ...(gzip && { 'content-encoding': 'gzip' }), ...fault.headers };
	return { status, contentType: fault.contentType ?? contentType, body, headers };
}
