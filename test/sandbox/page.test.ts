import contentDisposition from 'content-disposition';
import { runningSandbox } from './runningSandbox';

const { call, control, url } = runningSandbox();

it.each([
	['/', 'text/html'],
	['/page.css', 'text/css'],
	['/page.js', 'text/javascript'],
])('serves %s as %s, with a policy that allows only its own origin', async (path, type) => {
	const response = await fetch(url() + path);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toContain(type);
	const policy = response.headers.get('content-security-policy');
	expect(policy).toContain("default-src 'none'");
	expect(policy).not.toMatch(/unsafe|\*|http/);
});

it.each(['größe "1"; x=y\tz', "it's (new)*.html"])(
	'offers a document named %j as a download with that name',
	async (name) => {
		const body = [
			'--edge',
			`Content-Disposition: form-data; name="file"; filename*=UTF-8''${encodeURIComponent(name)}`,
			'Content-Type: text/html\r\n',
			'<script>1</script>',
			'--edge--\r\n',
		].join('\r\n');
		const { answer } = await call('POST', '/instances/demo/media', {
			body,
			headers: { 'content-type': 'multipart/form-data; boundary=edge' },
		});
		const { storageRef } = answer as { storageRef: string };
		expect(await control().requests()).toMatchObject([{ file: { fileName: name } }]);
		const response = await fetch(`${url()}/_sandbox/media?ref=${encodeURIComponent(storageRef)}`);
		const disposition = response.headers.get('content-disposition') ?? '';
		const parameters: unknown = expect.objectContaining({ filename: name });
		expect(contentDisposition.parse(disposition)).toEqual({ type: 'attachment', parameters });
		expect(await response.text()).toBe('<script>1</script>');
	},
);
