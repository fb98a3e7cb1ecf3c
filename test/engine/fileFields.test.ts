import type { IDataObject } from 'n8n-workflow';

import { engineOnSandbox } from './engineOnSandbox';
import { photo, upload } from './parameters';
import type { InputFile } from './startNode';

const { engine, run, requests, control, failureOf } = engineOnSandbox();

const other = { bytes: Buffer.from('the other'), fileName: 'other.png', mimeType: 'image/png' };
/** What n8n's form writes about files into the json. */
const Pictures = ['a.png', 'b.png'].map((filename) => ({
	filename,
	mimetype: 'image/png',
	size: 3,
}));
const items = [{ json: { Pictures }, binary: { data: photo, other } }];
const parameter = '"Input Data Field Name(s)"';

describe.each(['default', 'filesystem'] as const)('with binary data mode %s', (mode) => {
	beforeAll(async () => await engine().storeBinariesIn(mode));

	it.each([
		'other',
		'=other',
		'={{ $binary.other }}',
		'={{$binary["other"]}}',
		"={{ $('Start').item.binary.other }}",
		"={{ $('Start').first().binary.other }}",
		'={{ $input.item.binary.other }}',
	])(
		'%s selects the file, whether it is a field name or the file itself',
		async (binaryPropertyName) => {
			const { error } = await run({ items, parameters: { ...upload, binaryPropertyName } });
			expect(error).toBeUndefined();
			expect(await requests()).toMatchObject([
				{ file: { fileName: 'other.png', size: other.bytes.length } },
			]);
		},
	);

	it('a list of names may contain one with a comma', async () => {
		const { error } = await run({
			items: [{ json: {}, binary: { 'a, b': other } }],
			parameters: { ...upload, binaryPropertyName: '={{ Object.keys($binary) }}' },
		});
		expect(error).toBeUndefined();
		expect(await requests()).toMatchObject([{ file: { fileName: 'other.png' } }]);
	});

	it.each([
		['nope', 'The item has no file in the field "nope"'],
		['data, nope', 'The item has no file in the field "nope"'],
		['Nope*', 'The item has no file in the field "Nope*"'],
		['={{ "" }}', '"Input Data Field Name(s)" is empty'],
		[' , ', 'The item has no file in the field ","'],
		['={{ $binary.nope }}', 'The item has no file in the field "nope"'],
		['={{ $json }}', '"Input Data Field Name(s)" is neither a name nor a file'],
		[
			'={{ $json.Pictures }}',
			'"Input Data Field Name(s)" gives information about files, not the files',
		],
		[
			'={{ $json.Pictures[0] }}',
			'"Input Data Field Name(s)" gives information about files, not the files',
		],
	])(
		'%s fails with an error that says what to enter, and nothing is sent',
		async (binaryPropertyName, error) => {
			const description = `Enter one of these in ${parameter}: data, other. "*" takes all of them, in every item.`;
			expect(await failureOf({ items, parameters: { ...upload, binaryPropertyName } })).toEqual({
				error,
				details: { description, delivery: 'notSent' },
			});
			expect(await requests()).toEqual([]);
		},
	);
});

// In memory mode, some expressions return the file without its content or ID; n8n's older $node syntax always does.
it.each([
	'={{ $node["Start"].binary.data }}',
	'={{ Object.values($binary) }}',
	'={{ ({ mimeType: "a/b", data: undefined }) }}',
])('the error says so if %s gives a file without its content', async (binaryPropertyName) => {
	await engine().storeBinariesIn('default');
	expect(await failureOf({ items, parameters: { ...upload, binaryPropertyName } })).toMatchObject({
		error: '"Input Data Field Name(s)" gives a file without its content',
		details: { delivery: 'notSent' },
	});
});

it('the error for an item without files says where to look', async () => {
	expect(await failureOf({ parameters: upload })).toEqual({
		error: 'The item has no file',
		details: {
			description:
				'The item has no files. Perhaps nobody chose one, or the node before this one did not pass its files on.',
			delivery: 'notSent',
		},
	});
});

describe('the field of a form', () => {
	const described = (...names: string[]) =>
		names.map((filename) => ({ filename, mimetype: 'image/png', size: 3 }));
	/** What n8n's forms give: labels in the json, and names made of them for the files. */
	const form = {
		json: {
			'Your pictures': described('a.png', 'b.png'),
			'Your passport, please': described('c.png')[0] ?? null,
		},
		binary: {
			Your_pictures_1: { ...photo, fileName: 'b.png' },
			Your_pictures_0: { ...photo, fileName: 'a.png' },
			Your_passport__please: { ...photo, fileName: 'c.png' },
		},
	};
	const sent = async (binaryPropertyName: string, json: object = form.json) => {
		const items = [{ json: { ...json }, binary: form.binary }];
		const { error } = await run({ items, parameters: { ...upload, binaryPropertyName } });
		expect(error).toBeUndefined();
		return (await requests()).map(({ file }) => file?.fileName);
	};

	it.each([
		['Your pictures', ['a.png', 'b.png']],
		['Your passport, please', ['c.png']],
		['Your_passport__please, Your pictures', ['c.png', 'a.png', 'b.png']],
		["={{ $json['Your pictures'] }}", ['a.png', 'b.png']],
		["={{ $json['Your pictures'][1] }}", ['b.png']],
		["={{ $json['Your passport, please'] }}", ['c.png']],
	])(
		'%s takes its files, whether its label is entered or the field is dragged in',
		async (entered, files) => {
			expect(await sent(entered)).toEqual(files);
		},
	);

	it('a dragged field is not guessed if the descriptions of two fields are the same', async () => {
		const items = [
			{
				json: { Front: described('image.jpg'), Back: described('image.jpg') },
				binary: { Front_0: photo, Back_0: photo },
			},
		];
		const parameters = { ...upload, binaryPropertyName: '={{ $json.Back }}' };
		expect(await failureOf({ items, parameters })).toMatchObject({
			error: '"Input Data Field Name(s)" gives information about files, not the files',
		});
		expect(await requests()).toEqual([]);
	});

	it('a label takes no file that only begins like its own', async () => {
		const items = [{ json: {}, binary: { Photo_1: photo, Photo_2: photo } }];
		const parameters = { ...upload, binaryPropertyName: 'Photo' };
		expect(await failureOf({ items, parameters })).toMatchObject({
			error: 'The item has no file in the field "Photo"',
		});
	});

	it('"Foto 1" does not take the second file of "Foto" if the description of the form is gone', async () => {
		const binary = { Foto_0: photo, Foto_1: photo };
		const parameters = { ...upload, binaryPropertyName: 'Foto 1' };
		expect(await failureOf({ items: [{ json: {}, binary }], parameters })).toMatchObject({
			error: 'The files of "Foto 1" can be those of another field',
			details: {
				description: expect.stringContaining('"Foto" (Foto_0, Foto_1)'),
				delivery: 'notSent',
			},
		});
		expect(await requests()).toEqual([]);
	});

	it.each([
		['Foto', { Foto_0: 'a.png', Foto_1: 'b.png' }, ['a.png', 'b.png']],
		['Foto_1', { Foto_0: 'a.png', Foto_1: 'b.png' }, ['b.png']],
		['Foto 1', { Foto: 'a.png', Foto_1: 'b.png' }, ['b.png']],
		['My photo', { My_photo: 'a.png', Foto_1: 'b.png' }, ['a.png']],
	])('without the description, %s of %j takes %j', async (binaryPropertyName, names, files) => {
		const binary = Object.fromEntries(
			Object.entries(names).map(([name, fileName]) => [name, { ...photo, fileName }]),
		);
		const { error } = await run({
			items: [{ json: {}, binary }],
			parameters: { ...upload, binaryPropertyName },
		});
		expect(error).toBeUndefined();
		expect((await requests()).map(({ file }) => file?.fileName)).toEqual(files);
	});

	it('a label is not guessed if a field with one file and one with several fit it', async () => {
		const binary = { My_photo: photo, My_photo_0: photo, My_photo_1: photo };
		const parameters = { ...upload, binaryPropertyName: 'My photo' };
		expect(await failureOf({ items: [{ json: {}, binary }], parameters })).toMatchObject({
			error: 'The files of "My photo" can be those of another field',
		});
	});
});

describe('in a workflow with the binary mode "combined"', () => {
	const settings = { binaryMode: 'combined' as const };
	beforeAll(async () => await engine().storeBinariesIn('filesystem'));

	it.each(['_files.other', '={{ $json._files.other }}'])(
		'%s selects the file, whether it is a path or the file itself',
		async (binaryPropertyName) => {
			const { error } = await run({
				items,
				settings,
				parameters: { ...upload, binaryPropertyName },
			});
			expect(error).toBeUndefined();
			expect(await requests()).toMatchObject([
				{ file: { fileName: 'other.png', size: other.bytes.length } },
			]);
		},
	);

	it('the error for a path without a file says what to enter', async () => {
		expect(await failureOf({ items, settings, parameters: upload })).toEqual({
			error: '"Input Data Field Name(s)" is empty',
			details: {
				description: `Enter one of these in ${parameter}: _files.data, _files.other. "*" takes all of them, in every item.`,
				delivery: 'notSent',
			},
		});
	});
});

describe('the files of a form with labels that look alike', () => {
	const about = (filename: string) => ({ filename, mimetype: 'image/png', size: 18 });
	const file = (fileName: string) => ({ ...photo, fileName });
	const sent = async () => (await requests()).map((request) => request.file?.fileName);

	it.each(['Photo', '={{ $json.Photo }}'])('%s takes the files of "Photo" only', async (label) => {
		const form = {
			json: { Photo: [about('a.png'), about('b.png')], 'Photo 2': [about('passport.png')] },
			binary: { Photo_0: file('a.png'), Photo_1: file('b.png'), Photo_2: file('passport.png') },
		};
		await run({ items: [form], parameters: { ...upload, binaryPropertyName: label } });
		expect(await sent()).toEqual(['a.png', 'b.png']);
	});

	it.each<[string, IDataObject, Record<string, InputFile>, string[]]>([
		['is empty', { 照片: null, 护照: about('p.png') }, { __: file('p.png') }, []],
		[
			'is empty, beside several files',
			{ 照片: null, 护照: [about('p.png'), about('q.png')] },
			{ ___0: file('p.png'), ___1: file('q.png') },
			[],
		],
		['is an empty list', { 照片: [], 护照: [about('p.png')] }, { ___0: file('p.png') }, []],
		[
			'has a file that n8n replaced',
			{ 照片: about('a.png'), 护照: about('p.png') },
			{ __: file('p.png') },
			[],
		],
		[
			'has several files, beside one',
			{ 护照: about('p.png'), 照片: [about('a.png'), about('b.png')] },
			{ __: file('p.png'), ___0: file('a.png'), ___1: file('b.png') },
			['a.png', 'b.png'],
		],
	])('a field that %s does not take the file of another one', async (_, json, binary, files) => {
		for (const binaryPropertyName of ['照片', '={{ $json["照片"] }}']) {
			await control().forget();
			await run({ items: [{ json, binary }], parameters: { ...upload, binaryPropertyName } });
			expect(await sent()).toEqual(files);
		}
	});
});
