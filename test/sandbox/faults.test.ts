import { keys } from '../../dev/sandbox/accounts';
import type { Fault } from '../../dev/sandbox/sandboxControl';
import { runningSandbox, text } from './runningSandbox';
import { uploadForm } from './uploadForm';

const { call, control } = runningSandbox();

const send = (key?: string) => call('POST', '/instances/demo/messages', { json: text, key });
const accepted = { id: expect.stringMatching(/^msg_/), status: 'accepted' };

describe('a fault', () => {
	it('applies to as many requests as its count, after the skipped ones', async () => {
		await control().bend({ status: 503, skip: 1, count: 2 });
		const answers = [await send(), await send(), await send(), await send()];
		expect(answers.map(({ status }) => status)).toEqual([202, 503, 503, 202]);
	});

	it('applies only to the given path and method', async () => {
		await control().bend({ status: 503, path: '/messages$', method: 'post' });
		expect(await call('GET', '/instances')).toMatchObject({ status: 200 });
		expect(await call('GET', '/instances/demo/messages')).toMatchObject({ status: 404 });
		expect(await send()).toMatchObject({ status: 503 });
	});

	it('applies once older faults are used up', async () => {
		await control().bend({ status: 500 });
		await control().bend({ status: 503 });
		expect([await send(), await send()]).toMatchObject([{ status: 500 }, { status: 503 }]);
	});

	it('counts its hits and is named in the log', async () => {
		const id = await control().bend({ status: 503, count: 5 });
		await send();
		expect(await control().faults()).toMatchObject([{ id, hits: 1, count: 5 }]);
		expect(await control().requests()).toMatchObject([{ fault: id }]);
	});

	it('does not apply any more once all faults are removed', async () => {
		await control().bend({ status: 503 });
		await control().straighten();
		expect(await control().faults()).toEqual([]);
		expect(await send()).toMatchObject({ status: 202 });
	});

	it.each([{ statsu: 503 }, { status: '503' }, { path: '(' }, { chance: 2 }, { count: 0 }])(
		'is refused if it is %j',
		async (fault) => {
			await expect(control().bend(fault as Fault)).rejects.toThrow('refused POST faults');
			expect(await control().faults()).toEqual([]);
		},
	);
});

describe('an answer', () => {
	it('gets the code of its status by default', async () => {
		await control().bend({ status: 503 });
		expect((await send()).answer).toEqual({
			code: 'ServiceUnavailable',
			message: 'Service Unavailable',
		});
	});

	it('can be set verbatim, with content type and headers', async () => {
		await control().bend({
			status: 418,
			body: '{"half":',
			contentType: 'application/x-teapot',
			headers: { 'Retry-After': '7' },
		});
		const { status, text, headers } = await send();
		expect([status, text, headers.get('content-type'), headers.get('retry-after')]).toEqual([
			418,
			'{"half":',
			'application/x-teapot',
			'7',
		]);
	});

	it('can be gzipped', async () => {
		await control().bend({ gzip: true });
		const { headers, answer } = await send();
		expect(headers.get('content-encoding')).toBe('gzip');
		expect(answer).toEqual(accepted);
	});

	it('can be gzipped without a header that says so', async () => {
		await control().bend({
			gzip: true,
			headers: { 'content-encoding': 'identity' },
			contentType: 'application/octet-stream',
		});
		const { text } = await send();
		// The first byte of gzip. The second is not valid UTF-8.
		expect(text.slice(0, 2)).toBe('\u001f\ufffd');
	});

	it('can be padded to any size and stays valid JSON', async () => {
		await control().bend({ size: 100_000 });
		const { text, answer } = await send();
		expect(text).toHaveLength(100_000);
		expect(answer).toEqual(accepted);
	});

	it('can be delayed', async () => {
		await control().bend({ delay: 150 });
		const before = performance.now();
		expect(await send()).toMatchObject({ status: 202 });
		// Timers may fire up to a millisecond early.
		expect(performance.now() - before).toBeGreaterThanOrEqual(149);
	});
});

describe('a request', () => {
	it.each<Fault>([
		{ delay: 1 },
		{ headers: { a: 'b' } },
		{ body: '{}' },
		{ gzip: true },
		{ size: 100 },
		{ code: 'ODD' },
	])('is carried out despite the fault %j', async (fault) => {
		await control().bend(fault);
		expect(await send()).toMatchObject({ status: 202 });
		expect(await control().requests()).toMatchObject([{ carriedOut: true, status: 202 }]);
		expect(await control().messages()).toHaveLength(1);
	});

	it('is not carried out if the service itself refuses it, whatever the answer says', async () => {
		await control().bend({ status: 200, body: '{}', carryOut: true });
		expect(await send(keys.none.key)).toMatchObject({ status: 200 });
		expect(await control().requests()).toMatchObject([{ carriedOut: false, status: 200 }]);
	});

	it('to upload a file is logged but stores nothing if a fault sets the status', async () => {
		await control().bend({ status: 503 });
		expect(
			await call('POST', '/instances/demo/media', { body: uploadForm('bytes') }),
		).toMatchObject({ status: 503 });
		const [entry] = await control().requests();
		expect(entry).toMatchObject({ carriedOut: false, parts: ['file'], file: { size: 5 } });
		expect(entry?.file?.storageRef).toBeUndefined();
	});

	it('to upload a file stores it if a fault sets the status and carryOut', async () => {
		await control().bend({ status: 503, carryOut: true });
		expect(
			await call('POST', '/instances/demo/media', { body: uploadForm('bytes') }),
		).toMatchObject({ status: 503 });
		const [entry] = await control().requests();
		const json = {
			to: '4917',
			content: { type: 'image', media: { storageRef: entry?.file?.storageRef } },
		};
		expect(await call('POST', '/instances/demo/messages', { json })).toMatchObject({ status: 202 });
	});
});
