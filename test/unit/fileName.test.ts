import { extname } from 'node:path';

import { assert, constantFrom, option, property, record, stringMatching } from 'fast-check';
import mime from 'mime';

import {
	isOfUnknownType,
	nameAndType,
} from '../../nodes/MessagingIntegration/parameters/nameAndType';
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
	['the extension of n8n', named('a', 'image/jpeg', 'jpeg'), {}, 'a.jpg image/jpeg'],
	['the extension of its type', named('a', 'audio/ogg; x=y'), {}, 'a.ogg audio/ogg'],
	[
		'the codec of a voice',
		named('a', 'audio/ogg; x=y; codecs=opus'),
		{},
		'a.ogg audio/ogg; codecs=opus',
	],
	['that of a type as many write it', named('a', 'image/jpg'), {}, 'a.jpg image/jpeg'],
	['that of a type in capitals', named('a', 'IMAGE/JPG'), {}, 'a.jpg image/jpeg'],
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
	['a slash in a name', png, { fileName: 'AC/DC.pdf' }, 'AC-DC.pdf image/png'],
	['quotation marks', named('The "best".png', 'image/png'), {}, 'The -best-.png image/png'],
	['what %20 means', png, { fileName: 'My%20file%2F1.png' }, 'My file-1.png image/png'],
	['no query of an address', named('https://a.b/c/d.png?x=/y', ''), {}, 'd.png image/png'],
	['no folders of Windows', named('C:\\Users\\ada\\a.png', ''), {}, 'a.png image/png'],
	[
		'a name that nobody turns around',
		named('photo\u202Egnp.exe', ''),
		{},
		'photognp.exe application/octet-stream',
	],
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
])('a file is uploaded with %s', (_, file, options, sent) => {
	const { fileName, mimeType } = nameAndType({ mimeType: '', ...file }, options);
	expect(`${fileName} ${mimeType}`).toBe(sent);
});

it.each([
	['a text that is called nothing', 'Guten Tag', unknown, `a ${unknown}`],
	['a text that begins like a picture', 'BMW', unknown, `a ${unknown}`],
	['a picture', 'GIF89a\0', 'binary/octet-stream', 'a.gif image/gif'],
	['a PDF', '%PDF-1.7\n\xe2\xe3\0', '', 'a.pdf application/pdf'],
	[
		'a PDF as Word writes it',
		'%PDF-1.7\r\n%\xb5\xb5\xb5\xb5\r\n1 0 obj',
		'',
		'a.pdf application/pdf',
	],
	['a text that is cut within a letter', `BMW f${'\xc3\xbc'.repeat(29)}\xc3`, '', `a ${unknown}`],
	['what can be a ZIP or a Word document', 'PK\x03\x04', unknown, `a ${unknown}`],
])(
	'the first bytes show %s, if neither the type nor the ending says anything',
	(_, bytes, mimeType, sent) => {
		const head = Buffer.from(bytes.padEnd(64, ' '), 'latin1');
		const { fileName, mimeType: type } = nameAndType(named('a', mimeType), {}, () => head);
		expect(`${fileName} ${type}`).toBe(sent);
	},
);

it.each(['text', 's', 'list', 'pages', 'book', 'pdf'])(
	'a name without an ending is none: %s',
	(name) => {
		const head = Buffer.from('GIF89a\0', 'latin1');
		expect(nameAndType(named(name, unknown), {}, () => head)).toEqual({
			fileName: `${name}.gif`,
			mimeType: 'image/gif',
		});
		expect(isOfUnknownType(named(name, unknown))).toBe(true);
	},
);

it.each([named('a', 'text/plain'), named('a.pdf', unknown), named('a.xls', 'text/html')])(
	'nobody reads a file that says what it is: %j',
	(file) => {
		const head = () => {
			throw new Error('read');
		};
		expect(() => nameAndType(file, {}, head)).not.toThrow();
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
