import { unlink } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import { failureOf } from '../../nodes/MessagingIntegration/service/failureOf';
import type { Certainty } from '../../nodes/MessagingIntegration/delivery';
import type { Outcome } from '../../nodes/MessagingIntegration/service/outcome';
import {
	type MediaFile,
	requestFor,
	type ServiceRequest,
} from '../../nodes/MessagingIntegration/service/request';
import { accountAt, ask } from './support/ask';
import { fileOf } from './support/fileOf';
import { httpServer } from './support/httpServer';
import { openedConnections } from './support/untilClosed';
import { rawServer } from './support/rawServer';
import { storedFiles } from './support/storedFiles';

const files = storedFiles();
const { storedFile } = files;
const { untilNothingIsOpen } = openedConnections();

const mebibyte = 1024 * 1024;
/** More than the buffers at both ends of a connection can hold. */
const large = 16 * mebibyte;
/** The shortest timeout that undici keeps exactly (ms). */
const timeout = 1000;
/** Where nothing should time out, not even on a busy machine (ms). */
const ample = 20_000;

const uploadOf = (file: MediaFile) => ({ ...requestFor('upload', 'demo'), file });

/** What is known about the delivery of an upload, and of a message that needed it. */
function deliveries(outcome: Outcome): [upload: Certainty, message: Certainty] {
	const account = accountAt('https://api.example.com');
	const upload = uploadOf(fileOf([]));
	const deliveryOf = (request: ServiceRequest) => failureOf(request, outcome, account).delivery;
	return [deliveryOf(upload), deliveryOf({ ...upload, effect: 'preparation' })];
}

/** Accepts an upload and never answers. */
const mute = () => {};

async function uploadTo(onConnection: (socket: Socket) => void, file: MediaFile, patience = ample) {
	const server = await rawServer(onConnection);
	const options = { request: uploadOf(file), timeout: patience };
	const outcome = await ask(`http://${server.host}`, options);
	await untilNothingIsOpen(server.sockets, files);
	return { outcome, server };
}

const never = async () => await new Promise<void>(() => {});
const failing = async () => await Promise.reject(new Error('EIO: i/o error, read'));
const silent = /gave nothing for 1000 ms$/;

type FaultyFile = [
	what: string,
	size: number,
	defect: Parameters<typeof storedFile>[1],
	words: RegExp,
	patience?: number,
];

/** Uploads a file that cannot be read, and checks that it was not sent. @returns the server */
async function expectUnread(file: MediaFile, words: RegExp, patience?: number) {
	const { outcome, server } = await uploadTo(mute, file, patience);
	expect(outcome).toEqual({
		kind: 'break',
		reason: 'file',
		wasWritten: false,
		detail: expect.stringMatching(words),
	});
	expect(deliveries(outcome)).toEqual(['notSent', 'notSent']);
	return server;
}

describe('no request is made for a file', () => {
	it.each([
		['that n8n no longer has', false],
		['that is gone from the disk', true],
	])('%s', async (_, onDisk) => {
		const file = await storedFile(1, { onDisk });
		await unlink(file.path);
		expect((await expectUnread(file, /^File not found$/)).sockets).toHaveLength(0);
	});

	it('whose folder is a file, and the error has no path', async () => {
		const file = await storedFile(1, { onDisk: true, inside: '/x' });
		await expectUnread(file, /^The file cannot be opened \(ENOTDIR\)$/);
	});

	it.each<FaultyFile>([
		['whose disk fails at once', 1, { before: failing }, /^EIO/],
		['that is empty although a size was announced', 0, { announced: 5 }, /^it ended 5 bytes/],
		['whose disk stalls', 1, { before: never }, silent, timeout],
	])('%s', async (_, size, defect, words, patience = ample) => {
		const { sockets } = await expectUnread(await storedFile(size, defect), words, patience);
		expect(sockets).toHaveLength(0);
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
			wasWritten: false,
			detail: "n8n's storage gave nothing for 50 ms",
		});
		arrive();
		await untilNothingIsOpen(server.sockets, files);
		expect(server.sockets).toHaveLength(0);
	});
});

const three = 3 * mebibyte;
const midway = (fault: () => unknown) => async (read: number) =>
	void (read >= 2 * mebibyte && (await fault()));

it.each<FaultyFile>([
	['ends early', three, { announced: 1 }, /^it ended 1 bytes before its 3145729$/],
	['ends early on the disk', three, { announced: 1, onDisk: true }, /^it ended 1 bytes before/],
	['is longer on the disk than announced', three, { announced: -1, onDisk: true }, /is longer/],
	['is longer than announced', three, { announced: -1 }, /^it is longer than its 3145727 bytes$/],
	['cannot be read to its end', three, { before: midway(failing) }, /^EIO/],
	['stalls', three, { before: midway(never) }, silent, timeout],
])('nothing is sent if a file %s', async (_, size, defect, words, patience = ample) => {
	const server = await expectUnread(await storedFile(size, defect), words, patience);
	const [head = '', ...body] = server.received().split('\r\n\r\n');
	const [, length] = /^POST .*\r\ncontent-length: (\d+)$/is.exec(head) ?? [];
	expect(body.join('\r\n\r\n').length).toBeLessThan(Number(length));
});

describe('an upload that moves does not time out if', () => {
	const stored = '{"storageRef":"uploads/1"}';
	/** Much longer than one pause, so that it stays longer on a busy machine (ms). */
	const timeout = 3000;

	async function expectSlow(file: MediaFile, listener: RequestListener) {
		const { url } = await httpServer(listener);
		const begun = Date.now();
		expect(await ask(url, { request: uploadOf(file), timeout })).toMatchObject({ status: 200 });
		expect(Date.now() - begun).toBeGreaterThan(timeout);
	}

	it('the disk is slow', async () => {
		const before = async () => await setTimeout(timeout / 4);
		await expectSlow(await storedFile(mebibyte + 1, { before }), (request, response) => {
			request.resume().on('end', () => response.end(stored));
		});
	});

	it('the service is slow first, and then the disk', async () => {
		let isResumed = false;
		const before = async () => {
			if (!isResumed) return;
			isResumed = false;
			await setTimeout(0.6 * timeout);
		};
		await expectSlow(await storedFile(2 * large, { before }), (request, response) => {
			// Nothing listens, so the file fills what is between both.
			void setTimeout(0.6 * timeout).then(() => {
				isResumed = true;
				request.resume().on('end', () => response.end(stored));
			});
		});
	});

	it('the service reads slowly, and n8n gives the file in one chunk', async () => {
		await expectSlow(fileOf([Buffer.alloc(2 * large)]), (request, response) => {
			let unpaused = 0;
			request.on('data', (chunk: Buffer) => {
				unpaused += chunk.length;
				if (unpaused < 2 * mebibyte) return;
				unpaused = 0;
				request.pause();
				void setTimeout(timeout / 6).then(() => request.resume());
			});
			request.on('end', () => response.end(stored));
		});
	});
});

const tooLarge = 'HTTP/1.1 413 Payload Too Large\r\ncontent-length: 3\r\n\r\nbig';

it('a refusal before the upload ends is read, and the rest of the file is not sent', async () => {
	const { outcome, server } = await uploadTo(
		(socket) => void socket.once('data', () => socket.write(tooLarge)),
		await storedFile(large),
	);
	expect(outcome).toMatchObject({ kind: 'answer', status: 413 });
	expect(server.received().length).toBeLessThan(large);
	expect(deliveries(outcome)).toEqual(['notSent', 'notSent']);
});

it.each<[string, (socket: Socket) => unknown, string, patience?: number]>([
	['hangs up midway', (socket) => socket.once('data', () => socket.end()), 'reset'],
	['stops reading', (socket) => socket.pause(), 'timeout', timeout],
])(
	'an upload is in doubt, but the message that needs it is not sent, if the service %s',
	async (_, onConnection, reason, patience = ample) => {
		for (const onDisk of [false, true]) {
			const file = await storedFile(large, { onDisk });
			const { outcome } = await uploadTo(onConnection, file, patience);
			expect(outcome).toMatchObject({ reason, wasWritten: true });
			expect(deliveries(outcome)).toEqual(['unknown', 'notSent']);
		}
	},
);
