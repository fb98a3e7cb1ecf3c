import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { runningSandbox } from '../sandbox/support/runningSandbox';
import { ask, key } from './support/ask';
import { httpServer } from './support/httpServer';
import { rawServer } from './support/rawServer';

const { control, url } = runningSandbox();

const largest = 16 * 1024 * 1024;
const tooLarge = { status: 200, body: { kind: 'empty' }, unread: { reason: 'tooLarge' } };

/** The URL of a server that answers every request with these bytes. */
async function answering(bytes: Buffer, headers: Record<string, string> = {}): Promise<string> {
	return (await httpServer((_, response) => void response.writeHead(200, headers).end(bytes))).url;
}

describe('the size limit for answers', () => {
	it('stops reading an endless answer at the limit', async () => {
		const { url: service } = await httpServer((_, response) => {
			const more = () => {
				while (!response.destroyed && response.write(randomBytes(64 * 1024)));
			};
			response.on('drain', more);
			more();
		});
		expect(await ask(service)).toMatchObject(tooLarge);
	});

	it('counts the unpacked size of a gzip answer', async () => {
		await control().bend({ status: 200, size: largest + 1, gzip: true });
		expect(await ask(url())).toMatchObject(tooLarge);
	});

	it.each([false, true])('allows an answer of exactly that size (gzip: %s)', async (gzip) => {
		await control().bend({ size: largest, gzip });
		const outcome = await ask(url());
		expect(outcome).toMatchObject({ kind: 'answer', body: { kind: 'json' } });
		expect(outcome).not.toHaveProperty('unread');
	});
});

const answer = Buffer.from(JSON.stringify([{ id: 'größe ✓' }]));

it.each([
	['x-gzip', gzipSync(answer)],
	['GZIP', gzipSync(answer)],
	['deflate', deflateSync(answer)],
	['br', brotliCompressSync(answer)],
])('an answer with content-encoding %s is decoded', async (encoding, bytes) => {
	const service = await answering(bytes, { 'content-encoding': encoding });
	expect(await ask(service)).toMatchObject({ body: { kind: 'json', value: [{ id: 'größe ✓' }] } });
});

it.each(['gzip', 'br', 'zstd'])(
	'plain JSON that is wrongly labelled %s is read as it is',
	async (encoding) => {
		const service = await answering(answer, { 'content-encoding': encoding });
		expect(await ask(service)).toMatchObject({ body: { value: [{ id: 'größe ✓' }] } });
	},
);

it('an empty answer counts as empty even if its header says gzip', async () => {
	const service = await answering(Buffer.alloc(0), { 'content-encoding': 'gzip' });
	expect(await ask(service)).toMatchObject({ kind: 'answer', body: { kind: 'empty' } });
});

it.each([
	['damaged gzip', Buffer.from(gzipSync(answer)).fill(0x55, 10, 20), 'gzip'],
	['gzip without its content', gzipSync(answer).subarray(0, 8), 'gzip'],
	['a compression that nobody asked for', gzipSync(answer), 'zstd'],
])('of %s nothing can be read, and the status decides', async (_, bytes, encoding) => {
	const service = await answering(bytes, { 'content-encoding': encoding });
	const lost = { status: 200, body: { kind: 'empty' }, unread: { reason: 'cut' } };
	expect(await ask(service)).toMatchObject(lost);
});

it.each([
	['gzip without its last eight bytes', gzipSync(answer).subarray(0, -8), 'gzip'],
	['gzip without its last byte', gzipSync(answer).subarray(0, -1), 'gzip'],
	['zlib without its last bytes', deflateSync(answer).subarray(0, -4), 'deflate'],
	['raw deflate', deflateRawSync(answer), 'deflate'],
	['brotli without its last byte', brotliCompressSync(answer).subarray(0, -1), 'br'],
])('%s is read', async (_, bytes, encoding) => {
	const service = await answering(bytes, { 'content-encoding': encoding });
	expect(await ask(service)).toMatchObject({ body: { kind: 'json', value: [{ id: 'größe ✓' }] } });
});

/** The URL of a server that answers with these bytes, and then closes the connection. */
async function closingAfter(head: string, body: Buffer): Promise<string> {
	const { host } = await rawServer((socket) => {
		socket.once('data', () => {
			socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
			socket.end(body);
		});
	});
	return `http://${host}`;
}

const chunk = (bytes: Buffer) => `${bytes.length.toString(16)}\r\n${bytes.toString('latin1')}\r\n`;
const gzipped = gzipSync(answer);

it.each<[what: string, head: string, body: Buffer]>([
	['one byte less than announced', `content-length: ${answer.length + 1}`, answer],
	['much less than announced', 'content-length: 1000000', answer],
	['no last chunk', 'transfer-encoding: chunked', Buffer.from(chunk(answer), 'latin1')],
	[
		'an end within the last chunk',
		'transfer-encoding: chunked',
		Buffer.from(chunk(answer.subarray(0, 9)) + chunk(answer.subarray(9)).slice(0, -2), 'latin1'),
	],
	[
		'gzip without its last bytes, and less than announced',
		`content-encoding: gzip\r\ncontent-length: ${gzipped.length}`,
		gzipped.subarray(0, -8),
	],
])('an answer that ends early is read as far as it goes: %s', async (_, head, body) => {
	expect(await ask(await closingAfter(head, body))).toMatchObject({
		status: 200,
		body: { kind: 'json', value: [{ id: 'größe ✓' }] },
		unread: { reason: 'cut' },
	});
});

it('of JSON that ends early, the text is left, also if it ends within a character', async () => {
	const cut = Buffer.from('{"id":"m1","to":"ö').subarray(0, -1);
	const outcome = await ask(await closingAfter('content-length: 100', cut));
	expect(outcome).toMatchObject({ body: { kind: 'text', value: '{"id":"m1","to":"\ufffd' } });
});

it('an answer that ends within an echo of the key does not show its beginning', async () => {
	const cut = Buffer.from(`{"error":"no key ${key.slice(0, -1)}`);
	const outcome = await ask(await closingAfter('content-length: 100', cut));
	expect(outcome).toMatchObject({ body: { kind: 'text', value: '{"error":"no key ' } });
});

const words = '{"message":"Número não está disponível"}';
const [latin1, utf8] = [Buffer.from(words, 'latin1'), Buffer.from(words)];

it.each<[what: string, bytes: Buffer, contentType: string]>([
	['an answer in its charset', latin1, 'application/json; charset=ISO-8859-1'],
	['a quoted charset', latin1, 'text/plain;charset="windows-1252"'],
	['UTF-16', Buffer.from(words, 'utf16le'), 'application/json; charset=utf-16le'],
	['UTF-8', utf8, 'application/json; charset=utf-8'],
	['UTF-8 without a charset', utf8, 'application/json'],
	['UTF-8 with a charset that nobody knows', utf8, 'application/json; charset=x-own'],
	['ISO-8859-1 without a charset', latin1, 'application/json'],
	['ISO-8859-1 without a type', latin1, ''],
])('reads %s', async (_, bytes, contentType) => {
	const service = await answering(bytes, contentType ? { 'content-type': contentType } : {});
	expect(await ask(service)).toMatchObject({ body: { kind: 'json', value: JSON.parse(words) } });
});
