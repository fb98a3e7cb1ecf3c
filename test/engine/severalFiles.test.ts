import { type INodeExecutionData, WorkflowExpression } from 'n8n-workflow';
import { textWith } from './support/matchers';
import {
	accepted,
	allArrived,
	itemWith,
	picture,
	pictures,
	picturesOnSandbox,
	three,
	uploads,
} from './support/picturesOnSandbox';

const { engine, run, execute, requests, control, arrived } = picturesOnSandbox();

const pairsOf = (items: INodeExecutionData[]) => items.map(({ pairedItem }) => pairedItem);
const pairs = (...positions: number[]) => positions.map((item) => ({ item }));

describe('an item with several files', () => {
	it('is one message for each, in order, with the caption on the first', async () => {
		const { items } = await run({ items: [three], parameters: pictures() });
		expect(await arrived()).toEqual(allArrived);
		const ids = (await control().messages()).map(({ id }) => id);
		expect(items).toEqual(
			ids.map((id) => ({ json: { ...accepted, id }, pairedItem: { item: 0 } })),
		);
	});

	it('has its options evaluated once, whatever the number of its files', async () => {
		const evaluate = jest.spyOn(WorkflowExpression.prototype, 'resolveSimpleParameterValue');
		const options = { mimeType: "={{ 'image/' + 'png' }}" };
		await run({ items: [three], parameters: { ...uploads, options } });
		const expressions = evaluate.mock.calls.map(([expression]) => expression);
		evaluate.mockRestore();
		expect(expressions.filter((one) => one === options.mimeType)).toHaveLength(1);
	});

	it('can be given by an expression as files', async () => {
		await engine().storeBinariesIn('filesystem');
		const files = "={{ Object.values($('Start').item.binary) }}";
		await control().bend({ path: 'messages', skip: 1, status: 422 });
		const { items } = await run({
			items: [three],
			parameters: pictures({ binaryPropertyName: files }),
			onError: 'continueRegularOutput',
		});
		expect(await arrived()).toEqual(['1555 a Look']);
		expect(items[1]?.json.error).toEqual(textWith('Pictures_1: '));
	});

	it.each(['default', 'filesystem'] as const)(
		'sends each file, even if two are equal, with binary data mode %s',
		async (mode) => {
			await engine().storeBinariesIn(mode);
			await control().bend({ path: 'messages', skip: 2, status: 422 });
			const request = { items: [itemWith('a', 'a', 'a')], parameters: pictures() };
			const failed = await execute(request);
			const { items } = await execute(request, failed.run);
			expect(items).toHaveLength(3);
			expect(await arrived()).toEqual(['1555 a Look', '1555 a', '1555 a']);
		},
	);

	it('can be two equal files of another item in memory: a retry sends the one that was not sent', async () => {
		await engine().storeBinariesIn('default');
		await control().bend({ path: 'messages', skip: 2, status: 422 });
		const binaryPropertyName = "={{ [0, 0].map(() => $('Start').first().binary.Pictures_0) }}";
		const parameters = pictures({ binaryPropertyName, options: { concurrency: 1 } });
		const plan = { items: [itemWith('a'), { json: { to: '1666' } }], parameters };
		const failed = await execute(plan);
		expect(await arrived()).toEqual(['1555 a Look', '1666 a Look']);
		await execute(plan, failed.run);
		expect(await arrived()).toEqual(['1555 a Look', '1666 a Look', '1666 a']);
	});

	it('is uploaded once, however many recipients get it', async () => {
		const items = ['1001', '1002', '1003'].map((to) => ({
			...(to === '1001' ? three : {}),
			json: { to },
		}));
		const files = "={{ Object.values($('Start').first().binary) }}";
		await engine().storeBinariesIn('filesystem');
		const parameters = pictures({ binaryPropertyName: files });
		const { items: output } = await run({ items, parameters });
		expect(pairsOf(output)).toEqual(pairs(0, 0, 0, 1, 1, 1, 2, 2, 2));
		const log = (await requests()).map(({ operation }) => operation);
		expect(log.filter((operation) => operation === 'media')).toHaveLength(3);
		expect(log.filter((operation) => operation === 'messages')).toHaveLength(9);
	});

	it('keeps the order of its recipient, also against other items', async () => {
		const items = [three, itemWith('d', 'e'), { ...itemWith('f', 'g'), json: { to: '1666' } }];
		const { items: output } = await run({ items, parameters: pictures() });
		const messages = await arrived();
		const to = (recipient: string) => messages.filter((words) => words.startsWith(recipient));
		expect(to('1555')).toEqual([...allArrived, '1555 d Look', '1555 e']);
		expect(to('1666')).toEqual(['1666 f Look', '1666 g']);
		expect(pairsOf(output)).toEqual(pairs(0, 0, 0, 1, 1, 2, 2));
	});
});

it('every file of every item is checked before the first request', async () => {
	const parameters = pictures({ binaryPropertyName: 'Pictures_0, Pictures_1, Pictures_2' });
	const { error } = await run({ items: [three, itemWith('d', 'e')], parameters });
	expect(error).toMatchObject({
		message: '1 of 2 items cannot be sent; nothing was sent',
		description: textWith(
			'Item 1 to 1555: The item has no file in the field "Pictures_2". Enter one of these in "Input Data Field Name(s)": Pictures_0, Pictures_1. "Pictures*" takes all of them, in every item.',
		),
	});
	expect(await requests()).toEqual([]);
});

describe('after Split Out', () => {
	const split = ['Pictures_0', 'Pictures_1'].map((field) => ({
		json: { to: '1555' },
		binary: { [field]: picture(field) },
	}));

	it.each(['Pictures*', ''])('each item is sent with "%s"', async (binaryPropertyName) => {
		await run({ items: split, parameters: pictures({ binaryPropertyName }) });
		expect(await control().messages()).toHaveLength(2);
	});
});

describe('without a name', () => {
	const parameters = pictures({ binaryPropertyName: '' });

	it('the only file of an item is taken', async () => {
		await run({ items: [itemWith('a')], parameters });
		expect(await arrived()).toEqual(['1555 a Look']);
	});

	it.each(['Pictures_', 'Pictures'])(
		'all files of the only field are taken, in order, as "%s0"',
		async (name) => {
			const files = Object.values(three.binary ?? {}).map((one, at) => [`${name}${at}`, one]);
			await run({ items: [{ ...three, binary: Object.fromEntries(files) }], parameters });
			expect(await arrived()).toEqual(allArrived);
		},
	);

	it('files of several fields are an error that names them, also if one is called "data"', async () => {
		const binary = { data: picture('a'), other: picture('b') };
		const { error } = await run({ items: [{ ...three, binary }], parameters });
		expect(error?.message).toBe('This item has 2 files, and "Input Data Field Name(s)" names none');
		expect(error?.description).toMatch(/^Enter one of these in .*: data, other\. "\*" takes all/);
		expect(await arrived()).toEqual([]);
	});
});
