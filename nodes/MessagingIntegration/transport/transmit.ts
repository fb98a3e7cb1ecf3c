// Tests: test/transport/checkedAddress.test.ts, test/transport/answerBodies.test.ts
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';

import type { Dispatcher } from 'undici';

import type { Account } from '../service/account';
import { readBody, unreadBody, withoutBegunKey } from '../service/responseBody';
import { largestAnswer, pathOf } from '../service/request';
import type { Answer, Broken, Outcome } from '../service/outcome';
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
	let form: Multipart | undefined;
	let received: Received | Broken;
	try {
		form = request.file && (await multipart(request.file, ends));
		const options = wireOptions(account, request, form);
		received = await new Promise((resolve) => {
			new Exchange(resolve, form, largestAnswer, ends).start(dispatcher, options);
		});
	} catch (error) {
		received = brokenOutcome(error as Error, { wasWritten: false });
	} finally {
		form?.close();
	}
	if ('kind' in received) return withProxyVariable(received, account.origin);
	const { status, headers, took } = received;
	const head = { kind: 'answer', status, headers, ...(took !== undefined && { took }) } as const;
	return { ...head, ...(await bodyOf(received, account.apiKey)) };
}

/** Why a body, or its end, could not be read. */
function unreadBy(error: Error): Pick<Answer, 'unread'> {
	const circumstances = { wasWritten: true, answering: true };
	const { reason, detail, stopped } = brokenOutcome(error, circumstances);
	return { unread: { reason, detail, ...(stopped && { stopped }) } };
}

/** The body of an answer. One that ends early is read as far as it goes, as browsers do: it may hold the ID of a message. */
async function bodyOf(
	{ headers, chunks, broken }: Received,
	key: string,
): Promise<Pick<Answer, 'body' | 'unread'>> {
	const contentType = String(headers['content-type'] ?? '');
	const encoding = String(headers['content-encoding'] ?? '');
	try {
		const { bytes, cut = broken } = await decompressed(Buffer.concat(chunks), encoding);
		if (cut && bytes.length === 0) throw cut;
		const text = decoded(bytes, contentType, cut !== undefined);
		const whole = cut ? withoutBegunKey(text, key) : text;
		return { body: readBody(whole, key, contentType), ...(cut && unreadBy(cut)) };
	} catch (error) {
		return { body: unreadBody(contentType), ...unreadBy(error as Error) };
	}
}

/**
 * The text of a body in the `charset` of its content type. JSON is always UTF-8 (RFC 8259), but not every service knows:
 * without a charset, what is no UTF-8 is read as browsers read such pages.
 * @param isCut whether its end is missing, perhaps within a character
 */
function decoded(bytes: Buffer, contentType: string, isCut: boolean): string {
	const label = /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1];
	try {
		const isOther = !isCut && !isUtf8(bytes);
		return new TextDecoder(label ?? (isOther ? 'windows-1252' : 'utf-8')).decode(bytes);
	} catch {
		// Nobody knows this charset.
		return bytes.toString('utf8');
	}
}

type Decoder = (body: Buffer, options: object) => Promise<Buffer>;

const unpackGzip: Decoder = promisify(gunzip);
const unpackBrotli: Decoder = promisify(brotliDecompress);
const unpackZlib: Decoder = promisify(inflate);
const unpackRaw: Decoder = promisify(inflateRaw);

/** Some servers leave out the head of zlib, by whose first byte browsers know it. */
const unpackDeflate: Decoder = async (body, options) =>
	await (((body[0] ?? 0) & 0x0f) === 8 ? unpackZlib : unpackRaw)(body, options);

const asItIs: Decoder = async (body) => await Promise.resolve(body);

const decoders: Record<string, Decoder> = {
	'': asItIs,
	identity: asItIs,
	gzip: unpackGzip,
	'x-gzip': unpackGzip,
	deflate: unpackDeflate,
	br: unpackBrotli,
};

const unknownDecoder: Decoder = async () =>
	await Promise.reject(new Error('The answer is packed in a way that nobody asked for'));

/** Gives what there is, although the end is missing. */
const asFarAsItGoes = (decoder: Decoder) => ({
	finishFlush: decoder === unpackBrotli ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH,
});

/**
 * The bytes of a body. Some servers compress without being asked, and some label plain text as compressed. What a
 * compression makes is hardly ever UTF-8, and never with gzip.
 * @returns `cut` says why the end is missing
 * @throws the zlib error of a damaged body; `ERR_BUFFER_TOO_LARGE` above the largest answer
 */
async function decompressed(
	body: Buffer,
	encoding: string,
): Promise<{ bytes: Buffer; cut?: Error }> {
	if (body.length === 0) return { bytes: body };
	const decoder = decoders[encoding.trim().toLowerCase()] ?? unknownDecoder;
	const options = { maxOutputLength: largestAnswer };
	const decode = async (more?: object) => await decoder(body, { ...options, ...more });
	return await decode()
		.then((bytes) => ({ bytes }))
		.catch(async (error: NodeJS.ErrnoException) => {
			if (isUtf8(body)) return { bytes: body };
			if (error.code !== 'Z_BUF_ERROR') throw error;
			return { bytes: await decode(asFarAsItGoes(decoder)), cut: error };
		});
}
