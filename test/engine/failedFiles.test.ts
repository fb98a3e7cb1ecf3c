import { anyText, textWith } from './support/matchers';
import {
	accepted,
	allArrived,
	itemWith,
	pictures,
	picturesOnSandbox,
	three,
	uploads,
} from './support/picturesOnSandbox';

const { stoppedAfter, run, execute, requests, control, arrived } = picturesOnSandbox();

const continues = { onError: 'continueRegularOutput' as const };
const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const one = { concurrency: 1 };
const plan = { items: [three], parameters: pictures() };
/** With another item after it. */
const andD = [three, { ...itemWith('d'), json: { to: '1666' } }];
const place =
	'This is file 2 of 3 of the item: those before it were sent, this run did not start those after it.';

describe('a file that is refused', () => {
	beforeEach(async () => {
		await control().bend({ path: 'messages', skip: 1, status: 422, code: 'NOT_SUPPORTED' });
	});

	it('fails the item, and the files after it are not sent', async () => {
		const parameters = pictures({ options: one });
		const { items } = await run({ items: andD, parameters, ...continues });
		expect(await arrived()).toEqual(['1555 a Look', '1666 d Look']);
		const details = {
			description: textWith(place),
			to: '1555',
			fileName: 'b.png',
			httpStatus: 422,
			code: 'NOT_SUPPORTED',
			delivery: 'notSent',
			reason: 'refused',
		};
		expect(items).toEqual([
			{ json: accepted, pairedItem: { item: 0 } },
			{ json: { error: textWith('Pictures_1: '), details }, pairedItem: { item: 0 } },
			{ json: accepted, pairedItem: { item: 1 } },
		]);
	});

	it('goes to the error output with its input and its files, and what was sent to the other', async () => {
		const { outputs } = await run({ ...plan, onError: 'continueErrorOutput' });
		expect(outputs[1]).toMatchObject([{ binary: { Pictures_1: { fileName: 'b.png' } } }]);
		expect(outputs.map((items) => items.map(({ json }) => json))).toEqual([
			[accepted],
			[{ to: '1555', error: textWith('Pictures_1: '), details: expect.any(Object) }],
		]);
	});

	it('is the first to be sent by "Retry On Fail"', async () => {
		const { error, items } = await run({ ...plan, ...again });
		expect(error).toBeUndefined();
		expect(await arrived()).toEqual(allArrived);
		const ids = (await control().messages()).map(({ id }) => id);
		expect(items.map(({ json }) => json.id)).toEqual(ids);
	});

	it('is the first to be sent by a retry of the execution, which uploads only that one again', async () => {
		const failed = await execute(plan);
		expect(failed.error).toMatchObject({
			message: textWith('Pictures_1: '),
			description: textWith('3 files: 1 sent'),
			context: { itemIndex: 0, data: { delivery: 'notSent' } },
		});
		const { error, items } = await execute(plan, failed.run);
		expect(error).toBeUndefined();
		expect(items).toEqual(Array(3).fill({ json: accepted, pairedItem: { item: 0 } }));
		expect(await arrived()).toEqual(allArrived);
		const log = await requests();
		// A refusal can mean that the service no longer takes the reference.
		const uploaded = log.flatMap(({ operation, file }) =>
			operation === 'media' ? file?.fileName : [],
		);
		expect(uploaded).toEqual(['a.png', 'b.png', 'b.png', 'c.png']);
	});

	const changing = pictures({ caption: '={{ $vars.caption }}' });
	const readable = { parameters: changing, variables: { caption: 'Look' } };
	const unreadable = { parameters: changing, variables: { caption: ['no', 'text'] } };

	it('leaves the answers of the earlier files to a retry that cannot read the item', async () => {
		await control().straighten();
		await control().bend({ path: 'messages', skip: 3, status: 422 });
		const items = [three, itemWith('d')];
		const failed = await execute({ items, ...readable });
		const retried = await execute({ items, ...unreadable, ...continues }, failed.run);
		expect(retried.items.map(({ json }) => json)).toEqual([
			...Array.from({ length: 3 }, () => accepted),
			expect.objectContaining({ error: textWith('The caption is a list') }),
		]);
		expect(await arrived()).toEqual(allArrived);
	});

	it('is not skipped by a retry that finds no file, though "If There Is No File" says so', async () => {
		const failed = await execute(plan);
		const options = { ifNoFile: 'skip' };
		const parameters = pictures({ binaryPropertyName: 'Photos*', options });
		const { error } = await execute({ ...plan, parameters }, failed.run);
		expect(error).toMatchObject({ context: { data: { reason: 'changedInTheMiddle' } } });
		expect(await arrived()).toEqual(['1555 a Look']);
	});

	it('keeps a retry that cannot read the item from taking it for sent', async () => {
		const failed = await execute({ ...plan, ...readable });
		const { error } = await execute({ ...plan, ...unreadable }, failed.run);
		expect(error?.message).toEqual(textWith('The caption is a list'));
		expect(await arrived()).toEqual(['1555 a Look']);
	});
});

it('an upload that is refused fails the item at that file', async () => {
	await control().bend({ path: 'media', skip: 1, status: 413 });
	const { items } = await run({ items: [three], parameters: uploads, ...continues });
	const error =
		'Pictures_1: The file is too large for the service (413): "Payload Too Large", "PayloadTooLarge"';
	expect(items.map(({ json }) => json)).toEqual([
		{ storageRef: anyText },
		{ error, details: expect.objectContaining({ delivery: 'notSent' }) },
	]);
	expect((await requests()).map(({ file }) => file?.fileName)).not.toContain('c.png');
});

it('a message is not sent if another item failed during its upload', async () => {
	await control().bend({ path: 'media', status: 413 });
	await control().bend({ path: 'media', delay: 300 });
	const items = [itemWith('a'), { ...itemWith('b'), json: { to: '1666' } }];
	const { error } = await run({ items, parameters: pictures({ options: { concurrency: 2 } }) });
	expect(error?.message).toContain('(413)');
	expect((await requests()).map(({ operation }) => operation)).toEqual(['media', 'media']);
});

describe('a file in doubt', () => {
	const inDoubt = { error: textWith('Pictures_1: '), details: { delivery: 'unknown' } };

	beforeEach(async () => {
		const reset = { reset: 'afterReading', carryOut: true } as const;
		await control().bend({ path: 'messages', skip: 1, ...reset });
	});

	it('fails the item, and no retry sends it or the files after it', async () => {
		const failed = await execute(plan);
		const { error: message, details: data } = inDoubt;
		expect(failed.error).toMatchObject({ message, context: { data } });
		const { items } = await execute({ ...plan, ...continues }, failed.run);
		expect(items.map(({ json }) => json)).toMatchObject([accepted, inDoubt]);
		expect(await arrived()).toEqual(['1555 a Look', '1555 b']);
	});

	it('is sent again, with the files after it, where the user said so', async () => {
		const failed = await execute(plan);
		const parameters = pictures({ options: { whenUnsure: 'resend' } });
		expect((await execute({ ...plan, parameters }, failed.run)).error).toBeUndefined();
		expect(await arrived()).toEqual(['1555 a Look', '1555 b', '1555 b', '1555 c']);
	});
});

describe('a run that is stopped', () => {
	/** Long enough to stop the run before, and half of what the node then waits for the answer (ms). */
	const delay = 500;

	it('sends no further file, and a retry continues with those that were not sent', async () => {
		await control().bend({ path: 'messages', skip: 1, delay });
		const stopped = await stoppedAfter(4, plan);
		expect(await arrived()).toEqual(['1555 a Look', '1555 b']);
		await execute(plan, stopped.run);
		expect(await arrived()).toEqual(allArrived);
	});

	it('still counts the files that it sent, if n8n runs the node again because of "Retry On Fail"', async () => {
		const options = { pauseBetween: { values: { min: 60, max: 60 } } };
		const given = { items: andD, parameters: pictures({ options }), ...again };
		const { error } = await stoppedAfter(2, given);
		expect(await arrived()).toEqual(['1555 a Look']);
		expect(error?.message).toContain('canceled');
		expect(error?.description).toContain('3 files: 1 sent, 2 not sent.');
	});

	it('gives one error for the item, which says who did not get which file', async () => {
		await control().bend({ path: 'messages', delay });
		const { items } = await stoppedAfter(2, { ...plan, ...continues });
		const error = 'Pictures_1: The execution was canceled before this item was sent';
		const details = { description: place, to: '1555', fileName: 'b.png', delivery: 'notSent' };
		expect(items.map(({ json }) => json)).toMatchObject([accepted, { error, details }]);
	});
});

it('after a change of their order, a retry sends no rest of the files that an expression takes from another item', async () => {
	await control().bend({ path: 'messages', status: 422, skip: 4 });
	const all = (change: string) => `={{ Object.values($('Start').first().binary)${change} }}`;
	const sending = (binaryPropertyName: string) => ({
		items: [three, { json: { to: '1666' } }],
		parameters: pictures({ options: one, caption: '', binaryPropertyName }),
	});
	const failed = await execute(sending(all('')));
	const { error, run } = await execute(sending(all('.reverse()')), failed.run);
	expect(error).toMatchObject({ context: { data: { reason: 'changedInTheMiddle' } } });
	expect((await execute(sending(all('')), run)).error).toBeUndefined();
	expect((await arrived()).slice(3)).toEqual(['1666 a', '1666 b', '1666 c']);
});

it('the large answer to an upload comes out again with its storageRef', async () => {
	const ids = Array.from({ length: 9 }, (_, at) => [`${at}Id`, 'x'.repeat(200)] as const);
	const storageRef = 'r'.repeat(300);
	const body = JSON.stringify({ ...Object.fromEntries(ids), storageRef });
	await control().bend({ path: 'media', status: 201, body });
	await control().bend({ path: 'media', status: 422 });
	const uploading = { items: [itemWith('a', 'b')], parameters: { ...uploads, options: one } };
	const failed = await execute(uploading);
	const { items } = await execute(uploading, failed.run);
	expect(items[0]?.json).toMatchObject({ storageRef, shortened: true });
});

it('an expression that changes the JSON of the item does not make it another one', async () => {
	await control().bend({ path: 'messages', status: 422, skip: 1, count: 2 });
	const items = [{ ...three, json: { to: '1555', list: ['1'] } }];
	const pushing = pictures({ options: one, caption: '={{ $json.list.push("2") }}' });
	const failed = await execute({ items, parameters: pushing });
	const retried = await execute({ items, parameters: pushing }, failed.run);
	expect(retried.error).toBeDefined();
	expect((await execute({ items, parameters: pushing }, retried.run)).error).toBeUndefined();
	expect(await arrived()).toEqual(['1555 a 2', '1555 b', '1555 c']);
});
