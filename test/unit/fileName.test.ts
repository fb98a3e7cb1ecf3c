import { assert, constantFrom, option, property, record, stringMatching } from 'fast-check';
import mime from 'mime';

import { nameAndType } from '../../nodes/MessagingIntegration/parameters/files';
import { refusalOf } from './refusalOf';

const unknown = 'application/octet-stream';

it.each([
	['its own name and type', { fileName: 'a.png', mimeType: 'image/png' }, {}, 'a.png', 'image/png'],
	[
		'its own name and type, even if they do not match',
		{ fileName: 'a.png', mimeType: 'image/webp' },
		{},
		'a.png',
		'image/webp',
	],
	[
		'the type that its name implies, if it has none',
		{ fileName: 'a.PDF', mimeType: '' },
		{},
		'a.PDF',
		'application/pdf',
	],
	[
		'the type that its name implies, if a store calls it a stream of bytes',
		{ fileName: 'invoice.pdf', mimeType: unknown },
		{},
		'invoice.pdf',
		'application/pdf',
	],
	[
		'the extension that n8n knows',
		{ fileName: 'photo', fileExtension: 'jpeg', mimeType: 'image/jpeg' },
		{},
		'photo.jpeg',
		'image/jpeg',
	],
	[
		'the extension of its type',
		{ fileName: 'photo', mimeType: 'image/jpeg' },
		{},
		'photo.jpg',
		'image/jpeg',
	],
	[
		'the extension of a type with parameters',
		{ fileName: 'note', mimeType: 'audio/ogg; codecs=opus' },
		{},
		'note.oga',
		'audio/ogg; codecs=opus',
	],
	['a generic name, if it has none', { mimeType: 'video/mp4' }, {}, 'file.mp4', 'video/mp4'],
	[
		'no extension, if its type is unknown',
		{ fileName: 'a', mimeType: 'application/x-mine' },
		{},
		'a',
		'application/x-mine',
	],
	['no extension, if nothing is known about it', { fileName: 'a', mimeType: '' }, {}, 'a', unknown],
	[
		'application/octet-stream, if its extension is unknown',
		{ fileName: 'a.mine', mimeType: '' },
		{},
		'a.mine',
		unknown,
	],
	[
		'the name from the options',
		{ fileName: 'a.png', mimeType: 'image/png' },
		{ fileName: 'b.png' },
		'b.png',
		'image/png',
	],
	[
		'the name from the options and an extension',
		{ fileName: 'a.png', fileExtension: 'png', mimeType: 'image/png' },
		{ fileName: 'b' },
		'b.png',
		'image/png',
	],
	[
		'the type from the options',
		{ fileName: 'a.png', mimeType: 'image/png' },
		{ mimeType: 'image/webp' },
		'a.png',
		'image/webp',
	],
	[
		'the extension for the type from the options',
		{ fileName: 'a', fileExtension: 'png', mimeType: 'image/png' },
		{ mimeType: 'image/webp' },
		'a.webp',
		'image/webp',
	],
	[
		'its own name and type, if the options are empty',
		{ fileName: 'a.png', mimeType: 'image/png' },
		{ fileName: ' ', mimeType: '' },
		'a.png',
		'image/png',
	],
	[
		'an extension, if its name only has a full stop between words',
		{ fileName: 'Dr. Smith', mimeType: 'image/png' },
		{},
		'Dr. Smith.png',
		'image/png',
	],
	[
		'its own extension, if that is a number that stands for a type',
		{ fileName: 'sheet.123', mimeType: 'application/pdf' },
		{},
		'sheet.123',
		'application/pdf',
	],
	[
		'the name from the options, without the spaces around it',
		{ fileName: 'a.png', mimeType: 'image/png' },
		{ fileName: ' b.png \n' },
		'b.png',
		'image/png',
	],
	[
		'a number as its name',
		{ fileName: 'a.png', mimeType: 'image/png' },
		{ fileName: 5 },
		'5.png',
		'image/png',
	],
])('a file is uploaded with %s', (_, binary, options, fileName, mimeType) => {
	expect(nameAndType({ ...binary }, options)).toEqual({ fileName, mimeType });
});

it.each(['Invoice 12.05.2026', 'Order 5.00', 'Report v1.2'])(
	'the number at the end of %j is no extension',
	(fileName) => {
		const binary = {
			fileName,
			fileExtension: fileName.split('.').at(-1),
			mimeType: 'application/pdf',
		};
		expect(nameAndType(binary, {}).fileName).toBe(`${fileName}.pdf`);
		expect(nameAndType({ mimeType: 'application/pdf' }, { fileName }).fileName).toBe(
			`${fileName}.pdf`,
		);
	},
);

it.each([
	[
		'File Name',
		{ fileName: ['a.png', 'b.png'] },
		'The file name is a list of 2 values instead of text',
	],
	['MIME Type', { mimeType: {} }, 'The MIME type is an object instead of text'],
])('the option "%s" is refused by name if it is not text', (title, options, message) => {
	const refusal = refusalOf(() => nameAndType({ mimeType: 'image/png' }, options));
	expect(refusal).toMatchObject({ message, delivery: 'notSent', about: 'input' });
	expect(refusal.description).toContain(`"${title}"`);
});

const types = [
	'image/png',
	'image/jpeg',
	'video/mp4',
	'audio/mpeg',
	'application/pdf',
	'text/plain',
	unknown,
	'',
];
const names = [
	'photo',
	'größe – 写真 📷',
	'a"b',
	'line\r\nbreak',
	'photo.png',
	'a.b.pdf',
	'x.mine',
];
const optional = (values: string[]) => option(constantFrom(...values), { nil: undefined });
const anyFile = record({
	binary: record({
		fileName: optional(names),
		fileExtension: optional(['png', 'bin']),
		mimeType: constantFrom(...types),
	}),
	options: record({ fileName: optional(names), mimeType: optional(types) }),
});

it('every file gets a type, and a name that begins with the given one', () => {
	assert(
		property(anyFile, ({ binary, options }) => {
			const { fileName, mimeType } = nameAndType(binary, options);
			expect(mimeType).not.toBe('');
			expect(fileName.startsWith(options.fileName ?? binary.fileName ?? 'file')).toBe(true);
		}),
	);
});

it('a name changes only by getting an extension if it has none', () => {
	assert(
		property(anyFile, ({ binary, options }) => {
			const given = options.fileName ?? binary.fileName ?? 'file';
			const added = nameAndType(binary, options).fileName.slice(given.length);
			expect(added).toMatch(given.includes('.') ? /^$/ : /^(\.\w+)?$/);
		}),
	);
});

it('the extension of a completed name always implies the type that is sent with it', () => {
	assert(
		property(
			constantFrom(...types.slice(0, 6)),
			stringMatching(/^[\wäöü -]*\w$/),
			(mimeType, name) => {
				expect(mime.getType(nameAndType({ fileName: name, mimeType }, {}).fileName)).toBe(mimeType);
			},
		),
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
