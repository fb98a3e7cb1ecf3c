import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';

import type { Dispatcher } from 'undici';

import type { Account } from '../api/account';
import { readBody, unreadBody } from '../api/body';
import { largestAnswer, pathOf } from '../api/endpoints';
import type { Answer, Broken, Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import { BrokenExchange, brokenOutcome } from './breaks';
import { withProxyVariable } from './dispatcher';
import { type Limits, type Multipart, multipart } from './multipart';

/** After the execution is stopped, a request that was written may still be answered for this long (ms). */
const leave = 1000;

type Options = Dispatcher.DispatchOptions;

/** An answer as received. */
interface Received extends Pick<Answer, 'status' | 'headers'> {
	chunks: Buffer[];
	/** Bytes in the chunks. */
	size: number;
	/** Why the rest is missing. */
	broken?: Error;
}

/**
 * Where a request goes. For the whole URL, join both: `new URL(path, origin)` takes a path that starts with `//` for a
 * host.
 */
export function addressOf({ origin, prefix }: Account, request: ServiceRequest) {
	const search = request.query?.length ? `?${new URLSearchParams(request.query).toString()}` : '';
	return { origin, path: prefix + pathOf(request) + search };
}

/** The headers of every request. n8n's own nodes use this user agent; some firewalls refuse requests without one. */
export function headersOf(account: Account): Record<string, string> {
	return { accept: 'application/json', 'user-agent': 'n8n', ...account.headers };
}

function wireOptions(account: Account, request: ServiceRequest, form?: Multipart): Options {
	return {
		...addressOf(account, request),
		method: request.method,
		headers: {
			...headersOf(account),
			...(request.body && { 'content-type': 'application/json' }),
			...form?.headers,
		},
		// undici accepts any async iterable; its types know only Readable.
		body: (form?.body as Readable | undefined) ?? (request.body && JSON.stringify(request.body)),
	};
}

/**
 * Gives the request to a connection and collects the answer. Never rejects: a break is an outcome.
 * @param largest the size limit of an answer (bytes)
 */
async function dispatched(
	dispatcher: Dispatcher,
	options: Options,
	largest: number,
	{ timeout, signal }: Limits,
): Promise<Received | Broken> {
	return await new Promise((resolve) => {
		const answer: Received = { status: 0, headers: {}, chunks: [], size: 0 };
		let begun: Dispatcher.DispatchController | undefined;
		let abandoned: BrokenExchange | undefined;
		let leaving: NodeJS.Timeout | undefined;

		const settle = (result: Received | Broken) => {
			clearTimeout(connecting);
			clearTimeout(leaving);
			signal?.removeEventListener('abort', cancel);
			resolve(result);
		};
		const fail = (error: Error) =>
			settle(
				answer.status > 0
					? { ...answer, broken: error }
					: brokenOutcome(error, { begun: begun !== undefined }),
			);
		const abandon = (error: BrokenExchange) => {
			abandoned = error;
			fail(error);
			begun?.abort(error);
		};
		const cancelNow = () => abandon(new BrokenExchange('cancelled'));
		// A message that was written may be answered in a moment. One that was not written must not be sent any more.
		const isUpload = typeof options.body === 'object';
		const cancel = () =>
			begun && !isUpload ? (leaving = setTimeout(cancelNow, leave)) : cancelNow();
		const connecting = setTimeout(() => abandon(new BrokenExchange('connectTimeout')), timeout);

		signal?.addEventListener('abort', cancel);
		if (signal?.aborted) return cancel();
		dispatcher.dispatch(
			{ ...options, headersTimeout: timeout, bodyTimeout: timeout },
			{
				// Called just before the first byte is written: from here on, a break leaves the request in doubt.
				onRequestStart(controller) {
					if (abandoned) return controller.abort(abandoned);
					begun = controller;
					clearTimeout(connecting);
				},
				onResponseStart(_, status, headers) {
					// 102 and 103 come before the real answer.
					if (status < 200) return;
					answer.status = status;
					answer.headers = headers;
				},
				onResponseData(controller, chunk) {
					answer.chunks.push(chunk);
					answer.size += chunk.length;
					if (answer.size > largest) controller.abort(new BrokenExchange('tooLarge'));
				},
				// undici reuses a connection only a turn of the event loop after its answer, to notice a server that closes
				// it without notice. Resolving earlier would open another connection for the next request.
				onResponseEnd: () => void setImmediate(() => setImmediate(settle, answer)),
				onResponseError: (_, error) => fail(error),
			},
		);
	});
}

/**
 * Sends one request and reads its whole answer. A broken exchange is an outcome too, which says whether any of the
 * request was written. Redirects are not followed, because they would send the key to another host.
 */
export async function sendRequest(
	dispatcher: Dispatcher,
	account: Account,
	request: ServiceRequest,
	limits: Limits,
): Promise<Outcome> {
	const largest = largestAnswer(request.kind);
	let form: Multipart | undefined;
	let received: Received | Broken;
	try {
		form = request.file && (await multipart(request.file, limits));
		received = await dispatched(dispatcher, wireOptions(account, request, form), largest, limits);
	} catch (error) {
		received = brokenOutcome(error as Error, { begun: false });
	} finally {
		form?.close();
	}
	if ('kind' in received) return withProxyVariable(received, account.origin);
	const { status, headers, chunks, broken } = received;
	const contentType = String(headers['content-type'] ?? '');
	try {
		if (broken) throw broken;
		const encoding = String(headers['content-encoding'] ?? '');
		const text = await decodedText(Buffer.concat(chunks), encoding, largest);
		const body = readBody(text, account.apiKey, contentType);
		return { kind: 'answer', status, headers, body };
	} catch (error) {
		const { reason, detail } = brokenOutcome(error as Error, { begun: true, answering: true });
		const body = unreadBody(contentType);
		return { kind: 'answer', status, headers, body, unread: { reason, detail } };
	}
}

const decoders: Record<string, (input: InputType, options: ZlibOptions) => Promise<Buffer>> = {
	gzip: promisify(gunzip),
	'x-gzip': promisify(gunzip),
	deflate: promisify(inflate),
	br: promisify(brotliDecompress),
};

/**
 * The text of a body. Some servers compress without being asked, and some label plain text as compressed. What a
 * compression makes is hardly ever UTF-8, and never with gzip.
 * @param largest the size limit of the decoded body (bytes)
 * @throws the zlib error of a damaged body; `ERR_BUFFER_TOO_LARGE` above `largest`
 */
async function decodedText(body: Buffer, encoding: string, largest: number): Promise<string> {
	const decode = decoders[encoding.trim().toLowerCase()];
	if (!decode || body.length === 0) return body.toString('utf8');
	const bytes = await decode(body, { maxOutputLength: largest }).catch((error: Error) => {
		if (isUtf8(body)) return body;
		throw error;
	});
	return bytes.toString('utf8');
}
