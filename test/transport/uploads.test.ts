import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';

import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import { runningSandbox } from '../sandbox/runningSandbox';
import { ask } from './asking';
import { fileOf } from './fileOf';
import { httpServer } from './httpServer';

const { control, url } = runningSandbox();

/** Uploads a file and gives the log entry of its request. */
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
])('%s arrives byte by byte', async (_, size) => {
	const bytes = randomBytes(size);
	expect(await upload(bytes)).toMatchObject({
		file: { size, sha256: createHash('sha256').update(bytes).digest('hex') },
	});
});

it('a part of a larger buffer arrives as that part', async () => {
	const whole = Buffer.from('before|the file|after');
	expect(await upload(whole.subarray(7, 15))).toMatchObject({
		file: { size: 8, sha256: createHash('sha256').update('the file').digest('hex') },
	});
});

it('the file is the one part, named file, and the length of the request is announced', async () => {
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
])('the file name %j arrives as it is', async (fileName) => {
	expect(await upload(Buffer.from('x'), fileName)).toMatchObject({
		parts: ['file'],
		file: { fileName },
	});
});

// As the HTML standard has browsers write them.
const harmful = [
	['quo"te"s.png', 'quo%22te%22s.png'],
	['line\r\nbreak.png', 'line%0D%0Abreak.png'],
	[
		'"\r\nContent-Type: text/html\r\n\r\n<script>',
		'%22%0D%0AContent-Type: text/html%0D%0A%0D%0A<script>',
	],
	['x"; name="other', 'x%22; name=%22other'],
];

it.each(harmful)('the file name %j can do no harm', async (fileName, arrived) => {
	expect(await upload(Buffer.from('x'), fileName)).toMatchObject({
		parts: ['file'],
		file: { fieldName: 'file', fileName: arrived, mimeType: 'image/png', size: 1 },
	});
});

it.each(['größe – 写真 📷.png', ...harmful.map(([fileName]) => fileName ?? '')])(
	'Node.js reads the file name %j as it was',
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

it.each(['image/png', 'application/vnd.ms-excel', 'audio/ogg; codecs=opus'])(
	'the type %s is kept',
	async (mimeType) => {
		const entry = await upload(Buffer.from('x'), 'file', mimeType);
		expect(entry?.file?.mimeType).toBe(mimeType.split(';')[0]);
	},
);

it.each(['', 'image/png\r\nX-Evil: 1'])(
	'the type %j, which is none, is sent as unknown bytes',
	async (mimeType) => {
		expect(await upload(Buffer.from('x'), 'file', mimeType)).toMatchObject({
			parts: ['file'],
			file: { mimeType: 'application/octet-stream', size: 1 },
		});
	},
);

it('a file that looks like the end of the form is still a file', async () => {
	const bytes = Buffer.from('\r\n--x--\r\n------formdata-undici-0--\r\n');
	expect(await upload(bytes)).toMatchObject({ parts: ['file'], file: { size: bytes.length } });
});
