import { createHash, randomBytes } from 'node:crypto';
import { runningSandbox } from './runningSandbox';
import { uploadForm } from './uploadForm';

const { call, control, url } = runningSandbox();

async function upload(...form: Parameters<typeof uploadForm>): Promise<string> {
	const { answer } = await call('POST', '/instances/demo/media', { body: uploadForm(...form) });
	return (answer as { storageRef: string }).storageRef;
}

const image = (storageRef: string) => ({
	to: '4917',
	content: { type: 'image', media: { storageRef } },
});
const fetchMedia = (ref: string) => fetch(`${url()}/_sandbox/media?ref=${encodeURIComponent(ref)}`);

it('stores a file unchanged and logs its name, type, size and SHA-256', async () => {
	// More than Fastify's default body limit.
	const bytes = randomBytes(3 * 1024 * 1024);
	const storageRef = await upload(bytes, 'ordner/größe.png', 'image/png');
	expect(await control().requests()).toMatchObject([
		{
			operation: 'media',
			carriedOut: true,
			status: 200,
			parts: ['file'],
			file: {
				fieldName: 'file',
				fileName: 'ordner/größe.png',
				mimeType: 'image/png',
				size: bytes.length,
				sha256: createHash('sha256').update(bytes).digest('hex'),
				storageRef,
			},
		},
	]);
	const stored = Buffer.from(await (await fetchMedia(storageRef)).arrayBuffer());
	expect(stored.equals(bytes)).toBe(true);
});

it('does not find the storageRef through another instance', async () => {
	const json = image(await upload('bytes'));
	expect(await call('POST', '/instances/basic/messages', { json })).toMatchObject({
		status: 404,
		answer: { code: 'MEDIA_NOT_FOUND' },
	});
	expect(await control().messages()).toEqual([]);
});

it('does not find an unknown storageRef', async () => {
	expect(
		await call('POST', '/instances/demo/messages', { json: image('uploads/demo/none') }),
	).toMatchObject({ status: 404 });
});

it.each([
	['with the wrong name', () => uploadForm('bytes', 'a.png', 'image/png', 'upload')],
	[
		'that comes twice',
		() => {
			const form = uploadForm('one');
			form.append('file', new Blob(['two']), 'two.png');
			return form;
		},
	],
	[
		'that is a plain field',
		() => {
			const form = uploadForm('one');
			form.set('file', 'text');
			return form;
		},
	],
])('answers 400 to a file part %s', async (_, form) => {
	expect(await call('POST', '/instances/demo/media', { body: form() })).toMatchObject({
		status: 400,
	});
	const [entry] = await control().requests();
	expect(entry).toMatchObject({ carriedOut: false, parts: [...form().keys()] });
	expect(entry?.file?.storageRef).toBeUndefined();
});

it('answers 415 to an upload that is not multipart', async () => {
	expect(await call('POST', '/instances/demo/media', { json: { file: 'bytes' } })).toMatchObject({
		status: 415,
	});
});

it('serves a stored picture with its type, sandboxed', async () => {
	const { headers } = await fetchMedia(await upload('bytes'));
	expect(headers.get('content-type')).toBe('image/png');
	expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
	expect(headers.get('x-content-type-options')).toBe('nosniff');
});

it.each(['text/html', 'application/javascript'])(
	'serves a stored %s as application/octet-stream',
	async (type) => {
		const { headers } = await fetchMedia(await upload('<script>1</script>', 'a.html', type));
		expect(headers.get('content-type')).toBe('application/octet-stream');
	},
);
