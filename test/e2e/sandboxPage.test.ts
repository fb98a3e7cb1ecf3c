// The stand-in's own page, in a browser: what it shows, also of hostile content.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { keys } from '../../dev/sandbox/accounts';
import { randomPng } from '../n8n/randomPng';
import { pageInBrowser } from './support/pageInBrowser';

const recipient = '491700000000';
const { control, url, send, sendFile, openPage } = pageInBrowser(recipient);
const sendText = async (text: string, to?: string) => await send({ type: 'text', text }, to);

const messages = (page: Page, to = recipient) =>
	page.getByRole('list', { name: `Messages to ${to}` }).locator('> li');

it('the page explains how to send a first message, and copies the base URL and each key', async () => {
	const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
	await page.getByText('Nothing has arrived yet').waitFor();
	const texts = {
		'base URL': url(),
		...Object.fromEntries(Object.values(keys).map(({ key }) => [`key ${key}`, key])),
	};
	for (const [name, text] of Object.entries(texts)) {
		const copy = page.getByRole('button', { name: `Copy ${name}` });
		await copy.click();
		await page.waitForFunction(
			'(button) => button.textContent === "Copied"',
			await copy.elementHandle(),
		);
		expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
	}
	const said = await page.getByRole('complementary').innerText();
	for (const scope of keys.all.scopes) expect(said).toContain(scope);
});

describe('a message', () => {
	it.each([
		['text', { text: 'Hello\nthere' }, ['Hello\nthere']],
		['text', { text: 'Hello', further: { field: true } }, ['Hello', 'field: true']],
		[
			'poll',
			{ question: 'Lunch?', options: ['Soup', { title: 'Salad' }] },
			['poll', 'question: Lunch?', 'options:', 'Soup', 'title: Salad'],
		],
		['contact', { text: 5, media: 'none' }, ['contact', 'text: 5', 'media: none']],
	])('of type %s with %j is readable', async (type, fields, words) => {
		await send({ type, ...fields });
		const said = await messages(await openPage())
			.first()
			.innerText();
		for (const word of words) expect(said).toContain(word);
		expect(said).not.toMatch(/["{}[\]]/);
	});

	it('with a picture shows the picture, its caption and an alternative text', async () => {
		await sendFile('image', randomPng(), 'cat.png', 'image/png', 'My cat');
		const page = await openPage();
		await page.getByRole('img', { name: 'Picture cat.png' }).waitFor();
		await page.waitForFunction("document.querySelector('img').naturalWidth === 64");
		expect(await messages(page).innerText()).toContain('My cat');
	});

	it('with a document, or a video that cannot be played, offers the file as a download', async () => {
		await sendFile('document', 'x'.repeat(1500), 'our offer.pdf', 'application/pdf', 'Our offer');
		await sendFile('video', 'no film', 'film.mp4', 'video/mp4');
		const page = await openPage();
		await page.getByRole('link', { name: 'Download film.mp4' }).waitFor();
		const link = page.getByRole('link', {
			name: 'Download our offer.pdf (application/pdf, 1,500 bytes)',
		});
		const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
		expect(download.suggestedFilename()).toBe('our offer.pdf');
		const bytes = await (await download.createReadStream()).toArray();
		expect(Buffer.concat(bytes).toString()).toBe('x'.repeat(1500));
	});

	it('with web addresses has links that send no referrer', async () => {
		await sendText('Answer here: http://127.0.0.1:9/answer?a=1&b=2. Or (https://example.com/b)!');
		await send({
			type: 'image',
			media: { url: 'https://files.example/secret', caption: 'no link' },
		});
		const page = await openPage();
		const links = await messages(page).locator('a').all();
		const shown = links.map(async (link) => [
			await link.innerText(),
			await link.getAttribute('href'),
			await link.getAttribute('rel'),
		]);
		const addresses = [
			'http://127.0.0.1:9/answer?a=1&b=2',
			'https://example.com/b',
			'https://files.example/secret',
		];
		expect(await Promise.all(shown)).toEqual(
			addresses.map((address) => [address, address, 'noreferrer']),
		);
		// External files are not loaded either: pageInBrowser would see the request.
		expect(await page.locator('main img').count()).toBe(0);
	});
});

describe('while it is open, the page', () => {
	it('shows a new message without reloading, moves its recipient to the top and counts the messages', async () => {
		await sendText('one');
		const page = await openPage();
		await sendText('two', '4918');
		await messages(page, '4918').getByText('two').waitFor();
		expect(await page.locator('main').getByRole('heading').allInnerTexts()).toEqual([
			'4918',
			recipient,
		]);
		await sendText('three');
		await messages(page).nth(1).getByText('three').waitFor();
		expect(await page.locator('main').getByRole('heading').allInnerTexts()).toEqual([
			recipient,
			'4918',
		]);
		await page.getByRole('status').getByText('3 messages').waitFor();
	});
});

it('the page switches faults on and off', async () => {
	const page = await openPage();
	const kind = '429 Too Many Requests';
	await page.getByRole('button', { name: 'Switch on' }).click();
	await page.getByText('any request, applied to 0 of 1').waitFor();
	expect((await sendText('refused')).status).toBe(429);
	await page.getByText('any request, applied to 1 of 1, used up').waitFor();
	await page.getByRole('button', { name: `Switch off ${kind}` }).click();
});

it.each(['light', 'dark'] as const)(
	'axe finds nothing to improve in names, contrast and structure (%s)',
	async (colorScheme) => {
		await sendFile('image', randomPng(), 'cat.png', 'image/png');
		await sendText('one https://example.com', '0171/1');
		await send({ type: 'poll', question: 'Lunch?' });
		await control().bend({ cut: 4 });
		const page = await openPage({ colorScheme });
		await page.getByRole('button', { name: 'Switch off Fault from a test' }).waitFor();
		await page.evaluate(axe.source);
		const { violations, passes } = await page.evaluate<axe.AxeResults>('axe.run()');
		expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
		expect(passes.map(({ id }) => id)).toEqual(
			expect.arrayContaining(['button-name', 'color-contrast', 'image-alt', 'select-name']),
		);
	},
);

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
