import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { runningSandbox, text } from './running-sandbox';
import { uploadForm } from './upload-form';

const { call, control, url } = runningSandbox();

/** Opens the event stream; `until` gives what arrived so far once that holds a piece of text. */
async function events() {
	const request = get(`${url()}/_sandbox/events`, { agent: false });
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	let received = '';
	response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
	const until = async (piece: string) => {
		while (!received.includes(piece)) await once(response, 'data');
		return received;
	};
	return { until, close: () => request.destroy() };
}

const send = (words: string) => call('POST', '/instances/demo/messages', { json: { ...text, content: { type: 'text', text: words } } });

it.each([
	['/', 'text/html'],
	['/page.css', 'text/css'],
	['/page.js', 'text/javascript'],
])('serves %s as %s, allowed to load from here alone', async (path, type) => {
	const response = await fetch(url() + path);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toContain(type);
	const policy = response.headers.get('content-security-policy');
	expect(policy).toContain("default-src 'none'");
	expect(policy).not.toMatch(/unsafe|\*|http/);
});

it('tells an open page of messages before and after it was opened', async () => {
	await send('before');
	const stream = await events();
	await stream.until('"before"');
	await send('after');
	expect(await stream.until('"after"')).toMatch(/^event: cleared\ndata:\n\ndata: .*"before".*\n\n[^]*\nevent: ready\ndata:\n\ndata: .*"after"/);
	stream.close();
});

it('tells an open page when messages are forgotten', async () => {
	const stream = await events();
	await send('one');
	await stream.until('"one"');
	await control().forget();
	expect(await stream.until('}\n\nevent: cleared')).toMatch(/"one".*\n\nevent: cleared\ndata:/);
	stream.close();
});

it('keeps a line break in a message inside its event', async () => {
	const stream = await events();
	await send('one\n\nevent: cleared\n\n');
	expect(await stream.until('acceptedAt')).toContain('one\\n\\nevent: cleared\\n\\n');
	stream.close();
});

it('tells an open page of typing and read, with the recipient where the body names one', async () => {
	const stream = await events();
	await stream.until('event: ready');
	await call('POST', '/instances/demo/typing', { json: { to: '4917' } });
	await call('POST', '/instances/basic/read');
	await call('POST', '/instances/demo/read', { json: { to: 5 } });
	const told = (await stream.until('"operation":"read","instanceId":"demo"')).split('event: ready')[1] ?? '';
	const indications = [...told.matchAll(/event: indication\ndata: (.*)/g)].map(([, data]) => JSON.parse(data ?? ''));
	const acceptedAt = expect.any(String);
	expect(indications).toEqual([
		{ operation: 'typing', instanceId: 'demo', to: '4917', acceptedAt },
		{ operation: 'read', instanceId: 'basic', acceptedAt },
		{ operation: 'read', instanceId: 'demo', acceptedAt },
	]);
	stream.close();
});

it('tells an open page of no indication that was refused', async () => {
	const stream = await events();
	await call('POST', '/instances/minimal/typing');
	await send('after');
	expect(await stream.until('"after"')).not.toContain('event: indication');
	stream.close();
});

it('tells an open page of the faults in place and of each that is met or removed', async () => {
	await control().bend({ status: 429 });
	const stream = await events();
	expect(await stream.until('event: ready')).toMatch(/event: faults\ndata: .*"status":429.*"hits":0/);
	await send('refused');
	await stream.until('"hits":1');
	await control().straighten();
	await stream.until('data: []');
	stream.close();
});

it('tells name, type and size of the upload that a message refers to', async () => {
	const { answer } = await call('POST', '/instances/demo/media', { body: uploadForm('bytes', 'offer.pdf', 'application/pdf') });
	await call('POST', '/instances/demo/messages', { json: { to: '4917', content: { type: 'document', media: answer } } });
	expect(await control().messages()).toMatchObject([{ file: { fileName: 'offer.pdf', mimeType: 'application/pdf', size: 5 } }]);
});

it.each([
	['offer.pdf', 'offer.pdf'],
	['größe "1"; x=y\tz', 'gr%C3%B6%C3%9Fe%20%221%22%3B%20x%3Dy%09z'],
	["it's (new)*.html", 'it%27s%20%28new%29%2A.html'],
])('gives a document named %j as a download under that name', async (name, encoded) => {
	const body = [
		'--edge',
		`Content-Disposition: form-data; name="file"; filename*=UTF-8''${encodeURIComponent(name)}`,
		'Content-Type: text/html\r\n',
		'<script>1</script>',
		'--edge--\r\n',
	].join('\r\n');
	const { answer } = await call('POST', '/instances/demo/media', { body, headers: { 'content-type': 'multipart/form-data; boundary=edge' } });
	const { storageRef } = answer as { storageRef: string };
	expect(await control().requests()).toMatchObject([{ file: { fileName: name } }]);
	const response = await fetch(`${url()}/_sandbox/media?ref=${encodeURIComponent(storageRef)}`);
	expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encoded}`);
	expect(await response.text()).toBe('<script>1</script>');
});

it('removes one fault and keeps the others', async () => {
	const [first, second] = [await control().bend({ status: 429 }), await control().bend({ status: 503 })];
	await control().unbend(first);
	await expect(control().unbend(first)).rejects.toThrow(`There is no fault ${first}.`);
	expect((await control().faults()).map(({ id }) => id)).toEqual([second]);
});
