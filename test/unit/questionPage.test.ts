import fc from 'fast-check';

import type { SentFile } from '../../nodes/MessagingIntegration/n8n/files';
import { answerOf } from '../../nodes/MessagingIntegration/question/answer';
import { fieldTypes, type Kind } from '../../nodes/MessagingIntegration/question/fields';
import { pageHeaders } from '../../nodes/MessagingIntegration/question/pageFrame';
import { questionPage, recordedPage } from '../../nodes/MessagingIntegration/question/pages';
import type { Question } from '../../nodes/MessagingIntegration/question/question';
import { anyCharacter } from './support/randomValues';
import { fieldOf, questionOf } from './support/askedQuestion';

const text = fieldOf('textarea', 'text', { label: '', isRequired: true });
const question = (message: string, given: Partial<Question> = {}) =>
	questionOf(message, { type: 'freeText', fields: [text], buttons: ['Send answer'], ...given });

const tagsOf = (html: string) => html.replace(/ value="[^"]*"/g, '').match(/<[^>]*>?/g);

function textOf(html: string): string {
	const decoded = (_: string, code?: string) => (code ? String.fromCharCode(Number(code)) : '?');
	return html.replace(/<[^>]*>/g, '').replace(/&(?:#(\d+);)?/g, decoded);
}

const pieces = ['</p>', '</button>', '</title>', '<script>', '<!--', ']]>', '&lt;', '${', '\n'];
const hostile = fc.oneof(
	fc.string({ unit: anyCharacter }),
	fc.string({ unit: fc.constantFrom(...pieces, ...'<>"\'&/`x') }),
);

it('shows whatever the question and the labels contain as text, never as markup', () => {
	const pageOf = (words: string, approveLabel: string, declineLabel: string) =>
		questionPage(
			question(`x${words}`, {
				type: 'approval',
				buttons: [approveLabel, declineLabel],
				fields: [
					{ ...text, label: `x${words}`, entered: [approveLabel] },
					{ ...text, type: 'radio', label: `x${words}`, options: [declineLabel] },
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

it('whatever is sent to any kind of field, its page comes back with words', () => {
	const fields = fieldTypes.map((type, at) => ({
		...text,
		type,
		name: type,
		htmlName: `f${at}`,
		label: type,
		options: ['a', 'b'],
		least: 1,
		most: 1,
		accept: ['.png'],
	}));
	const asked = question('?', { type: 'customForm', fields });
	const sent = fc.oneof(hostile, fc.array(hostile), fc.anything());
	const file = fc.record({ name: hostile, mimeType: hostile, path: hostile, size: fc.nat() });
	const all = fc.tuple(...fields.map(() => fc.tuple(sent, fc.array(file))));
	fc.assert(
		fc.property(all, (values) => {
			const named = values.map(([value, files], at) => [`f${at}`, value, files] as const);
			const body = Object.fromEntries(named.map(([name, value]) => [name, value]));
			const files = new Map<string, SentFile[]>(named.map(([name, , chosen]) => [name, chosen]));
			const answer = answerOf(asked, { ...body, answer: 'send' }, (name) => files.get(name) ?? []);
			if ('data' in answer) return;
			const problems = answer.problems.filter(Boolean).length;
			const said = [...questionPage(asked, answer).body.matchAll(/class="problem"[^>]*>([^<]+)</g)];
			expect(problems).toBeGreaterThan(0);
			expect(said).toHaveLength(problems);
		}),
	);
});

it('tsc refuses a kind of field without the check of what comes back', () => {
	// `never` if the check can be missing.
	const isDemanded: Omit<Kind, 'problemOf'> extends Kind ? never : true = true;
	expect(isDemanded).toBe(true);
});

it('a page has the direction of its language', () => {
	const { body } = recordedPage(question('?', { language: 'ar-EG' }));
	expect(body).toContain('<html lang="ar-EG" dir="rtl">');
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
