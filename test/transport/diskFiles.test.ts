import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { requestFor } from '../../nodes/MessagingIntegration/service/request';
import { ask } from './support/ask';
import { selfSigned } from '../../dev/selfSigned';
import { httpServer } from './support/httpServer';
import { storedFiles } from './support/storedFiles';

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
		const credential = { allowUnauthorizedCerts: true };
		const upload = async (size: number) => {
			const file = await storedFile(size, { onDisk: true });
			const request = { ...requestFor('upload', 'demo'), file };
			const value = { storageRef: hashOf(await readFile(file.path)) };
			expect(await ask(url, { request, credential })).toMatchObject({ body: { value } });
		};
		const piece = 256 * 1024;
		await Promise.all([1, piece, piece + 1, 80 * piece + 7].map(upload));
	},
);
