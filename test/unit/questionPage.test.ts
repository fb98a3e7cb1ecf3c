import fc from 'fast-check';

import { pageHeaders } from '../../nodes/MessagingIntegration/question/markup';
import { questionPage, recordedPage } from '../../nodes/MessagingIntegration/question/pages';
import type { Question } from '../../nodes/MessagingIntegration/question/question';

const text = {
	type: 'textarea' as const,
	name: 'text',
	htmlName: 'text',
	label: '',
	isRequired: true,
	options: [],
	entered: [],
};
const question = (message: string, given: Partial<Question> = {}): Question => ({
	type: 'freeText',
	title: 'Please answer',
	message,
	fields: [text],
	buttons: ['Send answer'],
	language: 'en',
	people: [],
	askedBy: '1:0',
	...given,
});
const approval = (...buttons: string[]): Partial<Question> => ({
	type: 'approval',
	fields: [],
	buttons,
});

const tagsOf = (html: string) => html.replace(/ value="[^"]*"/g, '').match(/<[^>]*>?/g);

function textOf(html: string): string {
	return html
		.replace(/<[^>]*>/g, '')
		.replace(/&(?:#(\d+);)?/g, (_, code?: string) =>
			code ? String.fromCharCode(Number(code)) : '?',
		);
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
		questionPage(
			question(message, {
				...approval(approveLabel, declineLabel),
				fields: [
					{ ...text, label: `x${message}`, entered: [approveLabel] },
					{ ...text, type: 'radio', label: `x${message}`, options: [declineLabel] },
				],
			}),
		).body;
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
	const buttons = (given: Partial<Question>) =>
		[...questionPage(question('?', given)).body.matchAll(/<button[^>]*>([^<]*)/g)].map(
			([, label]) => label,
		);
	expect(buttons(approval('Yes', 'No'))).toEqual(['Yes', 'No']);
	expect(buttons(approval('Got it'))).toEqual(['Got it']);
	expect(questionPage(question('?')).body).toContain('<textarea id="text"');
});

it('says at the field what is wrong, in words or, on a page in another language, by an example', () => {
	const refused = { entered: [['ada']], problems: ['email' as const], isSent: true };
	const asked = question('Why?', { fields: [{ ...text, type: 'email', label: 'Mail' }] });
	const { status, body } = questionPage(asked, refused);
	expect(status).toBe(400);
	expect(body).toContain('role="alert">Nothing was recorded: please correct what is marked.<');
	expect(body).toContain('aria-invalid="true" aria-describedby="text-problem"');
	expect(body).toContain('Please enter an e-mail address');
	const other = questionPage({ ...asked, language: 'de' }, refused).body;
	expect(other).toContain('\u26A0 ada@example.com');
	expect(other).not.toMatch(/Please enter|Nothing was/);
});

it('has the words and the direction of its language, and no English of ours', () => {
	const given = {
		title: '\u0633\u0624\u0627\u0644',
		recorded: '\u0634\u0643\u0631\u0627',
		language: 'ar',
	};
	const asked = question('?', { ...given, ...approval('\u0646\u0639\u0645', '\u0644\u0627') });
	for (const { body } of [questionPage(asked), recordedPage(asked, '\u0646\u0639\u0645')]) {
		expect(body).toContain('<html lang="ar" dir="rtl">');
		expect(textOf(body.replace(/<style>[^]*<\/style>/, ''))).not.toMatch(/[A-Za-z]/);
	}
});

it('after the answer, repeats what was chosen', () => {
	expect(recordedPage(question('?'), 'Approve').body).toContain('You chose: Approve');
	expect(recordedPage(question('?')).body).not.toContain('You chose');
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
	for (const { body } of [questionPage(question('?')), recordedPage(question('?'))])
		expect(body).not.toMatch(/<script|<link|<img|<iframe|https?:|url\(|@import| on\w+=/);
});
