// Text if Not Supported: the text goes instead of content that the engine of an instance does not support.
import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../dev/sandbox/sandboxControl';
import { haproxyPage } from '../unit/support/pages';
import { deliveryOnSandbox } from './support/deliveryOnSandbox';
import { keyTable } from './support/keyTable';
import { byId, message, photo } from './support/parameters';

const { engine, execute, failureOf, control, requests } = deliveryOnSandbox();
keyTable();

const hint = (count: string) => `${count} as text, because the instance does not support`;
const none = { code: 'NOT_SUPPORTED_BY_ENGINE', status: 422 };
const poll = (options: INodeParameters = {}, fields: INodeParameters = {}) =>
	message('poll', {
		...{ instanceId: byId('basic'), to: '={{ $json.to || "1555" }}' },
		...{ specifyContent: 'json', contentJson: '{ "question": "Tea or coffee?" }' },
		options: { textIfNotSupported: 'Answer 1 for tea, 2 for coffee', ...options },
		...fields,
	});
const image = (options: INodeParameters = {}) =>
	message('image', { options: { textIfNotSupported: '={{ $json.text }}', ...options } });
const pictures = ['a', 'b'].map((text) => ({ json: { text }, binary: { data: photo } }));
/** What was asked for, in the order of arrival: the type of a message or else the operation, and the recipient. */
const asked = async () =>
	(await requests()).map(({ operation, body }) => {
		const { to, content } = (body ?? {}) as { to?: string; content?: { type: string } };
		return [content?.type ?? operation, to].filter(Boolean).join(' ');
	});
const texts = async () => (await control().messages()).map(({ content }) => content.text);

it('the text goes to the same recipient next, and the output and a hint say so', async () => {
	const items = Array.from({ length: 6 }, (_, at) => ({ json: { to: `155${at % 2}` } }));
	const outcome = await execute({ items, parameters: poll() });
	for (const to of ['1550', '1551']) {
		const lane = (await asked()).filter((one) => one.endsWith(to));
		expect(lane).toEqual([1, 2, 3].flatMap(() => [`poll ${to}`, `text ${to}`]));
	}
	expect(outcome.items.map(({ json }) => json)).toEqual(
		items.map(({ json }) => expect.objectContaining({ ...json, sentAs: 'text' })),
	);
	expect(outcome.hints.map(({ message }) => message)).toEqual([
		expect.stringContaining(hint('6 items were sent')),
	]);
	expect(await texts()).toEqual(items.map(() => 'Answer 1 for tea, 2 for coffee'));
});

it('typing and a pause come once', async () => {
	const pauseBetween = { values: { min: 0.05, max: 0.05 } } as INodeParameters;
	const parameters = poll({ typingFirst: 20, pauseBetween });
	const { hints } = await execute({ items: [{}, {}], parameters });
	const once = ['typing 1555', 'poll 1555', 'text 1555'];
	expect(await asked()).toEqual([...once, ...once]);
	expect(hints.map(({ message }) => message)[0]).toContain('paused once');
});

it('a typing indication that failed is counted once', async () => {
	await control().bend({ path: 'typing', status: 500 });
	const { hints } = await execute({ parameters: poll({ typingFirst: 20 }) });
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringContaining(hint('1 item was sent')),
		expect.stringContaining('1 typing indication failed'),
	]);
	expect(await asked()).toEqual(['typing 1555', 'poll 1555', 'text 1555']);
});

it('typing comes once if the upload is not supported and the service then asks to slow down', async () => {
	await control().bend({ path: 'media', ...none });
	await control().bend({ path: 'messages', status: 429, count: 2 });
	const { error } = await execute({
		items: pictures.slice(0, 1),
		parameters: image({ typingFirst: 20 }),
	});
	expect(error).toBeUndefined();
	const text = 'text 12025554567';
	expect(await asked()).toEqual(['media', 'typing 12025554567', text, text, text]);
});

it('items that share an upload which is not supported each get their own text, after typing', async () => {
	await control().bend({ path: 'media', ...none });
	// In memory, equal files are one file.
	await engine().storeBinariesIn('default');
	const parameters = image({ typingFirst: 20, concurrency: 1 });
	const { items, hints } = await execute({ items: pictures, parameters });
	await engine().storeBinariesIn('filesystem');
	const text = ['typing 12025554567', 'text 12025554567'];
	expect(await asked()).toEqual(['media', ...text, ...text]);
	expect(await texts()).toEqual(['a', 'b']);
	expect(items.map(({ json }) => json.sentAs)).toEqual(['text', 'text']);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringContaining(hint('2 items were sent')),
	]);
});

it('each file of an item is a message of its own', async () => {
	await control().bend({ path: 'messages', ...none });
	const item = {
		json: { text: 'a' },
		binary: { one: photo, two: { ...photo, fileName: 'b.png' } },
	};
	const parameters = { ...image(), binaryPropertyName: '*' };
	const { items } = await execute({ items: [item], parameters });
	expect(items.map(({ json }) => json.sentAs)).toEqual(['text', undefined]);
});

it.each<[string, INodeParameters, Fault]>([
	['no text', poll({ textIfNotSupported: '={{ $json.nothing }}' }), {}],
	['another error', poll(), { path: 'messages', status: 422 }],
	['another status', poll(), { path: 'messages', ...none, status: 400 }],
	['a doubt', poll(), { path: 'messages', ...none, status: 500 }],
])('with %s, the item fails as without the option', async (_, parameters, fault) => {
	if (fault.path) await control().bend(fault);
	const failure = await failureOf({ parameters });
	expect(failure.details.description).not.toContain('instead');
	expect(await asked()).toEqual(['poll 1555']);
});

it('if the text fails, too, the error is its own and says that the content was refused before', async () => {
	await control().bend({ path: 'messages', skip: 1, reset: 'afterReading', carryOut: true });
	const { error, details } = await failureOf({ parameters: poll() });
	expect(error).toContain('broke before the answer');
	expect(details).toMatchObject({ delivery: 'unknown', to: '1555' });
	expect(details.description).toContain(
		'Before, the content was refused: Instance "basic" cannot send the content type "poll" (422): ',
	);
	expect(await asked()).toEqual(['poll 1555', 'text 1555']);
});

it('the text is repeated as often as a message is, and slows down when the service asks', async () => {
	await control().bend({ path: 'messages', skip: 1, status: 503, headers: { 'retry-after': '0' } });
	const { error } = await execute({ parameters: poll() });
	expect(error).toBeUndefined();
	expect(await asked()).toEqual(['poll 1555', 'text 1555', 'text 1555']);
});

it('the text has all its tries, however many the content took', async () => {
	const noServer = { status: 503, body: haproxyPage, contentType: 'text/html' };
	await control().bend({ path: 'messages', ...noServer });
	await control().bend({ path: 'messages', skip: 1, ...noServer });
	const { error } = await execute({ parameters: poll({ maxTries: 2 }) });
	expect(error).toBeUndefined();
	expect(await asked()).toEqual(['poll 1555', 'poll 1555', 'text 1555', 'text 1555']);
});

describe('a text in several messages', () => {
	const split = { values: { by: 'paragraphs', maxLength: 4096 } } as INodeParameters;
	const textIfNotSupported = 'Tea or coffee?\n\n1: tea\n\n2: coffee';
	const parameters = poll({ textIfNotSupported, splitText: split, typingFirst: 20 });
	const pieces = ['Tea or coffee?', '1: tea', '2: coffee'];

	it('goes in order, with an output item for each', async () => {
		const { items } = await execute({ parameters });
		expect(await texts()).toEqual(pieces);
		expect(items).toEqual(
			pieces.map(() => ({
				json: expect.objectContaining({ to: '1555', sentAs: 'text' }) as object,
				pairedItem: { item: 0 },
			})),
		);
		expect(await asked()).toEqual(
			['typing', 'poll', 'text', 'text', 'text'].map((one) => `${one} 1555`),
		);
	});

	it('goes on where the service asked to slow down', async () => {
		await control().bend({ path: 'messages', skip: 2, status: 429, count: 2 });
		const { error } = await execute({ parameters });
		expect(error).toBeUndefined();
		expect(await texts()).toEqual(pieces);
	});

	it.each<[string, Fault]>([
		['is refused', { status: 422 }],
		['gets no answer', { reset: 'afterReading' }],
	])(
		'is in doubt if its second one %s, and no retry sends its beginning again',
		async (_, fault) => {
			await control().bend({ path: 'messages', skip: 2, ...fault });
			const failed = await execute({ parameters });
			expect(failed.error).toMatchObject({ context: { data: { delivery: 'unknown' } } });
			expect(failed.error?.description).toContain('The first messages of that text were sent.');
			const again = await execute({ parameters }, failed.run);
			expect(again.error?.message).toContain('not sent again');
			expect(await texts()).toEqual(pieces.slice(0, 1));
		},
	);

	it('is finished if another item fails meanwhile', async () => {
		await control().bend({ path: '/basic/.*messages', skip: 1, delay: 1000 });
		await control().bend({ path: '/nowhere/', delay: 500 });
		const instanceId = byId('={{ $json.instance }}');
		const items = ['basic', 'nowhere'].map((instance) => ({ json: { instance } }));
		const options = { textIfNotSupported, splitText: split };
		const { error } = await execute({ items, parameters: poll(options, { instanceId }) });
		expect(error?.message).toContain('"nowhere"');
		expect(error?.description).toContain('2 items: 1 sent, 1 not sent');
		expect(await texts()).toEqual(pieces);
	});

	it('is not begun if its first one is refused, so that a retry sends all', async () => {
		await control().bend({ path: 'messages', skip: 1, status: 422 });
		const failed = await execute({ parameters });
		expect(failed.error).toMatchObject({ context: { data: { delivery: 'notSent' } } });
		await execute({ parameters }, failed.run);
		expect(await texts()).toEqual(pieces);
	});
});

it('one key stands for both, and a retry does not send the text again', async () => {
	const keyed = poll({ sendOnceKey: 'k' });
	await control().bend({ path: 'messages', skip: 3, status: 422 });
	const items = ['1', '2'].map((to) => ({ json: { to } }));
	const plan = { items, parameters: keyed, id: 'node' };
	const failed = await execute(plan);
	expect(await asked()).toEqual(expect.arrayContaining(['text 1', 'text 2']));
	const again = await execute(plan, failed.run);
	expect(again.items.map(({ json }) => json.sentAs)).toEqual(['text', 'text']);
	const other = await execute(plan);
	expect(other.items.map(({ json }) => json.skipped)).toEqual([true, true]);
	expect(await texts()).toHaveLength(2);
});

it('a refused text is followed by no other', async () => {
	await control().bend({ path: 'messages', ...none, count: 2 });
	const parameters = message('text', { text: 'Hello', options: { textIfNotSupported: 'again' } });
	expect((await execute({ parameters })).error).toBeDefined();
	expect(await requests()).toHaveLength(1);
});

it('the option is not there for texts', async () => {
	const parameters = message('text', { text: 'hello', options: { textIfNotSupported: 'x' } });
	await control().bend({ path: 'messages', ...none });
	const { details } = await failureOf({ parameters });
	expect(details.code).toBe(none.code);
	expect(await asked()).toHaveLength(1);
});
