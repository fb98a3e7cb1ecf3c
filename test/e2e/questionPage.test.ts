// The page of a question in a browser: accessibility, keyboard, small phones, right to left.
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import {
	type Page as Shown,
	pageHeaders,
} from '../../nodes/MessagingIntegration/question/pageFrame';
import {
	closedPage,
	questionPage,
	recordedPage,
} from '../../nodes/MessagingIntegration/question/pages';
import { type FormField, fieldTypes } from '../../nodes/MessagingIntegration/question/fields';
import type { Question } from '../../nodes/MessagingIntegration/question/question';
import { httpServer } from '../transport/support/httpServer';
import { browser } from './support/browser';

const chromium = browser();

const field = (type: FormField['type'], label: string): FormField => ({
	type,
	name: label,
	htmlName: label,
	label,
	placeholder: 'such as this',
	isRequired: true,
	options: ['One', 'Two'],
	entered: [],
});
const question = (message: string, given: Partial<Question> = {}): Question => ({
	type: 'approval',
	title: 'Please answer',
	message,
	fields: [{ ...field('textarea', 'Comment (optional)'), htmlName: 'comment', isRequired: false }],
	buttons: ['Approve', 'Decline'],
	recorded: 'Your answer was recorded.',
	language: 'en',
	people: [],
	askedBy: '',
	...given,
});
const form = question('Which day suits you?', {
	type: 'customForm',
	fields: fieldTypes.map((type) => field(type, `Your ${type}`)),
	buttons: ['Send answer'],
});
const pages: Record<string, Shown> = {
	approval: questionPage(question('May Ada take Friday off?')),
	'free text': questionPage({ ...form, type: 'freeText', fields: [field('textarea', '')] }),
	form: questionPage(form),
	'a form after a refused answer': questionPage(form, {
		entered: [],
		problems: fieldTypes.map(() => 'empty' as const),
		isSent: true,
	}),
	'a form after a refused answer, right to left': questionPage(
		{ ...form, language: 'ar' },
		{ entered: [], problems: fieldTypes.map(() => 'long' as const), isSent: true },
	),
	'after no button': questionPage(question('Well?'), { entered: [], problems: [], isSent: false }),
	recorded: recordedPage(form, 'Approve'),
	answered: closedPage('answered', 'de'),
	earlier: closedPage('earlier', 'fr'),
	broken: closedPage('broken', 'en'),
};

/** A page on a small phone. */
async function open(
	page: Shown,
	colorScheme: 'light' | 'dark' = 'light',
	width = 320,
): Promise<Page> {
	const { url } = await httpServer((_request, response) => {
		response.writeHead(page.status, { ...pageHeaders, 'content-type': 'text/html' });
		response.end(page.body);
	});
	const opened = await chromium.page({
		viewport: { width, height: 568 },
		colorScheme,
		bypassCSP: true,
	});
	await opened.goto(url);
	return opened;
}

it.each(Object.keys(pages))('axe finds nothing to improve, light and dark: %s', async (name) => {
	const looks = (['light', 'dark'] as const).flatMap((scheme) =>
		[320, 1280].map((width) => [scheme, width] as const),
	);
	for (const [scheme, width] of looks) {
		const page = await open(pages[name] as Shown, scheme, width);
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
		await page.evaluate(axe.source);
		const { violations, passes } = await page.evaluate<axe.AxeResults>('axe.run()');
		expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
		expect(passes.map(({ id }) => id)).toContain('color-contrast');
	}
});

it('the keyboard reaches the comment first, then the buttons, from left to right', async () => {
	const page = await open(pages.approval as Shown);
	const reached: unknown[] = [];
	for (let press = 0; press < 3; press++) {
		await page.keyboard.press('Tab');
		reached.push(
			await page.evaluate('document.activeElement.value || document.activeElement.name'),
		);
	}
	expect(reached).toEqual(['comment', 'approve', 'decline']);
	// Enter in the comment begins a new line, and presses no button.
	await page.getByLabel('Comment (optional)').fill('a');
	await page.getByLabel('Comment (optional)').press('Enter');
	expect(await page.getByLabel('Comment (optional)').inputValue()).toBe('a\n');
});

it('fits on a small phone, whatever the question and the labels are', async () => {
	const long = 'w'.repeat(500);
	const page = await open(questionPage(question(`${long} ${long}`, { buttons: [long, 'No'] })));
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
	for (const button of await page.getByRole('button').all())
		expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

it.each([
	[['Approve', 'Decline'], 1],
	[['Approve and pay today', 'Decline'], 2],
	[['Monday', 'Tuesday', 'Wednesday'], 3],
	[['Send answer'], 1],
])('buttons are equally wide, and %j stand on %i lines of a phone', async (buttons, lines) => {
	const page = await open(questionPage(question('Well?', { buttons })), 'light', 390);
	const boxes = await Promise.all(
		(await page.getByRole('button').all()).map(async (button) => await button.boundingBox()),
	);
	expect(new Set(boxes.map((box) => box?.width)).size).toBe(1);
	expect(new Set(boxes.map((box) => box?.y)).size).toBe(lines);
});
