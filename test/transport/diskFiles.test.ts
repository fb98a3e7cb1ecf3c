import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import { ask } from './ask';
import { selfSigned } from '../../dev/selfSigned';
import { httpServer } from './httpServer';
import { storedFiles } from './storedFiles';

const { storedFile } = storedFiles();

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it.each([
	['plain HTTP', undefined],
	['TLS', selfSigned],
])(
	'a file on disk arrives intact at a service that reads in bursts, over %s',
	async (_, certificate) => {
		const { url } = await httpServer(
			(request, response) => {
				const chunks: Buffer[] = [];
				request.on('data', (chunk: Buffer) => {
					chunks.push(chunk);
					request.pause();
					setImmediate(() => setImmediate(() => request.resume()));
				});
				request.on('end', () => {
					const form = Buffer.concat(chunks);
					const begin = form.indexOf('\r\n\r\n') + 4;
					const end = form.lastIndexOf('\r\n--');
					response.end(JSON.stringify({ storageRef: hashOf(form.subarray(begin, end)) }));
				});
			},
			await certificate?.(),
		);
		const uploads = [1, 256 * 1024, 256 * 1024 + 1, 5 * 1024 * 1024, 20 * 1024 * 1024 + 7].map(
			async (size) => {
				const file = await storedFile(size, { onDisk: true });
				const outcome = await ask(url, {
					request: { ...requestFor('upload', 'demo'), file },
					credential: { allowUnauthorizedCerts: true },
				});
				expect(outcome).toMatchObject({
					body: { value: { storageRef: hashOf(await readFile(file.path)) } },
				});
			},
		);
		await Promise.all(uploads);
	},
);
