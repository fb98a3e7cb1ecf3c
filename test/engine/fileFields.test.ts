import { engineOnSandbox } from './engineOnSandbox';
import { photo, upload } from './parameters';

const { engine, run, requests, failureOf } = engineOnSandbox();

const other = { bytes: Buffer.from('the other'), fileName: 'other.png', mimeType: 'image/png' };
const items = [{ binary: { data: photo, other } }];

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

	it.each([
		[
			'data,other',
			'"Input Data Field Name" names several fields: "data,other"',
			'An upload takes one file. Enter one of these in "Input Data Field Name": data, other.',
		],
		[
			'nope',
			'The item has no file in the field "nope"',
			'Enter one of these in "Input Data Field Name": data, other.',
		],
		[
			'={{ $binary.nope }}',
			'The item has no file in the field "nope"',
			'Enter one of these in "Input Data Field Name": data, other.',
		],
		[
			'={{ $json }}',
			'"Input Data Field Name" is neither a name nor a file',
			'Enter one of these in "Input Data Field Name": data, other.',
		],
		[
			'={{ ({ mimeType: "a/b", data: undefined }) }}',
			'"Input Data Field Name" gives a file without its content',
			'Where n8n keeps files in memory, some expressions leave the content out. Enter one of these in "Input Data Field Name": data, other.',
		],
	])(
		'%s fails with an error that says what to enter, and nothing is sent',
		async (binaryPropertyName, error, description) => {
			expect(await failureOf({ items, parameters: { ...upload, binaryPropertyName } })).toEqual({
				error,
				details: { description, delivery: 'notSent' },
			});
			expect(await requests()).toEqual([]);
		},
	);
});

// In memory mode, n8n's older $node syntax returns the file without its content or id.
it('the error says so if n8n passes a file without its content', async () => {
	await engine().storeBinariesIn('default');
	expect(
		await failureOf({
			items,
			parameters: { ...upload, binaryPropertyName: '={{ $node["Start"].binary.data }}' },
		}),
	).toMatchObject({
		error: '"Input Data Field Name" gives a file without its content',
		details: { delivery: 'notSent' },
	});
});

it('the error for an item without files says where to look', async () => {
	expect(await failureOf({ parameters: upload })).toEqual({
		error: 'The item has no file in the field "data"',
		details: {
			description:
				'The item has no files at all: the node before this one must pass its binary data on.',
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
				description: 'Enter one of these in "Input Data Field Name": _files.data, _files.other.',
				delivery: 'notSent',
			},
		});
	});
});
