import { createHash, randomBytes } from 'node:crypto';
import { runningSandbox } from './support/runningSandbox';
import { uploadForm } from './support/uploadForm';

const { call, control, url } = runningSandbox();

async function upload(...form: Parameters<typeof uploadForm>): Promise<string> {
	const { answer } = await call('POST', '/instances/demo/media', { body: uploadForm(...form) });
	return (answer as { storageRef: string }).storageRef;
}

const fetchMedia = (ref: string) => fetch(`${url()}/_sandbox/media?ref=${encodeURIComponent(ref)}`);

it('stores a file unchanged and logs its name, type, size and SHA-256', async () => {
	// More than Fastify's default body limit.
	const bytes = randomBytes(3 * 1024 * 1024);
	const storageRef = await upload(bytes, 'ordner/größe.png', 'image/png');
	const sha256 = createHash('sha256').update(bytes).digest('hex');
	const named = { fieldName: 'file', fileName: 'ordner/größe.png', mimeType: 'image/png' };
	const file = { ...named, size: bytes.length, sha256, storageRef };
	expect(await control().requests()).toMatchObject([
		{ operation: 'media', carriedOut: true, status: 200, parts: ['file'], file },
	]);
	const stored = await (await fetchMedia(storageRef)).arrayBuffer();
	expect(Buffer.from(stored).equals(bytes)).toBe(true);
});

it.each([
	['image/png', 'image/png'],
	['text/html', 'application/octet-stream'],
])('serves a stored %s as %s, sandboxed', async (stored, served) => {
	const { headers } = await fetchMedia(await upload('<script>1</script>', 'a.html', stored));
	expect(headers.get('content-type')).toBe(served);
	expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
	expect(headers.get('x-content-type-options')).toBe('nosniff');
});
