import { extname } from 'node:path';

import { assert, constantFrom, option, property, record, stringMatching } from 'fast-check';
import mime from 'mime';

import { partsIn } from '../../nodes/MessagingIntegration/n8n/plainFields';
import { nameAndType } from '../../nodes/MessagingIntegration/parameters/nameAndType';
import { refusalOf } from './support/refusalOf';

const unknown = 'application/octet-stream';

const png = { fileName: 'a.png', mimeType: 'image/png' };
const named = (fileName: string, mimeType = '', fileExtension?: string) => ({
	fileName,
	mimeType,
	...(fileExtension !== undefined && { fileExtension }),
});

it.each<[what: string, file: object, options: Record<string, unknown>, sent: string]>([
	['its own name and type', png, {}, 'a.png image/png'],
	['the type that its name implies', named('a.PDF'), {}, 'a.PDF application/pdf'],
	['that type instead of a stream of bytes', named('a.pdf', unknown), {}, 'a.pdf application/pdf'],
	['the extension of n8n', named('a', 'image/jpeg', 'jpeg'), {}, 'a.jpeg image/jpeg'],
	['the extension of its type', named('a', 'audio/ogg; x=y'), {}, 'a.ogg audio/ogg; x=y'],
	['that of a type as many write it', named('a', 'image/jpg'), {}, 'a.jpg image/jpg'],
	['that of a type in capitals', named('a', 'IMAGE/JPG'), {}, 'a.jpg IMAGE/JPG'],
	['that of a PDF by another name', named('a', 'application/x-pdf'), {}, 'a.pdf application/x-pdf'],
	['the extension of music that phones know', named('a', 'audio/mpeg'), {}, 'a.mp3 audio/mpeg'],
	[
		'that extension instead of the one of n8n',
		named('a', 'audio/mpeg', 'mpga'),
		{},
		'a.mp3 audio/mpeg',
	],
	['its own name, also with a rare one', named('a.oga', 'audio/ogg', 'oga'), {}, 'a.oga audio/ogg'],
	['that of a voice recording', named('a', 'audio/aac'), {}, 'a.aac audio/aac'],
	['that of a film of an iPhone', named('a', 'video/quicktime'), {}, 'a.mov video/quicktime'],
	['that of a contact', named('a', 'text/vcard'), {}, 'a.vcf text/vcard'],
	['that of a voice of a browser', named('a', 'audio/webm'), {}, 'a.webm audio/webm'],
	[
		'a generic name, if only its ending was given',
		png,
		{ fileName: '.pdf', mimeType: 'pdf' },
		'file.pdf application/pdf',
	],
	['no blanks around its name', named(' a.png ', 'image/png'), {}, 'a.png image/png'],
	['a generic name, if it has none', { mimeType: 'video/mp4' }, {}, 'file.mp4 video/mp4'],
	['no extension for an unknown type', named('a', 'image/x-mine'), {}, 'a image/x-mine'],
	['an unknown type, if its extension is unknown', named('a.mine'), {}, `a.mine ${unknown}`],
	['that name and an extension', named('a', '', 'png'), { fileName: 'b' }, 'b.png image/png'],
	[
		'the number of an invoice',
		png,
		{ fileName: 'Invoice 2026/17.pdf' },
		'Invoice 2026-17.pdf image/png',
	],
	['a date', png, { fileName: 'Report 05/01/2026' }, 'Report 05-01-2026.png image/png'],
	['names with a slash between', png, { fileName: 'Ada / Ben.png' }, 'Ada - Ben.png image/png'],
	['a slash in front of a word', png, { fileName: 'Q&A w/ Ada.png' }, 'Q&A w- Ada.png image/png'],
	['no folders', png, { fileName: '/data/2026/a.png' }, 'a.png image/png'],
	['its extension', named('a', '', 'png'), { mimeType: 'image/webp' }, 'a.webp image/webp'],
	['the type of an ending', named('a'), { mimeType: 'pdf' }, 'a.pdf application/pdf'],
	...['image/*', 'JPG', 'image', 'undefined'].map(
		(mimeType): [string, object, Record<string, unknown>, string] => [
			`the type of its name, if it says ${mimeType}`,
			named('a.jpg', mimeType),
			{},
			'a.jpg image/jpeg',
		],
	),
	['the type of an ending in capitals', named('a'), { mimeType: ' .JPG' }, 'a.jpg image/jpeg'],
	['its own, if the options are empty', png, { fileName: ' ', mimeType: '' }, 'a.png image/png'],
	['a full stop between words', named('Dr. Smith', 'image/png'), {}, 'Dr. Smith.png image/png'],
	[
		'the ending of its type instead of that of unknown bytes',
		named('a.bin', 'audio/wav', 'bin'),
		{},
		'a.wav audio/wav',
	],
	[
		'the ending of its type instead of that of a program',
		named('a.php', 'image/png', 'php'),
		{},
		'a.png image/png',
	],
	['a number that stands for a type', named('a.123', 'image/png'), {}, 'a.123 image/png'],
])('a file is uploaded with %s', (_, file, options, sent) => {
	const { fileName, mimeType } = nameAndType({ mimeType: '', ...file }, options);
	expect(`${fileName} ${mimeType}`).toBe(sent);
});

it.each([
	['what is no text, though called one', '%PDF-1.7', 'text/plain', 'a.pdf application/pdf'],
	['a text that is one', 'Dear Ada', 'text/plain', 'a.txt text/plain'],
	['a text that begins with a G', 'Guten Tag', 'text/plain', 'a.txt text/plain'],
	['a text that begins like a picture', 'BMW', 'text/plain', 'a.txt text/plain'],
	['nothing, though it begins with a G', 'Guten Tag', unknown, `a ${unknown}`],
	['a film in packets', `G${'\xff'.repeat(187)}G`, unknown, 'a.mpeg video/mpeg'],
	['JSON that is called a text', '{ "a": 1 }', 'text/plain', 'a.txt text/plain'],
	['a picture', 'GIF89a', 'binary/octet-stream', 'a.gif image/gif'],
	['a picture that a program gave', 'GIF89a', 'application/x-httpd-php', 'a.gif image/gif'],
	['a film', '\0\0\0\x18ftypmp42', unknown, 'a.mp4 video/mp4'],
	...['OpusHead', '\x01vorbis'].map((codec): [string, string, string, string] => [
		'a voice in Ogg',
		`OggS${'\0'.repeat(24)}${codec}`,
		unknown,
		'a.ogg audio/ogg',
	]),
	['a film in Ogg', `OggS${'\0'.repeat(24)}\x80theora`, unknown, 'a.ogv video/ogg'],
	['a voice of a phone', '\0\0\0\x18ftypM4A ', unknown, 'a.m4a audio/mp4'],
	['a picture of a phone', '\0\0\0\x18ftypheix', unknown, 'a.heic image/heic'],
	['what can be a ZIP or a Word document', 'PK\x03\x04', unknown, `a ${unknown}`],
])('the first bytes show %s', (_, bytes, mimeType, sent) => {
	const head = Buffer.from(bytes.padEnd(64, ' '), 'latin1');
	const { fileName, mimeType: type } = nameAndType(named('a', mimeType), {}, head);
	expect(`${fileName} ${type}`).toBe(sent);
});

it.each([
	['=Invoice {{ $json.nr }}', 'Invoice INV/2026/00012', 'Invoice INV-2026-00012.pdf'],
	['=RE_{{ $json.nr }} {{ $json.for }}.pdf', 'RE_12/A Smith/Jones.pdf', 'RE_12-A Smith-Jones.pdf'],
	['=INV{{ $json.nr }}', 'INVA/17', 'INVA-17.pdf'],
	['=Invoice ({{ $json.nr }}).pdf', 'Invoice (A/17).pdf', 'Invoice (A-17).pdf'],
	['=Invoice № {{ $json.nr }}', 'Invoice № A/17', 'Invoice № A-17.pdf'],
	['=#{{ $json.nr }}', '#A/17', '17.pdf'],
	['={{ $json.nr }}', 'clients/2026/invoice', 'invoice.pdf'],
	['=Copy of {{ $json.key }}', 'Copy of clients/2026/invoice.pdf', 'invoice.pdf'],
	['=Copy of {{ $json.key }}', 'Copy of /clients/2026/invoice', 'invoice.pdf'],
	['=My files/{{ $json.nr }}', 'My files/12', '12.pdf'],
	['My files/12', 'My files/12', '12.pdf'],
])('the File Name %s that gives %s is %s', (saved, fileName, sent) => {
	const file = { mimeType: 'application/pdf' };
	expect(nameAndType(file, { fileName }, undefined, partsIn(saved)).fileName).toBe(sent);
});

it.each([
	['a.php', 'text/html', 'php', 'a.pdf'],
	['a', 'text/html', 'html', 'a.pdf'],
	[undefined, 'text/html; charset=utf-8', undefined, 'file.pdf'],
	[undefined, 'application/json', 'json', 'file.pdf'],
	['a.bin', 'multipart/form-data', 'bin', 'a.pdf'],
	['a.txt', 'text/plain', 'txt', 'a.pdf'],
	['Report.html', 'application/pdf', 'html', 'Report.pdf'],
])(
	'a PDF that a server calls %s, %s (%s), goes as %s',
	(fileName, mimeType, fileExtension, sent) => {
		const file = {
			mimeType,
			...(fileName && { fileName }),
			...(fileExtension && { fileExtension }),
		};
		expect(nameAndType(file, {}, Buffer.from('%PDF-1.7'))).toEqual({
			fileName: sent,
			mimeType: 'application/pdf',
		});
	},
);

it.each([
	['Vertrag.docx', 'application/pdf', '%PDF-1.7', 'Vertrag.docx.pdf'],
	['Rechnung acme.com', 'application/pdf', '%PDF-1.7', 'Rechnung acme.com.pdf'],
	['Offer acme.ai', 'application/pdf', '%PDF-1.7', 'Offer acme.ai.pdf'],
	['scan.pdf', 'image/jpeg', '\xff\xd8\xff', 'scan.pdf.jpg'],
	['scan.JPG', 'image/jpeg', '\xff\xd8\xff', 'scan.JPG'],
	['scan.png', 'image/jpeg', '\xff\xd8\xff', 'scan.png'],
	['scan.pdf', unknown, '\xff\xd8\xff', 'scan.pdf'],
	['logo.ai', 'application/postscript', '%PDF-1.5', 'logo.ai'],
])(
	'a file that is called %s gets the ending by which it opens: %s, %j, %s',
	(fileName, mimeType, bytes, sent) => {
		const head = Buffer.from(bytes, 'latin1');
		const fileExtension = extname(fileName).slice(1);
		expect(nameAndType({ fileName, mimeType, fileExtension }, {}, head).fileName).toBe(sent);
		const entered = { fileName: 'tmp_81', mimeType };
		expect(nameAndType(entered, { fileName }, head).fileName).toBe(sent);
	},
);

it.each([
	['Invoice Acme Inc.', 'Invoice Acme Inc.pdf'],
	['Invoice Acme S.A.', 'Invoice Acme S.A.pdf'],
	['Müller & Co.KG', 'Müller & Co.KG.pdf'],
	['Brief an Hr.Meier', 'Brief an Hr.Meier.pdf'],
	['1.Mahnung', '1.Mahnung.pdf'],
	['Angebot.final', 'Angebot.final.pdf'],
	['Invoice 2026-01-05T04:35:31.000Z', 'Invoice 2026-01-05T04:35:31.000Z.pdf'],
	['...', '....pdf'],
	['Invoice.PDF', 'Invoice.PDF'],
])('a PDF that is called %j goes as %j', (fileName, sent) => {
	// n8n takes what stands behind the last full stop.
	const fileExtension = extname(fileName).slice(1);
	const file = { mimeType: 'application/pdf', fileExtension };
	expect(nameAndType({ ...file, fileName: 'tmp_81' }, { fileName }).fileName).toBe(sent);
	expect(nameAndType({ ...file, fileName }, {}).fileName).toBe(sent);
});

it.each(['auszug.sta', 'modell.ifc', 'main.py', 'lv.x83'])(
	'a text keeps an ending that no table has: %s',
	(fileName) => {
		const file = { mimeType: 'text/plain', fileExtension: 'txt' };
		expect(nameAndType({ ...file, fileName: 'a.txt' }, { fileName }).fileName).toBe(fileName);
		expect(nameAndType({ ...file, fileName }, {}).fileName).toBe(fileName);
	},
);

it.each(['Invoice 12.05.2026', 'Order 5.00'])(
	'the number at the end of %j is no extension',
	(fileName) => {
		const file = named(fileName, 'application/pdf', fileName.split('.').at(-1));
		for (const [binary, options] of [
			[file, {}],
			[{ mimeType: 'application/pdf' }, { fileName }],
		] as const)
			expect(nameAndType(binary, options).fileName).toBe(`${fileName}.pdf`);
	},
);

it.each([
	['File Name', { fileName: ['a', 'b'] }, 'is a list of 2 values instead of text'],
	['MIME Type', { mimeType: {} }, 'is an object instead of text'],
	['MIME Type', { mimeType: 'picture' }, 'is no type of a file: "picture"'],
])('the option "%s" is refused by name if it cannot be used: %j', (title, options, problem) => {
	const refusal = refusalOf(() => nameAndType({ mimeType: 'image/png' }, options));
	const message = `The option "${title}" ${problem}`;
	expect(refusal).toMatchObject({ message, delivery: 'notSent', origin: 'input' });
	expect(refusal.description).toContain(`"${title}"`);
});

const known = ['image/png', 'image/jpeg', 'video/mp4', 'audio/mpeg', 'application/pdf'];
const types = [...known, unknown, ''];
const names = ['photo', 'größe – 写真 📷', 'photo.png', 'a.b.pdf', 'x.mine'];
const optional = (values: string[]) => option(constantFrom(...values), { nil: undefined });
const anyFile = record({
	binary: record({
		fileName: optional(names),
		fileExtension: optional(['png', 'bin']),
		mimeType: constantFrom(...types),
	}),
	options: record({ fileName: optional(names), mimeType: optional(types) }),
});

it('every file gets a type, and a name that changes only by getting an extension if it has none', () => {
	assert(
		property(anyFile, ({ binary, options }) => {
			const { fileName, mimeType } = nameAndType(binary, options);
			expect(mimeType).not.toBe('');
			const given = options.fileName ?? binary.fileName ?? 'file';
			expect(fileName.startsWith(given)).toBe(true);
			const isComplete = /\.(png|pdf)$/.test(given);
			expect(fileName.slice(given.length)).toMatch(isComplete ? /^$/ : /^(\.\w+)?$/);
		}),
	);
});

it('the extension of a completed name always implies the type that is sent with it', () => {
	assert(
		property(constantFrom(...known), stringMatching(/^[\wäöü -]*\w$/), (mimeType, fileName) => {
			expect(mime.getType(nameAndType({ fileName, mimeType }, {}).fileName)).toBe(mimeType);
		}),
	);
});

it('completing a name and type a second time changes nothing', () => {
	assert(
		property(anyFile, ({ binary, options }) => {
			const once = nameAndType(binary, options);
			expect(nameAndType({ ...once }, { mimeType: options.mimeType })).toEqual(once);
		}),
	);
});
