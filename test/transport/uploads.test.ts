import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import { runningSandbox } from '../sandbox/runningSandbox';
import { ask } from './ask';
import { fileOf } from './fileOf';
import { httpServer } from './httpServer';

const { control, url } = runningSandbox();

/** Uploads a file. @returns the sandbox's log entry for the request */
async function upload(bytes: Uint8Array, fileName = 'photo.png', mimeType = 'image/png') {
	const file = fileOf([bytes], { fileName, mimeType });
	const outcome = await ask(url(), { request: { ...requestFor('upload', 'demo'), file } });
	const entries = await control().requests();
	expect(entries).toHaveLength(1);
	expect(outcome).toMatchObject({
		kind: 'answer',
		status: 200,
		body: { kind: 'json', value: { storageRef: entries[0]?.file?.storageRef } },
	});
	return entries[0];
}

it.each([
	['an empty file', 0],
	['one byte', 1],
	['64 KiB', 64 * 1024],
	['5 MiB', 5 * 1024 * 1024],
])('%s arrives intact', async (_, size) => {
	const bytes = randomBytes(size);
	expect(await upload(bytes)).toMatchObject({
		file: { size, sha256: createHash('sha256').update(bytes).digest('hex') },
	});
});

it('a slice of a larger buffer arrives as that slice', async () => {
	const whole = Buffer.from('before|the file|after');
	expect(await upload(whole.subarray(7, 15))).toMatchObject({
		file: { size: 8, sha256: createHash('sha256').update('the file').digest('hex') },
	});
});

it('the form has one part named "file", and the request announces its length', async () => {
	const entry = await upload(Buffer.from('bytes'));
	expect(entry).toMatchObject({ parts: ['file'], file: { fieldName: 'file' } });
	expect(entry?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
	expect(entry?.headers).not.toHaveProperty('transfer-encoding');
	expect(Number(entry?.headers['content-length'])).toBeGreaterThan(5);
});

it.each([
	'photo.png',
	'größe – 写真 📷.png',
	'semi;colon; name=other; filename=b.png',
	"it's & 100% (ok) [1] {2}.png",
	'  spaces  .png',
	'%22%0D%0A.png',
])('the file name %j arrives unchanged', async (fileName) => {
	expect(await upload(Buffer.from('x'), fileName)).toMatchObject({
		parts: ['file'],
		file: { fileName },
	});
});

// Escaped the way browsers do it, by the HTML standard.
const harmful = [
	['quo"te"s.png', 'quo%22te%22s.png'],
	['line\r\nbreak.png', 'line%0D%0Abreak.png'],
	[
		'"\r\nContent-Type: text/html\r\n\r\n<script>',
		'%22%0D%0AContent-Type: text/html%0D%0A%0D%0A<script>',
	],
	['x"; name="other', 'x%22; name=%22other'],
];

it.each(harmful)('the file name %j is escaped', async (fileName, arrived) => {
	expect(await upload(Buffer.from('x'), fileName)).toMatchObject({
		parts: ['file'],
		file: { fieldName: 'file', fileName: arrived, mimeType: 'image/png', size: 1 },
	});
});

it.each(['größe – 写真 📷.png', ...harmful.map(([fileName]) => fileName ?? '')])(
	'Node.js decodes the original file name %j',
	async (fileName) => {
		const { url: service, requests } = await httpServer((request, response) => {
			void new Response(Readable.toWeb(request) as ReadableStream, {
				headers: { 'content-type': request.headers['content-type'] ?? '' },
			})
				.formData()
				.then(async (form) => {
					const parts = [...form].map(([name, value]) => [name, value as File] as const);
					const read = parts.map(async ([name, file]) => [
						name,
						file.name,
						file.type,
						await file.text(),
					]);
					response.end(JSON.stringify(await Promise.all(read)));
				});
		});
		const outcome = await ask(service, {
			request: { ...requestFor('upload', 'demo'), file: fileOf([Buffer.from('x')], { fileName }) },
		});
		expect(outcome).toMatchObject({ body: { value: [['file', fileName, 'image/png', 'x']] } });
		expect(requests).toHaveLength(1);
	},
);

it.each([
	['image/png', 'image/png'],
	['audio/ogg; codecs=opus', 'audio/ogg'],
	['', 'application/octet-stream'],
	['image/png\r\nX-Evil: 1', 'application/octet-stream'],
])('the MIME type %j arrives as %s', async (mimeType, arrived) => {
	expect(await upload(Buffer.from('x'), 'file', mimeType)).toMatchObject({
		parts: ['file'],
		file: { mimeType: arrived, size: 1 },
	});
});

it('a file with form boundaries in its content arrives whole', async () => {
	const bytes = Buffer.from('\r\n--x--\r\n------formdata-undici-0--\r\n');
	expect(await upload(bytes)).toMatchObject({ parts: ['file'], file: { size: bytes.length } });
});
