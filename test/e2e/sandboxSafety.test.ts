// What other pages, and hostile content, can do to the stand-in and its page.
import { keys } from '../../dev/sandbox/accounts';
import { pageInBrowser } from '../sandbox/support/pageInBrowser';
import { httpServer } from '../transport/support/httpServer';

const recipient = '491700000000';
const { control, url, send, sendFile, openPage, page: anyPage } = pageInBrowser(recipient);

describe('a page of another origin', () => {
	/** Runs in the page: what it can learn from the sandbox, and make it do. */
	const attack = (at: string) => `(async () => {
		const said = [];
		for (const path of ['', '_sandbox/state', '_sandbox/messages', 'api/v1/instances'])
			await fetch('${at}/' + path).then(async (answer) => said.push(await answer.text()), () => {});
		const headers = { 'content-type': 'application/json', 'x-api-key': '${keys.all.key}' };
		const body = JSON.stringify({ status: 500, to: '1', content: { type: 'text', text: 'x' } });
		const form = new FormData();
		form.append('file', new Blob(['x']), 'x');
		for (const [path, how] of [
			['_sandbox/faults', { method: 'POST', headers, body }],
			['_sandbox/requests', { method: 'DELETE' }],
			['api/v1/instances/demo/messages', { method: 'POST', headers, body }],
			['api/v1/instances/demo/media', { method: 'POST', body: form, mode: 'no-cors' }],
		]) await fetch('${at}/' + path, how).catch(() => {});
		return said.join();
	})()`;

	it.each([
		[
			'by a name that leads to 127.0.0.1',
			'evil.test',
			(port: string) => `http://evil.test:${port}`,
		],
		['at another port', '127.0.0.1', () => url()],
	])('can neither read nor command the sandbox %s', async (_, host, target) => {
		await send({ type: 'text', text: 'secret' });
		const before = await control().requests();
		const { url: elsewhere } = await httpServer((_request, response) => void response.end('<p>'));
		const { port } = new URL(host === 'evil.test' ? url() : elsewhere);
		const page = await anyPage();
		await page.goto(`http://${host}:${port}/`);
		const said = await page.evaluate<string>(attack(target(port)));
		expect(said).not.toMatch(/secret|Demo phone|<script/);
		expect(await control().requests()).toEqual(before);
		expect(await control().messages()).toHaveLength(1);
		expect(await control().faults()).toEqual([]);
	});
});

describe('hostile content', () => {
	const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';

	it.each([
		['markup', markup],
		['a script address', 'javascript:alert(1)'],
		['a very long word', 'w'.repeat(3000)],
		['reversed text', '\u202Egnp.exe\u202C \u2066abc'],
	])('stays text: %s', async (_, hostile) => {
		await send({ type: 'text', text: hostile, [hostile]: { [hostile]: [hostile] } }, hostile);
		await send({ type: 'image', media: { url: hostile, caption: hostile } }, hostile);
		const page = await openPage({ viewport: { width: 400, height: 700 } });
		expect(await page.locator('li p').first().textContent()).toBe(hostile);
		expect(await page.locator('main').locator('img, script, a').count()).toBe(0);
		// Nothing overflows the page.
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
	});

	it.each([
		['text/html', 'a.html'],
		['image/svg+xml', 'a.svg'],
	])('uploaded as %s runs no script, even if it is opened directly', async (type, name) => {
		const script =
			'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>';
		await sendFile('image', script, `${name}${markup}`, type);
		await sendFile('document', script, name, type);
		const page = await openPage();
		expect(await page.locator('ol > li').count()).toBe(2);
		const address = await page
			.getByRole('link', { name: `Download ${name} (` })
			.last()
			.getAttribute('href');
		// goto fails for a download, and shows a picture.
		await page.goto(`${url()}${address}`).catch(() => undefined);
	});
});
