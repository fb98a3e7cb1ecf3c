// Forms with an optional file field, and files of any type.
import type { IDataObject } from 'n8n-workflow';

import { deliveryOnSandbox } from './support/deliveryOnSandbox';
import type { InputFile, InputItem } from './support/startNode';
import { textWith } from './support/matchers';
import { message, photo } from './support/parameters';

const { execute, control, requests } = deliveryOnSandbox();

const pdf = { bytes: Buffer.from('%PDF-'), fileName: 'offer.pdf', mimeType: 'application/pdf' };
const about = (name: string) => ({ filename: `${name}.png`, mimetype: 'image/png', size: 1 });
const named = (name: string) => ({ ...photo, fileName: `${name}.png`, bytes: Buffer.from(name) });

/** What a form with the field "Photos" gives for none, one and three files. */
const submissions: InputItem[] = [
	{ json: { to: '1001', Photos: null } },
	{ json: { to: '1002' }, binary: { Photos: named('a') } },
	{ json: { to: '1003' }, binary: { Photos_0: named('b'), Photos_1: named('c'), Photos_2: pdf } },
];

const plan = (options: object, more: object = {}) => ({
	items: submissions,
	parameters: message('file', {
		to: '={{ $json.to }}',
		caption: 'From the form',
		options: { concurrency: 1, ...options },
		...more,
	}),
});

const sent = async () =>
	(await control().messages()).map(({ to, content: { type, text, media } }) => [
		...[to, type, text ?? (media as { caption?: string }).caption],
	]);

const photos = [
	['1002', 'image', 'From the form'],
	['1003', 'image', 'From the form'],
	['1003', 'image', undefined],
	['1003', 'document', undefined],
];

const namesTheOption =
	'set the option "If There Is No File" to "Send Caption as Text" or "Skip the Item"';

it.each(['', 'Photos'])(
	'the error of a form in which nobody chose a photo names the option for that, and its choices: "%s"',
	async (binaryPropertyName) => {
		const items = submissions.slice(0, 1);
		const { error } = await execute({ ...plan({}, { binaryPropertyName }), items });
		expect(error?.description).toContain(namesTheOption);
		const empty = { ...items[0], binary: { Photos: { ...photo, bytes: Buffer.alloc(0) } } };
		const ofEmpty = await execute({ ...plan({}, { binaryPropertyName }), items: [empty] });
		expect(ofEmpty.error?.description).toContain(namesTheOption);
	},
);

describe('a form with an optional file field, of which nobody, one and three files came', () => {
	it.each(['', 'Photos'])(
		'sends the caption as text, and all files as what they are: "%s"',
		async (binaryPropertyName) => {
			const { items, error } = await execute(
				plan({ ifNoFile: 'sendText' }, { binaryPropertyName }),
			);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(5);
			expect(await sent()).toEqual([['1001', 'text', 'From the form'], ...photos]);
		},
	);

	it.each([
		['fail', Buffer.from('a')],
		['sendText', Buffer.from('a')],
		['fail', 'Hello, Ada!'],
		['fail', 'data:image/png;base64,iVBORw0KGgo='],
	])(
		'says what is wrong with a file that a Code node gave as a buffer or as words: %s, %s',
		async (ifNoFile, data) => {
			const notFiles = { Photos: { data, mimeType: 'image/png' } };
			const run = { ...plan({ ifNoFile }), items: [{ json: { to: '1001' }, notFiles }] };
			expect((await execute(run)).error).toMatchObject({
				message: 'The file in the field "Photos" has no content that n8n can read',
				description: textWith('buffer.toString("base64")'),
			});
		},
	);

	it('an item whose file field is null has no file', async () => {
		const items = [{ json: { to: '1001' }, notFiles: { Photos: null } }];
		const run = { ...plan({ ifNoFile: 'sendText' }), items };
		expect((await execute(run)).error).toBeUndefined();
		expect(await sent()).toEqual([['1001', 'text', 'From the form']]);
	});

	it.each(['Photo2', 'Photo_2'])(
		'a field that nobody filled in has no file, beside one with a similar label that has one: %s',
		async (binaryPropertyName) => {
			const json = { to: '1001', Photo: { filename: 'a.png', mimetype: 'image/png', size: 3 } };
			const binary = { Photo: { ...photo, fileName: 'a.png' } };
			const run = {
				...plan({ ifNoFile: 'skip' }, { binaryPropertyName }),
				items: [{ json, binary }],
			};
			const { items, error } = await execute(run);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ skipped: true, noFile: true });
			expect(await requests()).toEqual([]);
		},
	);

	it('skips the item without a file', async () => {
		const { items, hints } = await execute(plan({ ifNoFile: 'skip' }));
		expect(items[0]).toEqual({
			json: { skipped: true, noFile: true, to: '1001' },
			pairedItem: { item: 0 },
		});
		expect(hints.map((hint) => hint.message)).toEqual(['1 item has no file and was skipped.']);
		expect(await sent()).toEqual(photos);
	});

	it.each([{}, { ifNoFile: 'fail' }])('fails before anything is sent: %j', async (options) => {
		const { error } = await execute(plan(options));
		expect(error).toMatchObject({
			message: '1 of 3 items cannot be sent; nothing was sent',
			description: textWith(namesTheOption),
		});
		expect(await requests()).toEqual([]);
	});

	it('fails without a caption', async () => {
		const { error } = await execute(plan({ ifNoFile: 'sendText' }, { caption: '' }));
		expect(error?.description).toContain('The item has neither a file nor a caption');
	});

	it('a dry run says which item would be skipped', async () => {
		const { items } = await execute(plan({ ifNoFile: 'skip', dryRun: 'always' }));
		expect(items.map(({ json }) => json.would)).toEqual(['skip', ...photos.map(() => 'send')]);
		expect(items[0]?.json).toEqual({ dryRun: true, would: 'skip', to: '1001' });
	});

	it('"Fail if More Than" counts the files of all items, also behind one without a file', async () => {
		const { error } = await execute(plan({ ifNoFile: 'skip', failIfMoreThan: 3 }));
		expect(error?.message).toBe('4 messages to 2 people would go, but "Fail if More Than" is 3');
		expect(await requests()).toEqual([]);
	});

	it('says that captions went as texts', async () => {
		const { hints } = await execute(plan({ ifNoFile: 'sendText' }));
		expect(hints.map((hint) => hint.message)).toEqual([
			'1 item has no file, so its caption goes as a text.',
		]);
	});

	it.each(['sendText', 'skip'])(
		'says that an item has files in other fields, whose names were perhaps meant: %s',
		async (ifNoFile) => {
			const { hints } = await execute(plan({ ifNoFile }, { binaryPropertyName: 'Fotos*' }));
			expect(hints.map((hint) => hint.message)).toContainEqual(
				textWith('2 items have no file in a field that you entered, but in others: Photos.'),
			);
		},
	);

	it.each<[string, IDataObject | IDataObject[] | null, Record<string, InputFile>, string[]]>([
		['none', null, {}, []],
		['one', about('a'), { Photo: named('a') }, ['a.png']],
		[
			'two',
			['a', 'b'].map(about),
			{ Photo_0: named('a'), Photo_1: named('b') },
			['a.png', 'b.png'],
		],
	])('the label "Photo" never takes the file of "Photo ID": %s', async (_, Photo, files, names) => {
		const json = { to: '1001', Photo, 'Photo ID': about('id') };
		const items = [{ json, binary: { ...files, Photo_ID: named('id') } }];
		await execute({ ...plan({ ifNoFile: 'skip' }, { binaryPropertyName: 'Photo' }), items });
		const arrived = (await requests()).flatMap(({ file }) => file?.fileName ?? []);
		expect(arrived).toEqual(names);
	});

	it('says nothing of other files if a field of the form was left empty', async () => {
		const items = [{ json: { to: '1001', Back: null }, binary: { Front: pdf, Draft: pdf } }];
		const given = plan({ ifNoFile: 'skip' }, { binaryPropertyName: 'Front, Back' });
		expect((await execute({ ...given, items })).hints).toEqual([]);
	});

	it('says nothing of other files if all that were meant are there', async () => {
		const items = [{ json: { to: '1001' }, binary: { Invoice: pdf, Terms: pdf, Draft: pdf } }];
		const given = plan({ ifNoFile: 'skip' }, { binaryPropertyName: 'Invoice, Terms' });
		expect((await execute({ ...given, items })).hints).toEqual([]);
	});

	it.each(['sendText', 'skip'])(
		'fails if the item only describes the file that somebody chose: %s',
		async (ifNoFile) => {
			const Photos = [{ filename: 'a.png', mimetype: 'image/png', size: 1234 }];
			const items = [{ json: { to: '1001', Photos } }];
			const { error } = await execute({ ...plan({ ifNoFile }), items });
			expect(error?.message).toBe('The file "a.png" is not in the item, which only describes it');
			expect(await requests()).toEqual([]);
		},
	);

	const base64 = Buffer.from('%PDF-1.7'.repeat(50)).toString('base64');
	it.each([
		['base64', base64, 'Convert to File'],
		['a data URL', `data:application/pdf;base64,${base64}`, 'Convert to File'],
		['an address', 'https://example.com/a.pdf?a=1,2', '"Media Source"'],
	])('fails if the field gives a file as %s', async (_, body, advice) => {
		const items = [{ json: { to: '1001', body } }];
		const failures = ['sendText', 'skip'].map(async (ifNoFile) => {
			const given = plan({ ifNoFile }, { binaryPropertyName: '={{ $json.body }}' });
			return (await execute({ ...given, items })).error;
		});
		for (const error of await Promise.all(failures)) {
			expect(error?.message).toBe('"Input Data Field Name(s)" has no name of a field with a file');
			expect(error?.description).toEqual(textWith(advice));
		}
		expect(await requests()).toEqual([]);
	});

	it('fails if one of two files is there, and the other one is only described', async () => {
		const Back = [{ filename: 'b.png', mimetype: 'image/png', size: 9 }];
		const items = [{ json: { to: '1001', Back }, binary: { Front: named('a') } }];
		const { error } = await execute({
			...plan({ ifNoFile: 'skip' }, { binaryPropertyName: 'Front, Back' }),
			items,
		});
		expect(error?.message).toBe('The file "b.png" is not in the item, which only describes it');
		expect(await requests()).toEqual([]);
	});

	it.each([
		['the file of another field', { Contract: [{ filename: 'a.pdf', mimetype: 'x/y', size: 9 }] }],
		['something without a name', { Photos: { mimetype: 'image/png', size: 9 } }],
	])('an item that only describes %s has no file', async (_, json) => {
		const items = [{ json: { to: '1001', ...json } }];
		const { error } = await execute({
			...plan({ ifNoFile: 'sendText' }, { binaryPropertyName: 'Photos' }),
			items,
		});
		expect(error).toBeUndefined();
		expect(await sent()).toEqual([['1001', 'text', 'From the form']]);
	});

	it('counts an empty file as none', async () => {
		const empty = { ...photo, bytes: Buffer.alloc(0) };
		const items = [{ json: { to: '1001' }, binary: { Photos: empty } }];
		await execute({ ...plan({ ifNoFile: 'sendText' }), items });
		expect(await sent()).toEqual([['1001', 'text', 'From the form']]);
	});
});

it('an empty field name takes no files of two fields', async () => {
	const items = [{ binary: { Front: photo, Back: photo, Side: photo } }];
	const { error } = await execute({ items, parameters: message('file') });
	expect(error?.message).toBe('This item has 3 files, and "Input Data Field Name(s)" names none');
	expect(error?.description).toEqual(textWith('Front, Back, Side'));
	expect(await requests()).toEqual([]);
});
