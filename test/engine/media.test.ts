import { engineOnSandbox } from './engineOnSandbox';
import { anyText } from './matchers';
import { message, photo, upload } from './parameters';

const { run, requests, control } = engineOnSandbox();

const withFile = [{ binary: { data: photo } }];
const mediaTypes = ['image', 'video', 'audio', 'document'].flatMap((type) => [
	{ type, words: {} },
	{ type, words: { caption: 'Look' } },
]);

describe.each(mediaTypes)('%j', ({ type, words }) => {
	it.each([{ url: 'https://example.com/a b' }, { storageRef: 'a/b' }])(
		'is sent by address or reference, with its caption: %j',
		async (media) => {
			const mediaSource = 'url' in media ? 'url' : 'storageRef';
			const given = { mediaSource, mediaUrl: media.url, storageRef: media.storageRef, ...words };
			await run({ parameters: message(type, given), onError: 'continueRegularOutput' });
			const content = { type, media: { ...media, ...words } };
			expect((await requests()).map(({ body }) => body)).toEqual([{ to: '12025554567', content }]);
		},
	);

	it('is uploaded from the input and sent', async () => {
		const { items } = await run({ items: withFile, parameters: message(type, words) });
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

it('the next node can send an uploaded file', async () => {
	const bySource = { mediaSource: 'storageRef', storageRef: '={{ $json.storageRef }}' };
	const { nodes } = await run({
		items: withFile,
		parameters: upload,
		next: [{ parameters: message('image', bySource) }],
	});
	expect(nodes).toHaveLength(2);
	expect(await control().messages()).toMatchObject([
		{ content: { type: 'image', media: { storageRef: nodes[0]?.items[0]?.json.storageRef } } },
	]);
});

it.each([upload, message('image')])('options replace name and type: %j', async (parameters) => {
	const options = { fileName: 'other.webp', mimeType: 'image/webp' };
	await run({ items: withFile, parameters: { ...parameters, options } });
	expect((await requests())[0]?.file).toMatchObject(options);
});

it('a hint counts files that are not of the content type; they are sent', async () => {
	const file = (mimeType: string) => ({ binary: { data: { ...photo, mimeType } } });
	const kinds = ['pdf', 'ogg', 'octet-stream'].map((kind) => `application/${kind}`);
	const types = ['audio/ogg', 'image/png', ...kinds];
	const { hints } = await run({ items: types.map(file), parameters: message('audio') });
	expect(hints.map((hint) => hint.message)).toEqual([
		'3 files are not of the chosen content type. Choose another in "Content Type", or correct the option "MIME Type".',
	]);
	expect(await control().messages()).toHaveLength(types.length);
	const documents = await run({ items: types.map(file), parameters: message('document') });
	expect(documents.hints).toEqual([]);
});
