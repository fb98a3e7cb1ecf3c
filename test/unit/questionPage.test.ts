import fc from 'fast-check';

import {
	pageHeaders,
	questionPage,
	recordedPage,
} from '../../nodes/MessagingIntegration/question/pages';
import type { Question } from '../../nodes/MessagingIntegration/question/question';

const question = (message: string, form: Question['form'] = { type: 'freeText' }): Question => ({
	message,
	form,
	nonce: 'nonce',
	askedBy: '1:0',
});

const tagsOf = (html: string) => html.match(/<[^>]*>?/g);

function textOf(html: string): string {
	const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
	return html.replace(/<[^>]*>/g, '').replace(/&([a-z#\d]+);/g, (_, name) => entities[name] ?? '?');
}

const hostile = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc
		.array(
			fc.constantFrom(
				'<',
				'>',
				'"',
				"'",
				'&',
				'/',
				'</p>',
				'</button>',
				'</title>',
				'<script>',
				'<!--',
				']]>',
				'&lt;',
				'${',
				'`',
				'\n',
				'x',
			),
		)
		.map((parts) => parts.join('')),
);

it('shows whatever the question and the labels contain as text, never as markup', () => {
	const pageOf = (message: string, approveLabel: string, declineLabel: string) =>
		questionPage(question(message, { type: 'approval', approveLabel, declineLabel })).body;
	const tags = tagsOf(pageOf('words', 'yes', 'no'));
	fc.assert(
		fc.property(hostile, hostile, hostile, (message, approve, decline) => {
			const html = pageOf(message, approve, decline);
			expect(tagsOf(html)).toEqual(tags);
			expect(textOf(html)).toContain(`${message}\n`);
			for (const label of [approve, decline]) expect(textOf(html)).toContain(`${label}\n`);
		}),
	);
});

it('has a button for each answer, or a text field', () => {
	const buttons = (form: Question['form']) =>
		[...questionPage(question('?', form)).body.matchAll(/<button[^>]*>([^<]*)/g)].map(
			([, label]) => label,
		);
	expect(buttons({ type: 'approval', approveLabel: 'Yes', declineLabel: 'No' })).toEqual([
		'Yes',
		'No',
	]);
	expect(buttons({ type: 'approval', approveLabel: 'Got it' })).toEqual(['Got it']);
	expect(questionPage(question('?')).body).toContain('<textarea id="text"');
});

it('says why an answer was not recorded, and asks again', () => {
	const { status, body } = questionPage(question('Why?'), 'Nothing was recorded.');
	expect(status).toBe(400);
	expect(body).toContain('role="alert">Nothing was recorded.<');
	expect(body).toContain('Why?');
});

it('allows no script, no frame around it and nothing from elsewhere, and is in no search result', () => {
	expect(pageHeaders['Content-Security-Policy']).toMatch(
		/^default-src 'none'; style-src 'sha256-[\w+/]+=*'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
	);
	expect(pageHeaders).toMatchObject({
		'Referrer-Policy': 'no-referrer',
		'X-Robots-Tag': 'noindex, nofollow',
		'Cache-Control': 'no-store',
	});
	for (const { body } of [questionPage(question('?')), recordedPage])
		expect(body).not.toMatch(/<script|<link|<img|<iframe|https?:|url\(|@import| on\w+=/);
});
