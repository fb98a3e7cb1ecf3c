import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';

import type { Dispatcher } from 'undici';

import type { Account } from '../service/account';
import { readBody, unreadBody } from '../service/responseBody';
import { largestAnswer, pathOf } from '../service/request';
import type { Broken, Outcome } from '../service/outcome';
import type { ServiceRequest } from '../service/request';
import { brokenOutcome } from './breaks';
import { withProxyVariable } from './dispatcher';
import { Exchange, type Received } from './exchange';
import { headersOf } from './headers';
import { type EndConditions, type Multipart, multipart } from './multipart';

/**
 * Where a request goes. For the whole URL, join both: `new URL(path, origin)` takes a path that starts with `//` for a
 * host.
 */
export function addressOf({ origin, prefix }: Account, request: ServiceRequest) {
	const search = request.query?.length ? `?${new URLSearchParams(request.query).toString()}` : '';
	return { origin, path: prefix + pathOf(request) + search };
}

function wireOptions(
	account: Account,
	request: ServiceRequest,
	form?: Multipart,
): Dispatcher.DispatchOptions {
	return {
		...addressOf(account, request),
		method: request.method,
		headers: headersOf(account, request, form),
		body: request.body && JSON.stringify(request.body),
	};
}

/**
 * Sends one request and reads its whole answer. A broken exchange is an outcome too, which says whether any of the
 * request was written. Redirects are not followed, because they would send the key to another host.
 */
export async function transmit(
	dispatcher: Dispatcher,
	account: Account,
	request: ServiceRequest,
	ends: EndConditions,
): Promise<Outcome> {
	const largest = largestAnswer(request.kind);
	let form: Multipart | undefined;
	let received: Received | Broken;
	try {
		form = request.file && (await multipart(request.file, ends));
		const options = wireOptions(account, request, form);
		received = await new Promise((resolve) => {
			new Exchange(resolve, form, largest, ends).start(dispatcher, options);
		});
	} catch (error) {
		received = brokenOutcome(error as Error, { wasWritten: false });
	} finally {
		form?.close();
	}
	if ('kind' in received) return withProxyVariable(received, account.origin);
	const { status, headers, chunks, broken, took } = received;
	const contentType = String(headers['content-type'] ?? '');
	try {
		if (broken) throw broken;
		const encoding = String(headers['content-encoding'] ?? '');
		const bytes = await decompressed(Buffer.concat(chunks), encoding, largest);
		const text = decoded(bytes, contentType);
		const body = readBody(text, account.apiKey, contentType);
		return {
			kind: 'answer',
			status,
			headers,
			body,
			...(took !== undefined && { took }),
		};
	} catch (error) {
		const circumstances = { wasWritten: true, answering: true };
		const { reason, detail, stopped } = brokenOutcome(error as Error, circumstances);
		const unread = { reason, detail, ...(stopped && { stopped }) };
		return { kind: 'answer', status, headers, body: unreadBody(contentType), unread };
	}
}

const decoders: Record<string, (input: InputType, options: ZlibOptions) => Promise<Buffer>> = {
	gzip: promisify(gunzip),
	'x-gzip': promisify(gunzip),
	deflate: promisify(inflate),
	br: promisify(brotliDecompress),
};

/**
 * The text of a body in the `charset` of its content type. JSON is always UTF-8 (RFC 8259), but not every service knows:
 * without a charset, what is no UTF-8 is read as browsers read such pages.
 */
function decoded(bytes: Buffer, contentType: string): string {
	const label = /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1];
	try {
		return new TextDecoder(label ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')).decode(bytes);
	} catch {
		// Nobody knows this charset.
		return bytes.toString('utf8');
	}
}

/**
 * The bytes of a body. Some servers compress without being asked, and some label plain text as compressed. What a
 * compression makes is hardly ever UTF-8, and never with gzip.
 * @param largest the size limit of the decoded body (bytes)
 * @throws the zlib error of a damaged body; `ERR_BUFFER_TOO_LARGE` above `largest`
 */
async function decompressed(body: Buffer, encoding: string, largest: number): Promise<Buffer> {
	const decode = decoders[encoding.trim().toLowerCase()];
	if (!decode || body.length === 0) return body;
	return await decode(body, { maxOutputLength: largest }).catch((error: Error) => {
		if (isUtf8(body)) return body;
		throw error;
	});
}
