import { instances } from '../../dev/sandbox/accounts';
import { deliveryOnSandbox } from './support/deliveryOnSandbox';
import { anyText } from './support/matchers';
import { getAll, message, photo } from './support/parameters';

const { requests, control, execute } = deliveryOnSandbox();

const withFile = [{ binary: { data: photo } }];
const mediaTypes = ['image', 'video', 'audio', 'document'].flatMap((type) => [
	{ type, words: {} },
	{ type, words: { caption: 'Look' } },
]);

describe.each(mediaTypes)('%j', ({ type, words }) => {
	it.each([{ url: 'https://example.com/a%20b' }, { storageRef: 'a/b' }])(
		'is sent by address or reference, with its caption: %j',
		async (media) => {
			const mediaSource = 'url' in media ? 'url' : 'storageRef';
			const given = { mediaSource, mediaUrl: media.url, storageRef: media.storageRef, ...words };
			await execute({ parameters: message(type, given), onError: 'continueRegularOutput' });
			const content = { type, media: { ...media, ...words } };
			expect((await requests()).map(({ body }) => body)).toEqual([{ to: '12025554567', content }]);
		},
	);

	it('is sent by a reference with a line break behind it, as a cell of a table can have', async () => {
		const given = { mediaSource: 'storageRef', storageRef: 'a/b\n', ...words };
		await execute({ parameters: message(type, given) });
		const content = { type, media: { storageRef: 'a/b', ...words } };
		expect((await requests()).map(({ body }) => body)).toMatchObject([{ content }]);
	});

	it('is uploaded from the input and sent', async () => {
		const { items } = await execute({ items: withFile, parameters: message(type, words) });
		const json = { id: anyText, status: 'accepted', to: '12025554567', fileName: 'photo.png' };
		expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
		const [uploaded, sent, ...more] = await requests();
		expect(more).toEqual([]);
		const file = { fileName: 'photo.png' };
		expect(uploaded).toMatchObject({ operation: 'media', parts: ['file'], file });
		const media = { storageRef: uploaded?.file?.storageRef, ...words };
		expect(sent?.body).toEqual({ to: '12025554567', content: { type, media } });
	});
});

it('a hint counts files that are not of the content type; they are sent', async () => {
	const file = (mimeType: string) => ({ binary: { data: { ...photo, mimeType } } });
	const kinds = ['pdf', 'ogg', 'octet-stream'].map((kind) => `application/${kind}`);
	const types = ['audio/ogg', 'image/png', ...kinds];
	const { hints } = await execute({ items: types.map(file), parameters: message('audio') });
	expect(hints.map((hint) => hint.message)).toEqual([
		'3 files are not of the chosen content type. Choose another in "Content Type", or correct the option "MIME Type". The first is item 1.',
	]);
	expect(await control().messages()).toHaveLength(types.length);
	const documents = await execute({ items: types.map(file), parameters: message('document') });
	expect(documents.hints).toEqual([]);
});

const listed = instances.map(({ id }) => id);
const plan = { items: [{}, {}], parameters: getAll };

it('the instance list is requested again after a 500 or a broken connection', async () => {
	await control().bend({ status: 500 });
	await control().bend({ reset: 'afterReading' });
	const { error } = await execute({ parameters: getAll });
	expect(error).toBeUndefined();
	expect(await requests()).toHaveLength(3);
});

it('the retry of a failed list operation requests the list again, without earlier results and hints', async () => {
	await control().bend({ body: JSON.stringify([{ id: 'old' }]) });
	await control().bend({ status: 403, count: 2 });
	const failed = await execute(plan);
	expect(failed.error).toBeDefined();
	await control().straighten();
	const { items, hints } = await execute(plan, failed.run);
	expect(items.map(({ json }) => json.id)).toEqual([...listed, ...listed]);
	expect(hints).toEqual([]);
});
