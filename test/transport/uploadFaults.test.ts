import { unlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import { failureOf } from '../../nodes/MessagingIntegration/api/failureOf';
import type { Delivery } from '../../nodes/MessagingIntegration/api/failure';
import type { Outcome } from '../../nodes/MessagingIntegration/api/outcome';
import type { MediaFile } from '../../nodes/MessagingIntegration/api/request';
import { accountAt, ask } from './ask';
import { fileOf } from './fileOf';
import { httpServer } from './httpServer';
import { untilNothingIsOpen } from './untilNothingIsOpen';
import { rawServer, silentHost } from './rawServer';
import { storedFiles } from './storedFiles';

const files = storedFiles();
const { storedFile } = files;

const mebibyte = 1024 * 1024;
/** More than the buffers at both ends of a connection can hold. */
const large = 16 * mebibyte;
/** The shortest timeout that undici keeps exactly (ms). */
const timeout = 1000;
/** Where nothing should time out, not even on a busy machine (ms). */
const ample = 20_000;

const uploadOf = (file: MediaFile) => ({ ...requestFor('upload', 'demo'), file });

/** What is known about the delivery of an upload, and of a message that needed it. */
function deliveries(outcome: Outcome): [upload: Delivery, message: Delivery] {
	const account = accountAt('https://api.example.com');
	const upload = requestFor('upload', 'demo');
	const needed = { ...upload, effect: 'preparation' as const };
	return [
		failureOf(upload, outcome, account).delivery,
		failureOf(needed, outcome, account).delivery,
	];
}

/** Accepts an upload and never answers. */
const mute = () => {};

async function uploadTo(onConnection: (socket: Socket) => void, file: MediaFile, patience = ample) {
	const server = await rawServer(onConnection);
	const outcome = await ask(`http://${server.host}`, {
		request: uploadOf(file),
		timeout: patience,
	});
	await untilNothingIsOpen(server.sockets, files);
	return { outcome, server };
}

describe('no request is made for a file', () => {
	it.each<[string, () => Promise<MediaFile>, RegExp, patience?: number]>([
		[
			'that n8n no longer has',
			async () => {
				const file = await storedFile(1);
				await unlink(file.path);
				return file;
			},
			/^File not found$/,
		],
		[
			'that is gone from the disk',
			async () => {
				const file = await storedFile(1, { onDisk: true });
				await unlink(file.path);
				return file;
			},
			/^File not found$/,
		],
		[
			'whose disk fails at once',
			async () =>
				await storedFile(1, {
					before: async () => await Promise.reject(new Error('EIO: i/o error, read')),
				}),
			/^EIO/,
		],
		[
			'that is empty although a size was announced',
			async () => await storedFile(0, { announced: 5 }),
			/^it ended 5 bytes before its 5$/,
		],
		[
			'whose disk stalls',
			async () => await storedFile(1, { before: async () => await new Promise(() => {}) }),
			/gave nothing for 1000 ms$/,
			timeout,
		],
	])('%s', async (_, made, words, patience = ample) => {
		const { outcome, server } = await uploadTo(mute, await made(), patience);
		expect(outcome).toEqual({
			kind: 'break',
			reason: 'file',
			begun: false,
			detail: expect.stringMatching(words),
		});
		expect(server.sockets).toHaveLength(0);
		expect(deliveries(outcome)).toEqual(['notSent', 'notSent']);
	});

	it('that takes too long to open, and the file is closed once it opens', async () => {
		let arrive = () => {};
		const file = await storedFile(1, {
			opening: async () => await new Promise<void>((resolve) => (arrive = resolve)),
		});
		const server = await rawServer(mute);
		const outcome = await ask(`http://${server.host}`, { request: uploadOf(file), timeout: 50 });
		expect(outcome).toMatchObject({
			reason: 'file',
			begun: false,
			detail: "n8n's storage gave nothing for 50 ms",
		});
		arrive();
		await untilNothingIsOpen(server.sockets, files);
		expect(server.sockets).toHaveLength(0);
	});
});

describe('nothing is sent if a file', () => {
	const midway = (fault: () => unknown) => async (read: number) =>
		void (read >= 2 * mebibyte && (await fault()));

	it.each<[string, () => Promise<MediaFile>, RegExp, patience?: number]>([
		[
			'ends early',
			async () => await storedFile(3 * mebibyte, { announced: 1 }),
			/^it ended 1 bytes before its 3145729$/,
		],
		[
			'ends early on the disk',
			async () => await storedFile(3 * mebibyte, { announced: 1, onDisk: true }),
			/^it ended 1 bytes before its 3145729$/,
		],
		[
			'is longer on the disk than announced',
			async () => await storedFile(3 * mebibyte, { announced: -1, onDisk: true }),
			/^it is longer than its 3145727 bytes$/,
		],
		[
			'is longer than announced',
			async () => await storedFile(3 * mebibyte, { announced: -1 }),
			/^it is longer than its 3145727 bytes$/,
		],
		[
			'cannot be read to its end',
			async () =>
				await storedFile(3 * mebibyte, {
					before: midway(async () => await Promise.reject(new Error('EIO: i/o error, read'))),
				}),
			/^EIO/,
		],
		[
			'stalls',
			async () =>
				await storedFile(3 * mebibyte, { before: midway(async () => await new Promise(() => {})) }),
			/gave nothing for 1000 ms$/,
			timeout,
		],
	])('%s', async (_, made, words, patience = ample) => {
		const { outcome, server } = await uploadTo(mute, await made(), patience);
		expect(outcome).toEqual({
			kind: 'break',
			reason: 'file',
			begun: false,
			detail: expect.stringMatching(words),
		});
		const [head = '', ...body] = server.received().split('\r\n\r\n');
		expect(head).toMatch(/^POST .*\r\ncontent-length: \d+$/is);
		expect(body.join('\r\n\r\n').length).toBeLessThan(
			Number(/content-length: (\d+)/i.exec(head)?.[1]),
		);
		expect(deliveries(outcome)).toEqual(['notSent', 'notSent']);
	});
});

describe('an upload that moves does not time out if', () => {
	const stored = '{"storageRef":"uploads/1"}';
	/** Much longer than one pause, so that it stays longer on a busy machine (ms). */
	const timeout = 3000;

	it('the disk is slow', async () => {
		const pause = async () => await new Promise((resolve) => setTimeout(resolve, timeout / 4));
		const file = await storedFile(mebibyte + 1, { before: pause });
		const { url } = await httpServer(
			(request, response) => void request.resume().on('end', () => response.end(stored)),
		);
		const begun = Date.now();
		expect(await ask(url, { request: uploadOf(file), timeout })).toMatchObject({ status: 200 });
		expect(Date.now() - begun).toBeGreaterThan(timeout);
	});

	it.each<[string, () => Promise<MediaFile>]>([
		['', async () => await storedFile(large)],
		[', and n8n gives the file in one chunk', async () => fileOf([Buffer.alloc(2 * large)])],
	])('the service reads slowly%s', async (_, made) => {
		const { url } = await httpServer((request, response) => {
			let unpaused = 0;
			request.on('data', (chunk: Buffer) => {
				unpaused += chunk.length;
				if (unpaused < 2 * mebibyte) return;
				unpaused = 0;
				request.pause();
				setTimeout(() => request.resume(), timeout / 6);
			});
			request.on('end', () => response.end(stored));
		});
		const begun = Date.now();
		expect(await ask(url, { request: uploadOf(await made()), timeout })).toMatchObject({
			status: 200,
		});
		expect(Date.now() - begun).toBeGreaterThan(timeout);
	});
});

describe('a refusal before the upload ends', () => {
	const tooLarge = 'HTTP/1.1 413 Payload Too Large\r\ncontent-length: 3\r\n\r\nbig';

	it('is read, and the rest of the file is not sent', async () => {
		const { outcome, server } = await uploadTo(
			(socket) => void socket.once('data', () => socket.write(tooLarge)),
			await storedFile(large),
		);
		expect(outcome).toMatchObject({ kind: 'answer', status: 413 });
		expect(server.received().length).toBeLessThan(large);
		expect(deliveries(outcome)).toEqual(['notSent', 'notSent']);
	});

	it('is either read or in doubt if the service also resets the connection', async () => {
		const refuse = (socket: Socket) => {
			socket.pause().once('readable', () => {
				socket.write(tooLarge);
				socket.resetAndDestroy();
			});
		};
		const { outcome } = await uploadTo(refuse, await storedFile(large));
		// It depends on whether the answer or the reset is seen first.
		if (outcome.kind === 'answer') expect(outcome).toMatchObject({ status: 413 });
		else expect(outcome).toMatchObject({ reason: 'reset', begun: true });
		expect(deliveries(outcome)).toEqual([
			outcome.kind === 'answer' ? 'notSent' : 'unknown',
			'notSent',
		]);
	});
});

describe('an upload is in doubt, but the message that needs it is not sent, if', () => {
	const bad = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}';

	it.each<[string, (socket: Socket) => void, object, patience?: number]>([
		[
			'the service resets the connection midway',
			(socket) => void socket.once('data', () => socket.resetAndDestroy()),
			{ reason: 'reset', begun: true },
		],
		[
			'the service hangs up midway',
			(socket) => void socket.once('data', () => socket.end()),
			{ reason: 'reset', begun: true },
		],
		[
			'the service stops reading',
			(socket) => void socket.pause(),
			{ reason: 'timeout', begun: true },
			timeout,
		],
		[
			'the service gives no storageRef',
			(socket) => void socket.once('data', () => socket.write(bad)),
			{ status: 200 },
		],
	])('%s', async (_, onConnection, expected, patience = ample) => {
		for (const onDisk of [false, true]) {
			const file = await storedFile(large, { onDisk });
			const { outcome } = await uploadTo(onConnection, file, patience);
			expect(outcome).toMatchObject(expected);
			expect(deliveries(outcome)).toEqual(['unknown', 'notSent']);
		}
	});
});

it('a refused connection means that nothing is sent, and the file is closed', async () => {
	const outcome = await ask(`http://${silentHost}`, {
		request: uploadOf(await storedFile(large)),
	});
	expect(outcome).toMatchObject({ reason: 'refused', begun: false });
	await untilNothingIsOpen([], files);
	expect(deliveries(outcome)).toEqual(['notSent', 'notSent']);
});
