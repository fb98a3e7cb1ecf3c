import type { IDataObject, ITaskData } from 'n8n-workflow';

import { engineOnSandbox } from './support/engineOnSandbox';
import { anyText } from './support/matchers';
import { photo, upload } from './support/parameters';
import type { InputFile, InputItem } from './support/startNode';

const { engine, run, requests, control, failureOf } = engineOnSandbox();

const file = (fileName: string): InputFile => ({ ...photo, fileName });
/** What n8n's form writes about a file into the json. */
const about = (filename: string) => ({ filename, mimetype: 'image/png', size: 3 });
const notFiles = '"Input Data Field Name(s)" gives information about files, not the files';

/** Uploads the files of one item. @returns their names, as they arrived */
async function uploaded(binaryPropertyName: string, item: InputItem, settings = {}) {
	const parameters = { ...upload, binaryPropertyName };
	const { error } = await run({ items: [item], parameters, settings });
	expect(error).toBeUndefined();
	return (await requests()).map((request) => request.file?.fileName);
}

/** The error of an item whose files are not uploaded. */
async function refused(binaryPropertyName: string, item: InputItem, settings = {}) {
	const parameters = { ...upload, binaryPropertyName };
	const failure = await failureOf({ items: [item], parameters, settings });
	expect(await requests()).toEqual([]);
	expect(failure.details.delivery).toBe('notSent');
	return failure;
}

const other = { bytes: Buffer.from('the other'), fileName: 'other.png', mimeType: 'image/png' };
const item = { json: { Pictures: ['a.png', 'b.png'].map(about) }, binary: { data: photo, other } };
const enter = (names: string) =>
	`Enter one of these in "Input Data Field Name(s)": ${names}. "*" takes all of them, in every item.`;

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
	])('%s selects the file, whether it is a field name or the file itself', async (entered) => {
		expect(await uploaded(entered, item)).toEqual(['other.png']);
		expect(await requests()).toMatchObject([{ file: { size: other.bytes.length } }]);
	});

	it('an expression that gives one of two fields with equal bytes means that one: the error names it', async () => {
		const binary = { front: file('front.png'), back: file('back.png'), other };
		const both = "={{ ['back', 'other'].map((name) => $('Start').first().binary[name]) }}";
		await control().bend({ status: 422 });
		const { error } = await failureOf({
			items: [{ binary }],
			parameters: { ...upload, binaryPropertyName: both },
		});
		expect(error).toMatch(/^back: /);
	});

	it('a list of files selects each, also if two are equal', async () => {
		const both = "={{ ['front', 'back'].map((name) => $('Start').first().binary[name]) }}";
		const items = [{ binary: { front: photo, back: photo } }];
		const { items: uploads } = await run({
			items,
			parameters: { ...upload, binaryPropertyName: both },
		});
		expect(uploads).toHaveLength(2);
	});

	it.each([
		['nope', 'The item has no file in the field "nope"'],
		['data, nope', 'The item has no file in the field "nope"'],
		['Nope*', 'The item has no file in the field "Nope*"'],
		['={{ "" }}', '"Input Data Field Name(s)" is empty'],
		[' , ', 'The item has no file in the field ","'],
		['={{ $binary.nope }}', 'The item has no file in the field "nope"'],
		['={{ $json }}', '"Input Data Field Name(s)" is neither a name nor a file'],
		['={{ $json.Pictures }}', notFiles],
		['={{ $json.Pictures[0] }}', notFiles],
	])('%s fails with an error that says what to enter', async (entered, error) => {
		const details = {
			description: enter('data, other'),
			delivery: 'notSent',
			reason: anyText,
		};
		expect(await refused(entered, item)).toEqual({ error, details });
	});
});

// In memory mode, some expressions return the file without its content or ID; n8n's older $node syntax always does.
it.each([
	'={{ $node["Start"].binary.data }}',
	'={{ Object.values($binary) }}',
	'={{ ({ mimeType: "a/b", data: undefined }) }}',
])('the error says so if %s gives a file without its content', async (entered) => {
	await engine().storeBinariesIn('default');
	const { error } = await refused(entered, item);
	expect(error).toBe('"Input Data Field Name(s)" gives a file without its content');
});

it('the error for an item without files says where to look', async () => {
	expect(await failureOf({ parameters: upload })).toEqual({
		error: 'The item has no file',
		details: {
			description:
				'Perhaps nobody chose one. Or the node before this one did not pass its files on.',
			delivery: 'notSent',
			reason: anyText,
		},
	});
});

describe('the field of a form', () => {
	/** What n8n's forms give: labels in the json, and names made of them for the files. */
	const form = {
		json: {
			'Your pictures': [about('a.png'), about('b.png')],
			'Your passport, please': about('c.png'),
		},
		binary: {
			Your_pictures_1: file('b.png'),
			Your_pictures_0: file('a.png'),
			Your_passport__please: file('c.png'),
		},
	};

	it.each([
		['Your pictures', ['a.png', 'b.png']],
		['Your_passport__please, Your pictures', ['c.png', 'a.png', 'b.png']],
		['Your passport, please', ['c.png']],
		["={{ $json['Your pictures'] }}", ['a.png', 'b.png']],
		["={{ $json['Your pictures'][1] }}", ['b.png']],
		["={{ $json['Your passport, please'] }}", ['c.png']],
	])('%s takes its files, whether its label is entered or dragged in', async (entered, files) => {
		expect(await uploaded(entered, form)).toEqual(files);
	});

	it('a dragged field is not guessed if the descriptions of two fields are the same', async () => {
		const json = { Front: [about('image.jpg')], Back: [about('image.jpg')] };
		const binary = { Front_0: photo, Back_0: photo };
		expect((await refused('={{ $json.Back }}', { json, binary })).error).toBe(notFiles);
	});

	it('a label takes no file that only begins like its own', async () => {
		for (const names of [
			['Photo_1', 'Photo_2'],
			['Photo1', 'Photo2'],
			['Photo_0', 'Photo1'],
		]) {
			const binary = Object.fromEntries(names.map((name) => [name, photo]));
			const { error } = await refused('Photo', { binary });
			expect(error).toBe('The item has no file in the field "Photo"');
		}
	});

	it('a label is not guessed if a field with one file and one with several fit it', async () => {
		const binary = { My_photo: photo, My_photo_0: photo, My_photo_1: photo };
		const { error, details } = await refused('My photo', { binary });
		expect(error).toBe('The item has no file in the field "My photo"');
		expect(details.description).toContain('My_photo, My_photo_0, My_photo_1.');
	});

	it('"Foto 1" does not take the second file of "Foto" if the description of the form is gone', async () => {
		const { error, details } = await refused('Foto 1', {
			binary: { Foto_0: photo, Foto_1: photo },
		});
		expect(error).toBe('The item has no file in the field "Foto 1"');
		expect(details.description).toContain(
			'Enter one of these in "Input Data Field Name(s)": Foto_0, Foto_1.',
		);
	});

	it.each([
		['Foto', { Foto_0: 'a.png', Foto_1: 'b.png' }, ['a.png', 'b.png']],
		['attachment', { attachment_0: 'a.png' }, ['a.png']],
		['attachment', { attachment_0: 'a.png', data: 'b.png' }, ['a.png']],
		['photos', { photos0: 'a.png', photos1: 'b.png' }, ['a.png', 'b.png']],
		['data', { data0: 'a.png' }, ['a.png']],
		['photos[]', { photos0: 'a.png', photos1: 'b.png' }, ['a.png', 'b.png']],
		['photos[]', { photos: 'a.png' }, ['a.png']],
		['photo1', { photo10: 'a.png', photo11: 'b.png' }, ['a.png', 'b.png']],
		['', { photo10: 'a.png', photo11: 'b.png' }, ['a.png', 'b.png']],
		['Foto 1', { Foto_1: 'b.png', Foto_10: 'k.png' }, ['b.png']],
		['Foto', { Foto: 'a.png', Foto_0: 'b.png' }, ['a.png']],
		['Foto_1', { Foto_0: 'a.png', Foto_1: 'b.png' }, ['b.png']],
		['Foto 1', { Foto: 'a.png', Foto_1: 'b.png' }, ['b.png']],
		['My photo', { My_photo: 'a.png', Foto_1: 'b.png' }, ['a.png']],
	])('without the description, %s of %j takes %j', async (label, names, files) => {
		const entries = Object.entries(names).map(([name, fileName]) => [name, file(fileName)]);
		expect(await uploaded(label, { binary: Object.fromEntries(entries) })).toEqual(files);
	});

	it.each(['Photo', '={{ $json.Photo }}'])('%s takes the files of "Photo" only', async (label) => {
		const json = { Photo: [about('a.png'), about('b.png')], 'Photo 2': [about('passport.png')] };
		const names = { Photo_0: file('a.png'), Photo_1: file('b.png'), Photo_2: file('passport.png') };
		expect(await uploaded(label, { json, binary: names })).toEqual(['a.png', 'b.png']);
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
			'has a file of the same name that n8n replaced',
			{ 照片: about('image.jpg'), 护照: { ...about('image.jpg'), size: 4 } },
			{ __: file('image.jpg') },
			[],
		],
		['is not in the form', { 护照: about('p.png') }, { __: file('p.png') }, []],
		[
			'has several files, beside one',
			{ 护照: about('p.png'), 照片: [about('a.png'), about('b.png')] },
			{ __: file('p.png'), ___0: file('a.png'), ___1: file('b.png') },
			['a.png', 'b.png'],
		],
	])('that %s does not take the file of another one', async (_, json, binary, files) => {
		for (const binaryPropertyName of ['照片', '={{ $json["照片"] }}']) {
			await control().forget();
			await run({ items: [{ json, binary }], parameters: { ...upload, binaryPropertyName } });
			expect((await requests()).map((request) => request.file?.fileName)).toEqual(files);
		}
	});
});

it.each(['_files.other', '={{ $json._files.other }}'])(
	'in a workflow with the binary mode "combined", %s selects the file, whether it is a path or the file itself',
	async (entered) => {
		await engine().storeBinariesIn('filesystem');
		expect(await uploaded(entered, item, { binaryMode: 'combined' })).toEqual(['other.png']);
	},
);

describe('json that looks like a file of the store, such as a visitor of a webhook can write,', () => {
	/** A file of another execution. */
	async function foreignFile(): Promise<IDataObject> {
		await engine().storeBinariesIn('filesystem');
		const { run: saved } = await run({ items: [item], parameters: upload });
		const [{ data }] = saved.data.resultData.runData.Start as [ITaskData];
		await control().forget();
		return data?.main?.[0]?.[0]?.binary?.data as unknown as IDataObject;
	}

	it.each(['body.photo', '*', '', '={{ $json.body.photo }}'])(
		'is not uploaded: %j, with the binary mode "combined" and without',
		async (entered) => {
			const json = { body: { photo: await foreignFile() } };
			for (const settings of [{ binaryMode: 'combined' as const }, {}])
				await refused(entered, { json }, settings);
		},
	);

	it('is not uploaded either if it stands where the binary mode "combined" has its files', async () => {
		const json = { _files: { photo: await foreignFile() } };
		await refused('={{ $json._files.photo }}', { json });
	});

	it('does not take the place of the only file of its item', async () => {
		const json = { body: await foreignFile(), photo: await foreignFile() };
		const given = { json, binary: { other } };
		expect(await uploaded('', given, { binaryMode: 'combined' })).toEqual(['other.png']);
	});
});

it('with the binary mode "combined", a file of an earlier node is found wherever it was put', async () => {
	await engine().storeBinariesIn('filesystem');
	const entered = "={{ $('Start').first()._files.other }}";
	expect(await uploaded(entered, item, { binaryMode: 'combined' })).toEqual(['other.png']);
});
