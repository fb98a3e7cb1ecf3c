import { WorkflowExpression } from 'n8n-workflow';
import { textWith } from './matchers';
import {
	accepted,
	allArrived,
	itemWith,
	picture,
	pictures,
	picturesOnSandbox,
	three,
	uploads,
} from './picturesOnSandbox';

const { engine, run, execute, requests, control, arrived } = picturesOnSandbox();

describe('an item with several files', () => {
	it('is one message for each, in order, with the caption on the first', async () => {
		const { items } = await run({ items: [three], parameters: pictures() });
		expect(await arrived()).toEqual(allArrived);
		const ids = (await control().messages()).map(({ id }) => id);
		expect(items).toEqual(
			ids.map((id) => ({ json: { ...accepted, id }, pairedItem: { item: 0 } })),
		);
	});

	it('is sent in the order that the user names', async () => {
		await run({
			items: [three],
			parameters: pictures({ binaryPropertyName: 'Pictures_2, Pictures_0' }),
		});
		expect(await arrived()).toEqual(['1555 c Look', '1555 a']);
	});

	it('is one upload for each, in order', async () => {
		const { items } = await run({ items: [three, itemWith('d')], parameters: uploads });
		const refOf = new Map(
			(await requests()).map(({ file }) => [file?.fileName[0], file?.storageRef]),
		);
		expect(items).toEqual(
			['a', 'b', 'c', 'd'].map((name) => ({
				json: { storageRef: refOf.get(name) },
				pairedItem: { item: name === 'd' ? 1 : 0 },
			})),
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

	it('is named by an expression that gives the names', async () => {
		await run({
			items: [three],
			parameters: pictures({ binaryPropertyName: '={{ $binary.keys() }}' }),
		});
		expect(await arrived()).toEqual(allArrived);
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
		expect(items[1]?.json.error).toEqual(textWith('File 2: '));
	});

	it('has the options File Name and MIME Type on each file', async () => {
		const options = { fileName: 'x.webp', mimeType: 'image/webp' };
		await run({ items: [three], parameters: { ...uploads, options } });
		expect((await requests()).map(({ file }) => file)).toMatchObject(
			Array.from({ length: 3 }, () => options),
		);
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

	it('shows typing before each message', async () => {
		await run({ items: [three], parameters: pictures({ options: { typingFirst: 1 } }) });
		expect((await requests()).map(({ operation }) => operation)).toEqual(
			Array.from({ length: 3 }, () => ['media', 'typing', 'messages']).flat(),
		);
	});

	it('is uploaded once, however many recipients get it', async () => {
		const items = ['1', '2', '3'].map((to) => ({ ...(to === '1' ? three : {}), json: { to } }));
		const files = "={{ Object.values($('Start').first().binary) }}";
		await engine().storeBinariesIn('filesystem');
		const { items: output } = await run({
			items,
			parameters: pictures({ binaryPropertyName: files }),
		});
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 0, 1, 1, 1, 2, 2, 2].map((item) => ({ item })),
		);
		const log = await requests();
		expect(log.filter(({ operation }) => operation === 'media')).toHaveLength(3);
		expect(log.filter(({ operation }) => operation === 'messages')).toHaveLength(9);
	});

	it('keeps the order of its recipient, also against other items', async () => {
		const items = [three, itemWith('d', 'e'), { ...itemWith('f', 'g'), json: { to: '1666' } }];
		const { items: output } = await run({ items, parameters: pictures() });
		const messages = await arrived();
		expect(messages.filter((words) => words.startsWith('1555'))).toEqual([
			...allArrived,
			'1555 d Look',
			'1555 e',
		]);
		expect(messages.filter((words) => words.startsWith('1666'))).toEqual(['1666 f Look', '1666 g']);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 0, 1, 1, 2, 2].map((item) => ({ item })),
		);
	});

	it('is sent whole with "Execute Once"', async () => {
		await run({ items: [three, itemWith('d')], parameters: pictures(), executeOnce: true });
		expect(await arrived()).toEqual(allArrived);
	});

	it('counts as its files in the hint', async () => {
		await control().bend({ path: 'messages', skip: 2, status: 422 });
		const { hints } = await run({
			items: [three],
			parameters: pictures(),
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});
		expect(hints).toMatchObject([
			{
				message:
					'2 files were delivered before and were not sent again. To send everything again, run the workflow again (a new execution).',
			},
		]);
	});
});

it('every file of every item is checked before the first request', async () => {
	const items = [three, itemWith('d', 'e')];
	const { error } = await run({
		items,
		parameters: pictures({ binaryPropertyName: 'Pictures_0, Pictures_1, Pictures_2' }),
	});
	expect(error).toMatchObject({
		message: '1 of 2 items cannot be sent. Nothing was sent.',
		description: textWith(
			'Item 1 to 1555: The item has no file in the field "Pictures_2".<br>Enter one of these in "Input Data Field Name(s)": Pictures_0, Pictures_1. "Pictures*" takes all of them, in every item.',
		),
	});
	expect(await requests()).toEqual([]);
});

describe('after Split Out', () => {
	const split = ['Pictures_0', 'Pictures_1'].map((field) => ({
		json: { to: '1555' },
		binary: { [field]: picture(field) },
	}));

	it('the pattern is suggested, because each item has another name', async () => {
		const parameters = pictures({ binaryPropertyName: 'Pictures_0' });
		const { error } = await run({ items: split, parameters });
		expect(error?.description).toEqual(
			textWith(
				'Enter one of these in "Input Data Field Name(s)": Pictures_1. "Pictures*" takes all of them, in every item.',
			),
		);
	});

	it.each(['Pictures*', 'data'])('each item is sent with %s', async (binaryPropertyName) => {
		await run({ items: split, parameters: pictures({ binaryPropertyName }) });
		expect(await control().messages()).toHaveLength(2);
	});
});

describe('the name "data" that nobody changed', () => {
	const parameters = pictures({ binaryPropertyName: 'data' });

	it('takes the only file of an item', async () => {
		await run({ items: [itemWith('a')], parameters });
		expect(await arrived()).toEqual(['1555 a Look']);
	});

	it('takes the field of that name, if there is one', async () => {
		const binary = { first: picture('a'), data: picture('b') };
		await run({ items: [{ ...three, binary }], parameters });
		expect(await arrived()).toEqual(['1555 b Look']);
	});

	it('is an error if the item has several files, and another name always is', async () => {
		const refusals = await Promise.all(
			[
				{ items: [three], parameters },
				{ items: [itemWith('a')], parameters: { ...parameters, binaryPropertyName: 'date' } },
			].map(async (plan) => (await run(plan)).error?.message),
		);
		expect(refusals).toEqual(
			['data', 'date'].map((name) => `The item has no file in the field "${name}"`),
		);
	});
});

describe('in a workflow that has its files in the json ("combined")', () => {
	const settings = { binaryMode: 'combined' as const };
	beforeAll(async () => await engine().storeBinariesIn('filesystem'));

	it.each(['_files.*', '*', '={{ Object.values($json._files) }}'])(
		'%s takes several files',
		async (binaryPropertyName) => {
			await run({ items: [three], settings, parameters: pictures({ binaryPropertyName }) });
			expect(await arrived()).toEqual(allArrived);
		},
	);
});

describe('one Send Once Key', () => {
	it('with other files for the same recipient is an error before anything is sent', async () => {
		const parameters = pictures({ options: { sendOnceKey: 'k' } });
		for (const other of [itemWith('a', 'b'), itemWith('a', 'b', 'd')]) {
			const { error } = await run({ items: [three, other], parameters });
			expect(error?.description).toEqual(
				textWith('The Send Once Key is the same as that of item 0'),
			);
		}
		expect(await requests()).toEqual([]);
	});
});
