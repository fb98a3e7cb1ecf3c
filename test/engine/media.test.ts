import { createHash, randomBytes } from 'node:crypto';
import { engineOnSandbox } from './engine-on-sandbox';
import { anyText } from './matchers';
import { message, photo, upload } from './parameters';

const { engine, run, requests, control } = engineOnSandbox();

const mediaTypes = ['image', 'video', 'audio', 'document'];
const withFile = [{ binary: { data: photo } }];

describe.each(mediaTypes)('%s', (type) => {
	it.each([{}, { caption: 'Look' }])('is sent by URL with %j', async (caption) => {
		await run({ parameters: message(type, { mediaSource: 'url', mediaUrl: 'https://example.com/a b', ...caption }) });
		const media = { url: 'https://example.com/a b', ...caption };
		expect((await requests()).map(({ body }) => body)).toEqual([{ to: '15551234567', content: { type, media } }]);
	});

	it.each([{}, { caption: 'Look' }])('is sent by storageRef with %j', async (caption) => {
		const { items } = await run({ items: withFile, parameters: upload });
		await control().forget();
		const storageRef = items[0]?.json.storageRef as string;
		await run({ parameters: message(type, { mediaSource: 'storageRef', storageRef, ...caption }) });
		const content = { type, media: { storageRef, ...caption } };
		expect(await requests()).toMatchObject([{ body: { to: '15551234567', content }, carriedOut: true }]);
	});

	it.each([{}, { caption: 'Look' }])('is uploaded and sent from the input with %j', async (caption) => {
		const { items } = await run({ items: withFile, parameters: message(type, caption) });
		expect(items).toEqual([{ json: { id: anyText, status: 'accepted' }, pairedItem: { item: 0 } }]);
		const [uploaded, sent, ...more] = await requests();
		expect(more).toEqual([]);
		expect(uploaded).toMatchObject({ operation: 'media', parts: ['file'], file: { fileName: 'photo.png' } });
		const media = { storageRef: uploaded?.file?.storageRef, ...caption };
		expect(sent?.body).toEqual({ to: '15551234567', content: { type, media } });
	});
});

it('an uploaded file can be sent by the next node', async () => {
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

it('the file is taken from the input field that is named', async () => {
	const other = { bytes: Buffer.from('the other'), fileName: 'other.png', mimeType: 'image/png' };
	const items = [{ binary: { data: photo, other } }];
	await run({ items, parameters: { ...upload, binaryPropertyName: 'other' } });
	expect(await requests()).toMatchObject([{ file: { fileName: 'other.png', size: other.bytes.length } }]);
});

describe.each(['default', 'filesystem'] as const)('with binary data mode %s', (mode) => {
	beforeAll(async () => await engine().storeBinariesIn(mode));

	it.each([0, 1, 64 * 1024, 3 * 1024 * 1024 + 1])('a file of %d bytes arrives unchanged', async (size) => {
		const bytes = randomBytes(size);
		const items = [{ binary: { data: { bytes, fileName: 'any.bin', mimeType: 'application/octet-stream' } } }];
		await run({ items, parameters: upload });
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		expect(await requests()).toMatchObject([{ carriedOut: true, file: { size, sha256 } }]);
	});

	it('each item brings its own file', async () => {
		const texts = ['one', 'two', 'three'];
		const items = texts.map((words) => ({
			binary: { data: { bytes: Buffer.from(words), fileName: `${words}.txt`, mimeType: 'text/plain' } },
		}));
		await run({ items, parameters: message('document') });
		const arrived = await requests();
		const files = arrived.flatMap(({ file }) => file ?? []);
		const hashes = texts.map((words) => createHash('sha256').update(words).digest('hex'));
		expect(files.map(({ sha256 }) => sha256).sort()).toEqual([...hashes].sort());
		const refs = (await control().messages()).map(({ content }) => content.media?.storageRef);
		expect([...refs].sort()).toEqual(files.map(({ storageRef }) => storageRef).sort());
	});
});

describe('name and type of a file', () => {
	it('are its own', async () => {
		const data = { bytes: Buffer.from('x'), fileName: 'Übersicht für "alle".pdf', mimeType: 'application/pdf' };
		await run({ items: [{ binary: { data } }], parameters: upload });
		const [request] = await requests();
		// Browsers and undici write a quote in a file name as %22.
		expect(request?.file?.fileName.replaceAll('%22', '"')).toBe(data.fileName);
		expect(request?.file?.mimeType).toBe('application/pdf');
	});

	it.each([upload, message('image')])('can be others: %j', async (parameters) => {
		const options = { fileName: 'other.webp', mimeType: 'image/webp' };
		await run({ items: withFile, parameters: { ...parameters, options } });
		const [request] = await requests();
		expect(request?.file).toMatchObject({ fileName: 'other.webp', mimeType: 'image/webp' });
	});

	it('cannot add a header or a part to the form', async () => {
		const fileName = 'a.png"\r\nX-Injected: yes\r\n\r\n--';
		await run({ items: withFile, parameters: { ...upload, options: { fileName, mimeType: 'image/png\r\nX-Injected: yes' } } });
		const [request] = await requests();
		expect(request?.parts ?? []).toEqual(['file']);
		expect(request?.file).toMatchObject({ fieldName: 'file', size: photo.bytes.length });
	});
});
