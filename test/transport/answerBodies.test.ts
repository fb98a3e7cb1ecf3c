import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { runningSandbox } from '../sandbox/runningSandbox';
import { ask, list, message } from './asking';
import { httpServer } from './httpServer';

const { control, url } = runningSandbox();

const mebibyte = 1024 * 1024;
const tooLarge = {
	kind: 'answer',
	status: 200,
	body: { kind: 'empty' },
	unread: { reason: 'tooLarge' },
};
const sizes = [
	['a list of instances', list, 16 * mebibyte],
	['a message', message, mebibyte],
] as const;

/** A server that answers everything with these bytes. */
async function answering(bytes: Buffer, headers: Record<string, string> = {}): Promise<string> {
	return (await httpServer((_, response) => void response.writeHead(200, headers).end(bytes))).url;
}

describe.each(sizes)('the answer to %s is not read past its limit', (_, request, largest) => {
	it('when its length is announced', async () => {
		await control().bend({ status: 200, size: largest + 1 });
		expect(await ask(url(), { request })).toMatchObject(tooLarge);
	});

	it('when its length is not announced, before all of it is read', async () => {
		const { url: endless } = await httpServer((_, response) => {
			const more = () => {
				while (!response.destroyed && response.write(randomBytes(64 * 1024)));
			};
			response.on('drain', more);
			more();
		});
		expect(await ask(endless, { request })).toMatchObject(tooLarge);
	});

	it('when it only unfolds to that size', async () => {
		await control().bend({ status: 200, size: largest + 1, gzip: true });
		expect(await ask(url(), { request })).toMatchObject(tooLarge);
	});

	it.each([false, true])('and read up to there (gzip: %s)', async (gzip) => {
		await control().bend({ size: largest, gzip });
		const outcome = await ask(url(), { request });
		expect(outcome).toMatchObject({ kind: 'answer', body: { kind: 'json' } });
		expect(outcome).not.toHaveProperty('unread');
	});
});

const answer = Buffer.from(JSON.stringify([{ id: 'größe ✓' }]));

it.each([
	['gzip', gzipSync(answer)],
	['x-gzip', gzipSync(answer)],
	['GZIP', gzipSync(answer)],
	['deflate', deflateSync(answer)],
	['br', brotliCompressSync(answer)],
	['identity', answer],
])('an answer with the encoding %s is read', async (encoding, bytes) => {
	const service = await answering(bytes, { 'content-encoding': encoding });
	expect(await ask(service)).toMatchObject({ body: { kind: 'json', value: [{ id: 'größe ✓' }] } });
});

it('an answer is read by what it is, whatever its content type says', async () => {
	const service = await answering(answer, { 'content-type': 'text/html' });
	expect(await ask(service)).toMatchObject({ body: { kind: 'json' } });
});

it('an empty answer is empty, even one said to be gzip', async () => {
	const service = await answering(Buffer.alloc(0), { 'content-encoding': 'gzip' });
	expect(await ask(service)).toMatchObject({ kind: 'answer', body: { kind: 'empty' } });
});

it.each([
	['damaged', Buffer.from('this is no gzip')],
	['cut', gzipSync(answer).subarray(0, -12)],
])('a %s gzip body cannot be read, and the status counts', async (_, bytes) => {
	const service = await answering(bytes, { 'content-encoding': 'gzip' });
	expect(await ask(service)).toMatchObject({
		kind: 'answer',
		status: 200,
		unread: { reason: 'cut' },
	});
});

it('multi-byte letters stay whole where the network splits them', async () => {
	const { url: service } = await httpServer((_, response) => {
		const half = answer.indexOf(Buffer.from('ö')) + 1;
		response.write(answer.subarray(0, half), () =>
			setImmediate(() => response.end(answer.subarray(half))),
		);
	});
	expect(await ask(service)).toMatchObject({ body: { value: [{ id: 'größe ✓' }] } });
});
