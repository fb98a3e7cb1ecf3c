import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { runningSandbox, text } from './running-sandbox';

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
	['/style.css', 'text/css'],
	['/messages.js', 'text/javascript'],
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
	expect(await stream.until('"after"')).toMatch(/^event: cleared\ndata:\n\ndata: .*"before".*\n\ndata: .*"after"/);
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
