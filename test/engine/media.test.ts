import { engineOnSandbox } from './engineOnSandbox';
import { anyText } from './matchers';
import { message, photo, upload } from './parameters';

const { run, requests, control } = engineOnSandbox();

const mediaTypes = ['image', 'video', 'audio', 'document'];
const withFile = [{ binary: { data: photo } }];

describe.each(mediaTypes)('%s', (type) => {
	it.each([{}, { caption: 'Look' }])('can be sent by URL with %j', async (caption) => {
		await run({
			parameters: message(type, {
				mediaSource: 'url',
				mediaUrl: 'https://example.com/a b',
				...caption,
			}),
		});
		const media = { url: 'https://example.com/a b', ...caption };
		expect((await requests()).map(({ body }) => body)).toEqual([
			{ to: '12025554567', content: { type, media } },
		]);
	});

	it.each([{}, { caption: 'Look' }])('can be sent by storageRef with %j', async (caption) => {
		const { items } = await run({ items: withFile, parameters: upload });
		await control().forget();
		const storageRef = items[0]?.json.storageRef as string;
		await run({ parameters: message(type, { mediaSource: 'storageRef', storageRef, ...caption }) });
		const content = { type, media: { storageRef, ...caption } };
		expect(await requests()).toMatchObject([
			{ body: { to: '12025554567', content }, carriedOut: true },
		]);
	});

	it.each([{}, { caption: 'Look' }])(
		'can be uploaded from the input and sent with %j',
		async (caption) => {
			const { items } = await run({ items: withFile, parameters: message(type, caption) });
			const named = { to: '12025554567', fileName: 'photo.png' };
			expect(items).toEqual([
				{ json: { id: anyText, status: 'accepted', ...named }, pairedItem: { item: 0 } },
			]);
			const [uploaded, sent, ...more] = await requests();
			expect(more).toEqual([]);
			expect(uploaded).toMatchObject({
				operation: 'media',
				parts: ['file'],
				file: { fileName: 'photo.png' },
			});
			const media = { storageRef: uploaded?.file?.storageRef, ...caption };
			expect(sent?.body).toEqual({ to: '12025554567', content: { type, media } });
		},
	);
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

describe('the name and type of a file', () => {
	it.each([upload, message('image')])('can be replaced: %j', async (parameters) => {
		const options = { fileName: 'other.webp', mimeType: 'image/webp' };
		await run({ items: withFile, parameters: { ...parameters, options } });
		const [request] = await requests();
		expect(request?.file).toMatchObject({ fileName: 'other.webp', mimeType: 'image/webp' });
	});
});

it('a hint counts files that are not of the content type; they are sent', async () => {
	const file = (mimeType: string) => ({ binary: { data: { ...photo, mimeType } } });
	const types = [
		'application/pdf',
		'audio/ogg',
		'application/ogg',
		'image/png',
		'application/octet-stream',
	];
	const { hints } = await run({ items: types.map(file), parameters: message('audio') });
	expect(hints.map((hint) => hint.message)).toEqual([
		'3 files are not of the chosen content type. Choose another in "Content Type", or correct the option "MIME Type".',
	]);
	expect(await control().messages()).toHaveLength(types.length);
	const documents = await run({ items: types.map(file), parameters: message('document') });
	expect(documents.hints).toEqual([]);
});
