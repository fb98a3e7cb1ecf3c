import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { runningSandbox } from '../sandbox/support/runningSandbox';
import { ask } from './support/ask';
import { httpServer } from './support/httpServer';

const { control, url } = runningSandbox();

const largest = 16 * 1024 * 1024;
const tooLarge = { status: 200, body: { kind: 'empty' }, unread: { reason: 'tooLarge' } };

/** The URL of a server that answers every request with these bytes. */
async function answering(bytes: Buffer, headers: Record<string, string> = {}): Promise<string> {
	return (await httpServer((_, response) => void response.writeHead(200, headers).end(bytes))).url;
}

describe('the size limit for answers to instance lists', () => {
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
	['damaged', gzipSync(answer).fill(0xff, 12)],
	['truncated', gzipSync(answer).subarray(0, -12)],
])('a %s gzip body is dropped, and the status decides', async (_, bytes) => {
	const service = await answering(bytes, { 'content-encoding': 'gzip' });
	expect(await ask(service)).toMatchObject({ status: 200, unread: { reason: 'cut' } });
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
