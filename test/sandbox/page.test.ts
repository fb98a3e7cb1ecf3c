import contentDisposition from 'content-disposition';
import type { PageState } from '../../dev/sandbox/page';
import { runningSandbox, text } from './runningSandbox';

const { call, control, url } = runningSandbox();

const state = async () => (await (await fetch(`${url()}/_sandbox/state`)).json()) as PageState;
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

it('gives an open page the latest 500 messages and the number of all', async () => {
	for (let count = 1; count <= 501; count++) {
		const json = { ...text, content: { type: 'text', text: `text ${count}` } };
		await call('POST', '/instances/demo/messages', { json });
	}
	const { messages, total } = await state();
	expect(total).toBe(501);
	expect(messages.map(({ content }) => content.text)).toEqual(
		Array.from({ length: 500 }, (_, place) => `text ${place + 2}`),
	);
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

it('removes one fault and keeps the others', async () => {
	const first = await control().bend({ status: 429 });
	const second = await control().bend({ status: 503 });
	await control().unbend(first);
	await expect(control().unbend(first)).rejects.toThrow(`There is no fault ${first}.`);
	expect((await control().faults()).map(({ id }) => id)).toEqual([second]);
});
