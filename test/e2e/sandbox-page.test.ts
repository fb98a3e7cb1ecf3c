import type { Page } from 'playwright-core';
import { keys } from '../../dev/sandbox/accounts';
import { startSandbox } from '../../dev/sandbox/server';
import { randomPng } from '../../dev/start/png';
import { faintWords } from '../sandbox/faint-words';
import { pageInBrowser } from '../sandbox/page-in-browser';
import { silence } from '../sandbox/silence';

const recipient = '491700000000';
const { call, control, url, send, sendFile, openPage } = pageInBrowser(recipient);
const sendText = async (text: string, to?: string) => await send({ type: 'text', text }, to);

const bubbles = (page: Page) => page.getByRole('list', { name: 'Messages' }).locator('> li');
const openConversation = async (page: Page, to: string) => await page.locator('#conversation-list button', { hasText: to }).click();

describe('while nothing has arrived', () => {
	it('says how to send a first message', async () => {
		const page = await openPage();
		const said = await page.getByRole('main').innerText();
		expect(said).toContain('Nothing has arrived yet');
		expect(said).toContain(url());
		expect(said).toContain(keys.all.key);
	});

	it('copies the base URL by a click', async () => {
		const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
		await page.getByRole('button', { name: 'Copy Base URL' }).click();
		await page.getByText('Base URL copied').waitFor();
		expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url());
	});
});

describe('a message', () => {
	it.each([
		['text', { text: 'Hello\nthere' }, ['Hello\nthere']],
		['location', { latitude: 52.5, name: 'The office' }, ['The office', 'latitude', '52.5']],
		['contact', { name: 'Ada', phones: [{ number: '+49 1' }] }, ['Ada', 'phones', 'number', '+49 1']],
		['poll', { question: 'Lunch?', options: ['Soup', { title: 'Salad', id: 7 }] }, ['Lunch?', 'Soup', 'Salad', 'id', '7']],
		['buttons', { text: 'Choose', buttons: [{ id: 'y', title: 'Yes' }] }, ['Choose', 'Yes', 'y']],
		['list', { text: 'Menu', sections: [{ title: 'Drinks', rows: ['Tea'] }] }, ['Menu', 'sections', 'Drinks', 'Tea']],
		['reaction', { emoji: '👍', messageId: 'msg_1' }, ['👍', 'messageId', 'msg_1']],
		['poll', { options: 'none', deep: [[[[[[{ a: null }]]]]]] }, ['options', 'none', 'deep', 'null']],
		['contact', {}, ['No fields']],
		['text', { text: 'Hello', further: { field: true } }, ['further', 'field', 'true']],
	])('of type %s with %j is readable', async (type, fields, words) => {
		await send({ type, ...fields });
		const said = await bubbles(await openPage()).first().innerText();
		for (const word of words) expect(said).toContain(word);
	});

	it('with a picture shows it, its caption and a text for those who do not see it', async () => {
		await sendFile('image', randomPng(), 'cat.png', 'image/png', 'My cat');
		const page = await openPage();
		const picture = page.getByRole('img', { name: 'Picture cat.png' });
		await picture.waitFor();
		await page.waitForFunction("document.querySelector('img').naturalWidth === 64");
		expect(await bubbles(page).innerText()).toContain('My cat');
	});

	it('with a sound has a player that can play it', async () => {
		await sendFile('audio', silence(), 'quiet.wav', 'audio/wav');
		const page = await openPage();
		await page.getByLabel('Audio quiet.wav').waitFor();
		await page.waitForFunction("document.querySelector('audio').duration > 0");
	});

	it('with a film that cannot be played offers it as a download', async () => {
		await sendFile('video', 'no film', 'film.mp4', 'video/mp4');
		const page = await openPage();
		await page.getByRole('link', { name: 'Download film.mp4' }).waitFor();
	});

	it('with a document shows name and size, and gives back its bytes', async () => {
		await sendFile('document', 'x'.repeat(1500), 'our offer.pdf', 'application/pdf', 'Our offer');
		const page = await openPage();
		const said = await bubbles(page).innerText();
		for (const word of ['our offer.pdf', 'application/pdf', '1.5 kB', 'Our offer']) expect(said).toContain(word);
		const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /^Download/ }).click()]);
		const bytes = await (await download.createReadStream()).toArray();
		expect(Buffer.concat(bytes).toString()).toBe('x'.repeat(1500));
	});

	it.each(['image', 'video', 'audio', 'document'])('of type %s by URL shows the URL and loads nothing', async (type) => {
		await send({ type, media: { url: 'https://files.example/secret?who=me' } });
		const page = await openPage();
		expect(await bubbles(page).innerText()).toContain('https://files.example/secret?who=me');
		expect(await bubbles(page).locator('a, img, video, audio').count()).toBe(0);
	});
});

describe('hostile content', () => {
	const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';

	it.each([
		['markup', markup],
		['a script address', 'javascript:alert(1)'],
		['a very long word', 'w'.repeat(3000)],
		['turned writing', '\u202Egnp.exe\u202C \u2066abc'],
		['emoji', '👩‍👩‍👧‍👦🏳️‍🌈'],
	])('stays text: %s', async (_, hostile) => {
		await send({ type: 'text', text: hostile, [hostile]: { [hostile]: [hostile] } }, hostile);
		await send({ type: 'poll', question: hostile, options: [hostile, { [hostile]: hostile }] }, hostile);
		await send({ type: 'image', media: { url: hostile, caption: hostile } }, hostile);
		const page = await openPage({ viewport: { width: 400, height: 700 } });
		await page.locator('#conversation-list button').click();
		expect(await bubbles(page).first().locator('.text').textContent()).toBe(hostile);
		expect(await bubbles(page).locator('img, script, a').count()).toBe(0);
		// Nothing runs out of the page at the side.
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
	});

	it.each([
		['text/html', 'a.html'],
		['image/svg+xml', 'a.svg'],
	])('uploaded as %s runs nothing, not even when opened by itself', async (type, name) => {
		const script = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>';
		await sendFile('image', script, `${name}${markup}`, type);
		await sendFile('document', script, name, type);
		const page = await openPage();
		expect(await bubbles(page).count()).toBe(2);
		const address = await page.getByRole('link', { name: `Download ${name}`, exact: true }).getAttribute('href');
		// A download ends the visit with an error; a picture is shown.
		await page.goto(`${url()}${address}`).catch(() => undefined);
	});
});

describe('as things happen', () => {
	it('shows a new message without reloading, and says it', async () => {
		await sendText('one');
		const page = await openPage();
		await sendText('two');
		await bubbles(page).nth(1).getByText('two').waitFor();
		await page.locator('[aria-live=polite]', { hasText: 'New message: two' }).waitFor();
	});

	it('counts what is new in other conversations and keeps the open one', async () => {
		await sendText('one');
		const page = await openPage();
		await sendText('elsewhere', '4918');
		await page.getByRole('button', { name: /4918.*1 new/s }).waitFor();
		expect(await bubbles(page).allInnerTexts()).toHaveLength(1);
		await openConversation(page, '4918');
		await bubbles(page).getByText('elsewhere').waitFor();
		expect(await page.getByRole('button', { name: /1 new/ }).count()).toBe(0);
	});

	it('shows typing until the message comes, also before the first', async () => {
		const page = await openPage();
		await call('POST', '/instances/demo/typing', { json: { to: recipient } });
		await page.locator('.bubble.typing').waitFor();
		await sendText('here');
		await bubbles(page).getByText('here').waitFor();
		expect(await page.locator('.bubble.typing').count()).toBe(0);
	});

	it.each([['with', { to: recipient }], ['without', undefined]])('shows a read indication %s a recipient', async (_, json) => {
		await sendText('one');
		const page = await openPage();
		await call('POST', '/instances/demo/read', { json });
		await page.getByText(/^Read /).waitFor();
	});

	it('is empty again when messages are forgotten', async () => {
		await sendText('one');
		const page = await openPage();
		await control().forget();
		await page.getByText('Nothing has arrived yet').waitFor();
	});

	it('says that the connection is lost, and recovers by itself', async () => {
		const first = await startSandbox();
		const page = await openPage({}, first.url);
		await first.close();
		await page.getByText('Connection to the sandbox lost').waitFor();
		const second = await startSandbox({ port: Number(new URL(first.url).port) });
		await page.getByText('Live', { exact: true }).waitFor();
		await second.close();
	});
});

describe('many messages', () => {
	const many = async (count: number, to: (at: number) => string) => {
		for (let at = 0; at < count; at += 50) {
			await Promise.all(Array.from({ length: Math.min(50, count - at) }, (_, part) => sendText(`text ${at + part}`, to(at + part))));
		}
	};

	it('in one conversation show the latest 200, and earlier ones by a click', async () => {
		await many(1000, () => recipient);
		const page = await openPage();
		await page.getByRole('button', { name: 'Show earlier (800 more)' }).click();
		await page.getByRole('button', { name: 'Show earlier (600 more)' }).waitFor();
		expect(await bubbles(page).count()).toBe(400);
	});

	it('to many recipients show the latest, more by a click, and the one that is looked for', async () => {
		await many(300, (at) => `49${1000 + at}`);
		const page = await openPage();
		const listed = page.locator('#conversation-list button');
		expect(await listed.count()).toBe(100);
		await page.getByRole('button', { name: 'Show more conversations' }).click();
		expect(await listed.count()).toBe(200);
		await page.getByLabel('Find a recipient or instance').fill('491007');
		await page.waitForFunction("document.querySelectorAll('#conversation-list button').length === 1");
	});
});

describe('without a mouse and without sight', () => {
	it('opens a conversation and a panel with the keyboard alone', async () => {
		await sendText('one', '4901');
		await sendText('two', '4902');
		const page = await openPage();
		const focused = async () => await page.evaluate<string>('document.activeElement.textContent');
		await page.getByLabel('Find a recipient or instance').focus();
		await page.keyboard.press('Tab');
		expect(await focused()).toContain('4902');
		await page.keyboard.press('ArrowDown');
		expect(await focused()).toContain('4901');
		await page.keyboard.press('Enter');
		expect(await focused()).toBe('4901');
		await bubbles(page).getByText('one').waitFor();

		await page.getByRole('button', { name: 'Faults' }).focus();
		await page.keyboard.press('Enter');
		expect(await focused()).toBe('Close');
		await page.keyboard.press('Escape');
		expect(await focused()).toBe('Faults');
	});

	it('goes to a conversation and back on a narrow screen', async () => {
		await sendText('one');
		const page = await openPage({ viewport: { width: 390, height: 800 } });
		expect(await page.getByRole('main').isVisible()).toBe(false);
		await openConversation(page, recipient);
		await bubbles(page).getByText('one').waitFor();
		await page.getByRole('button', { name: 'Back to the conversations' }).click();
		expect(await page.getByRole('navigation', { name: 'Conversations' }).isVisible()).toBe(true);
	});

	it('has a name for every button, field and picture', async () => {
		await sendFile('image', randomPng(), 'cat.png', 'image/png');
		await sendText('x'.repeat(5000));
		const page = await openPage();
		for (const name of ['Keys', 'Faults']) {
			await page.getByRole('button', { name, exact: true }).click();
			const seen = await page.locator('body').ariaSnapshot();
			expect(seen).toContain('button "Show all 5,000 characters"');
			expect(seen).toContain('img "Picture cat.png"');
			// A name stands in quotes behind the role.
			expect(seen).not.toMatch(/- (button|link|img|combobox|searchbox|region|navigation|complementary)(:|$)/m);
		}
	});

	it.each(['light', 'dark'] as const)('has words that stand out from their ground (%s)', async (colorScheme) => {
		await sendText('one');
		const page = await openPage({ colorScheme });
		await call('POST', '/instances/demo/read');
		await page.getByText(/^Read /).waitFor();
		await control().bend({ status: 429 });
		await page.getByRole('button', { name: 'Faults (1)' }).click();
		expect(await page.evaluate<string[]>(faintWords)).toEqual([]);
	});
});

describe('keys and faults', () => {
	it('shows each key with its scopes', async () => {
		const page = await openPage();
		await page.getByRole('button', { name: 'Keys', exact: true }).click();
		const items = page.locator('.keys > li');
		for (const [at, { key, scopes }] of Object.values(keys).entries()) {
			const said = await items.nth(at).innerText();
			for (const word of [key, ...scopes]) expect(said).toContain(word);
		}
	});

	it('puts a 429 in place by a click, shows it met, and takes it away by another', async () => {
		const page = await openPage();
		await page.getByRole('button', { name: 'Faults', exact: true }).click();
		await page.getByRole('button', { name: '429 Too Many Requests' }).click();
		await page.getByText('for the next 1: any request, met 0 times').waitFor();
		expect((await sendText('refused')).status).toBe(429);
		await page.getByText('used up: any request, met 1 time').waitFor();

		await page.getByLabel('How many').selectOption('every one');
		await page.getByLabel('Which requests').selectOption('messages');
		await page.getByRole('button', { name: '429 Too Many Requests' }).click();
		await page.getByText('until switched off: messages').waitFor();
		expect((await sendText('first')).status).toBe(429);
		expect((await sendText('second')).status).toBe(429);
		await page.getByRole('button', { name: 'Slow answers' }).click();
		await page.getByRole('button', { name: 'Switch off Slow by 3 s' }).click();
		await page.getByRole('button', { name: 'Faults (1)' }).waitFor();
		await page.getByRole('button', { name: 'Switch all off' }).click();
		await page.getByText('None: everything is answered as usual.').waitFor();
		expect((await sendText('taken')).status).toBe(202);
	});
});
