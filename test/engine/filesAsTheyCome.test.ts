// Files as downloads, forms and other nodes give them: names, types, contents, and what stands where a file is wanted.
import { readdirSync, readlinkSync } from 'node:fs';

import { deliveryOnSandbox } from './support/deliveryOnSandbox';
import { textWith } from './support/matchers';
import { message, photo, upload } from './support/parameters';
import { question } from './support/questionsOnSandbox';
import type { InputFile } from './support/startNode';

const { engine, execute, failureOf, requests, control } = deliveryOnSandbox();

const pdf = Buffer.from('%PDF-1.7\nnot really');
const png = Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(64, '\0'), 'latin1');
const page = Buffer.from('\ufeff\n<!DOCTYPE html><html><title>Sign in</title></html>');

/** @returns what arrived at the service, and the hints */
async function sent(file: InputFile, contentType = 'file') {
	const items = [{ binary: { data: file } }];
	const { error, hints } = await execute({ items, parameters: message(contentType) });
	expect(error).toBeUndefined();
	const { content } = (await control().messages()).at(-1) ?? {};
	const name = (await requests()).at(-2)?.file?.fileName;
	return { type: content?.type, name, hints: hints.map((hint) => hint.message) };
}

describe('a file that says nothing of its type', () => {
	it.each(['default', 'filesystem', 'database'] as const)(
		'has that of its ending, then of its first bytes: binary data mode %s',
		async (mode) => {
			await engine().storeBinariesIn(mode);
			const file = { bytes: png, mimeType: 'application/octet-stream' };
			expect(await sent({ ...file, fileName: 'scan.pdf' })).toMatchObject({
				type: 'document',
				name: 'scan.pdf',
			});
			expect(await sent({ ...file, fileName: 'scan' })).toMatchObject({
				type: 'image',
				name: 'scan.png',
			});
			expect(await sent({ ...file, mimeType: 'binary/octet-stream' })).toMatchObject({
				type: 'image',
				name: 'file.png',
			});
			await engine().storeBinariesIn('filesystem');
		},
	);
});

it.each([
	['page.html', 'text/html', page],
	['prices.xls', 'application/vnd.ms-excel', page],
	['prices.csv', 'text/csv', page],
	['photo.pdf', 'application/pdf', png],
	['data.json', 'application/json', Buffer.from('{ "a": 1 }')],
	['map.geojson', 'application/geo+json', Buffer.from('{"type":"Feature"}')],
	['track.gpx', 'application/gpx+xml', Buffer.from('<?xml version="1.0"?><gpx/>')],
	['logo.svg', 'image/svg+xml', Buffer.from('<?xml version="1.0"?><svg/>')],
	['notes.txt', 'text/plain', page],
	['prices.csv', 'text/csv', Buffer.from('"name","price"\nTea,3')],
	['invoice.pdf', 'application/pdf', pdf],
	['data.pdf', 'application/pdf', Buffer.from('data')],
	['late.pdf', 'application/pdf', Buffer.from('\n\n%PDF-1.7\nnot really')],
	['voice.ogg', 'audio/ogg', Buffer.from('OggS\0\x02 and more')],
	['film.mp4', 'video/mp4', Buffer.from('\0\0\0\x18ftypM4A ')],
	['photo.heic', 'image/heic', Buffer.from('\0\0\0\x18ftypmif1')],
	['songs.m3u', 'audio/x-mpegurl', Buffer.from('#EXTM3U\nBach - Air.mp3')],
	['plan.dxf', 'image/vnd.dxf', Buffer.from('  0\nSECTION\n')],
	['code.ts', 'video/mp2t', Buffer.from('const one = 1;\n')],
	['customers of shop.com.au', 'text/csv', Buffer.from('name, phone\n')],
	['logo.eps', 'image/eps', Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n')],
	['code.ts', 'text/plain', Buffer.from('const one = 1;\n')],
	['key.txt', 'text/plain', Buffer.from(Buffer.alloc(300).toString('base64'))],
	['numbers.csv', 'application/vnd.ms-excel', Buffer.from('491711234567\r\n'.repeat(30))],
])('%s goes without an alarm, whatever its first bytes are', async (fileName, mimeType, bytes) => {
	expect((await sent({ bytes, fileName, mimeType })).hints).toEqual([]);
});

it.each([
	['/My%20Invoice%20M%C3%BCller.png', 'My Invoice Müller.png'],
	['\\\\server\\share\\invoice.png', 'invoice.png'],
	['invoice.png?X-Amz-Signature=a%2Fb', 'invoice.png'],
])('the recipient reads no folder and no %%20: %s', async (fileName, name) => {
	expect(await sent({ bytes: png, fileName, mimeType: 'image/png' })).toMatchObject({ name });
});

/** The files that this process holds open. */
const openFiles = () =>
	readdirSync('/proc/self/fd').flatMap((one) => {
		try {
			return readlinkSync(`/proc/self/fd/${one}`);
		} catch {
			return [];
		}
	});

it('a file on the disk is open no longer than the node needs it', async () => {
	await sent({ bytes: pdf, fileName: 'invoice.pdf', mimeType: 'application/pdf' });
	expect(openFiles().filter((path) => path.includes('binary_data'))).toEqual([]);
});

it('a number with slashes behind words stays in the name of a file', async () => {
	const items = [{ json: { nr: 'INV/2026/00012' }, binary: { data: photo } }];
	const options = { fileName: '=Invoice {{ $json.nr }}' };
	await execute({ items, parameters: message('file', { options }) });
	expect((await requests())[0]?.file?.fileName).toBe('Invoice INV-2026-00012.png');
});

describe('a file of 0 bytes', () => {
	const empty = { bytes: Buffer.alloc(0), fileName: 'akg9.bin' };

	it.each([
		['sent', message('file')],
		['uploaded', upload],
		['attached to a question', question({ options: { attachFile: 'data' } })],
	])('is not %s', async (_, parameters) => {
		const failure = await failureOf({ items: [{ binary: { data: empty } }], parameters });
		expect(failure).toMatchObject({
			error: 'The file in the field "data" is empty (0 bytes)',
			details: {
				reason: 'fileEmpty',
				delivery: 'notSent',
				description: textWith('nobody chose one'),
			},
		});
		expect(await requests()).toEqual([]);
	});

	it('of an optional field of a form keeps no other file from being sent', async () => {
		const items = [{ binary: { front: empty, back: photo } }];
		const parameters = message('file', { options: { ifNoFile: 'sendText' } });
		expect((await execute({ items, parameters })).error).toBeUndefined();
		expect(await control().messages()).toHaveLength(1);
	});
});

const base64 = png.toString('base64').repeat(10);
const convert = textWith('Convert to File');
const source = textWith('"Media Source"');

describe('what stands where a file is wanted', () => {
	it.each([
		['its content as text', base64, convert],
		['its content as an address', `data:image/png;base64,${base64}`, convert],
		['an address', 'https://example.com/a.png', source],
	])('instead of the name of a field: %s', async (_, typed, description) => {
		const items = [{ json: { typed }, binary: { data: photo } }];
		const parameters = message('image', { binaryPropertyName: '={{ $json.typed }}' });
		const failure = await failureOf({ items, parameters });
		expect(failure).toMatchObject({
			error: '"Input Data Field Name(s)" has no name of a field with a file',
			details: { description, delivery: 'notSent' },
		});
		expect(await requests()).toEqual([]);
	});

	const list = [{ url: 'https://example.com/a.png' }, { url: 'https://example.com/b.png' }];

	it.each<[what: string, mediaUrl: string, is: string, description: unknown]>([
		['the name of a field', 'data', 'a file of the item, ', source],
		['the file itself', '={{ $binary.data }}', 'a file of the item, ', source],
		['its content as an address', '={{ $json.dataUrl }}', '', convert],
		['its content as a typed address', `data:image/png;base64,${base64}`, '', convert],
		['a list', '={{ $json.list }}', 'a list of 2 values, ', textWith('Split Out')],
		['an object', '={{ $json.one }}', 'an object, ', textWith('take the field of it')],
	])('instead of an address: %s', async (_, mediaUrl, is, description) => {
		const json = { list, one: list[0], dataUrl: `data:image/png;base64,${base64}` };
		const items = [{ json, binary: { data: photo } }];
		const parameters = message('image', { mediaSource: 'url', mediaUrl });
		expect(await failureOf({ items, parameters })).toMatchObject({
			error: `The media URL is ${is}not a web address`,
			details: { description, delivery: 'notSent' },
		});
		expect(await requests()).toEqual([]);
	});

	it('a space in an address goes as %20', async () => {
		const mediaUrl = 'https://example.com/my file.pdf';
		await execute({ parameters: message('document', { mediaSource: 'url', mediaUrl }) });
		const [sent] = await control().messages();
		expect(sent?.content.media).toMatchObject({ url: 'https://example.com/my%20file.pdf' });
	});

	it.each([
		'https://drive.google.com/file/d/1aB/view?usp=sharing',
		'https://example.com/a.pdf?a=1&amp;b=2',
		'https://drive.google.com/uc?export=download&id=1aB',
		'https://www.dropbox.com/s/1aB/a.pdf?dl=1',
		'https://docs.google.com/spreadsheets/d/1aB/export?format=pdf',
		'https://drive.google.com/thumbnail?id=1aB&sz=w1000',
		'https://example.com/view',
		'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
		'https://acme.sharepoint.com/:b:/g/1aB?download=1',
		'https://dl.dropboxusercontent.com/s/1aB/a.pdf',
	])('the node does not judge where an address leads: %s', async (mediaUrl) => {
		const parameters = message('document', { mediaSource: 'url', mediaUrl });
		expect((await execute({ parameters })).hints).toEqual([]);
	});
});
