import { engineOnSandbox } from './engineOnSandbox';
import { photo, upload } from './parameters';

const { engine, run, requests, failureOf } = engineOnSandbox();

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
		[
			'=data {{ $json.Pictures }}',
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
		error: 'The item has no file in the field "data"',
		details: {
			description:
				'The item has no files. Perhaps nobody chose one, or the node before this one did not pass its files on.',
			delivery: 'notSent',
		},
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
			error: 'The item has no file in the field "data"',
			details: {
				description: `Enter one of these in ${parameter}: _files.data, _files.other. "*" takes all of them, in every item.`,
				delivery: 'notSent',
			},
		});
	});
});
