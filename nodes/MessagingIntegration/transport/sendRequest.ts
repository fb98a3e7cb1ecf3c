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

/** A whole exchange may take this many times the timeout, and longer for a file (bytes/ms). */
const longestExchange = 10;
const slowest = 16;

/** The longest timer of Node.js (ms). */
const longestTimer = 2 ** 31 - 1;

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

/** The body as undici takes it: any async iterable. Its types know only Readable. */
type WireBody = string | Readable | undefined;

function wireOptions(account: Account, request: ServiceRequest, form?: Multipart): Options {
	return {
		...addressOf(account, request),
		method: request.method,
		headers: {
			...headersOf(account),
			...(request.body && { 'content-type': 'application/json' }),
			...form?.headers,
		},
		body: request.body && JSON.stringify(request.body),
	};
}

/** A request in progress. It never fails: a break is an outcome. */
class Exchange implements Dispatcher.DispatchHandler {
	readonly result: Promise<Received | Broken>;
	private readonly answer: Received = { status: 0, headers: {}, chunks: [], size: 0 };
	private controller: Dispatcher.DispatchController | undefined;
	private abandoned: BrokenExchange | undefined;
	private resolve: (result: Received | Broken) => void = () => {};
	private connecting: NodeJS.Timeout | undefined;
	private ending: NodeJS.Timeout | undefined;
	private leaving: NodeJS.Timeout | undefined;
	/** Runs from the first informational answer on. */
	private silence: NodeJS.Timeout | undefined;

	/** @param largest the size limit of the answer (bytes) */
	constructor(
		private readonly limits: Limits,
		private readonly largest: number,
		private readonly form: Multipart | undefined,
	) {
		this.result = new Promise((resolve) => (this.resolve = resolve));
	}

	/** Gives the request to a connection. */
	begin(dispatcher: Dispatcher, options: Options): void {
		const { timeout, signal } = this.limits;
		signal?.addEventListener('abort', this.cancel);
		if (signal?.aborted) return this.cancel();
		this.connecting = setTimeout(() => this.abandon('connectTimeout'), timeout);
		const body = this.form ? (this.tracked(this.form.body) as unknown as WireBody) : options.body;
		dispatcher.dispatch({ ...options, body, headersTimeout: timeout, bodyTimeout: timeout }, this);
	}

	/** Each piece of a file that the connection takes is progress. */
	private async *tracked(body: Multipart['body']): AsyncGenerator<Uint8Array> {
		for await (const piece of body) {
			this.silence?.refresh();
			yield piece;
		}
	}

	/** Called just before the first byte is written: from here on, a break leaves the request in doubt. */
	onRequestStart(controller: Dispatcher.DispatchController): void {
		if (this.abandoned) return controller.abort(this.abandoned);
		this.controller = controller;
		clearTimeout(this.connecting);
		const { timeout } = this.limits;
		const longest = longestExchange * timeout + (this.form?.size ?? 0) / slowest;
		this.ending = setTimeout(() => this.abandon('timeout'), Math.min(longest, longestTimer));
	}

	onResponseStart(_: unknown, status: number, headers: Received['headers']): void {
		if (status < 200) {
			// 102 and 103 come before the real answer. undici would wait for it once more after each of them.
			this.silence ??= setTimeout(() => this.abandon('timeout'), this.limits.timeout);
			return;
		}
		clearTimeout(this.silence);
		this.answer.status = status;
		this.answer.headers = headers;
	}

	onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
		this.answer.chunks.push(chunk);
		this.answer.size += chunk.length;
		if (this.answer.size > this.largest) controller.abort(new BrokenExchange('tooLarge'));
	}

	onResponseEnd(): void {
		// undici reuses a connection only a turn of the event loop after its answer, to notice a server that closes it
		// without notice. Resolving earlier would open another connection for the next request.
		setImmediate(() => setImmediate(() => this.settle(this.answer)));
	}

	onResponseError(_: unknown, error: Error): void {
		const isAnswered = this.answer.status > 0;
		const begun = this.controller !== undefined;
		this.settle(isAnswered ? { ...this.answer, broken: error } : brokenOutcome(error, { begun }));
	}

	/** A message that was written may be answered in a moment. One that was not written must not be sent any more. */
	private readonly cancel = () => {
		if (!this.controller || this.form) this.abandon('cancelled');
		else this.leaving = setTimeout(() => this.abandon('cancelled'), leave);
	};

	private abandon(reason: 'cancelled' | 'connectTimeout' | 'timeout'): void {
		this.abandoned = new BrokenExchange(reason);
		this.onResponseError(undefined, this.abandoned);
		this.controller?.abort(this.abandoned);
	}

	private settle(result: Received | Broken): void {
		for (const timer of [this.connecting, this.ending, this.leaving, this.silence])
			clearTimeout(timer);
		this.limits.signal?.removeEventListener('abort', this.cancel);
		this.resolve(result);
	}
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
		const exchange = new Exchange(limits, largest, form);
		exchange.begin(dispatcher, wireOptions(account, request, form));
		received = await exchange.result;
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
