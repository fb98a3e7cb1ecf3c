import fc from 'fast-check';

import { answerOf } from '../../nodes/MessagingIntegration/question/answer';
import { type FormField, fieldTypes } from '../../nodes/MessagingIntegration/question/fields';
import type { Question } from '../../nodes/MessagingIntegration/question/question';
import { fieldOf, questionOf } from './support/askedQuestion';

const about = (type: Question['type'], fields: FormField[], buttons: string[]) => (body: unknown) =>
	answerOf(questionOf('?', { type, fields, buttons }), body);
const comment = [fieldOf('textarea', 'comment')];
const approval = about('approval', comment, ['Yes', 'No']);
const single = about('approval', comment, ['Got it']);
const freeText = about('freeText', [fieldOf('textarea', 'text', { isRequired: true })], ['Send']);
const form = about(
	'customForm',
	fieldTypes.map((type, at) => fieldOf(type, type, { htmlName: `f${at}` })),
	['Send'],
);

it('an answer is read without what a browser adds, and what a text cannot have', () => {
	expect(approval({ answer: 'decline', comment: ' Too late\r\nSorry ' })).toEqual({
		data: { approved: false, comment: 'Too late\nSorry', chatInput: 'Too late\nSorry' },
		choice: 'No',
	});
	const comment = 'x'.repeat(10_000);
	expect(approval({ answer: 'decline', comment })).toMatchObject({ data: { comment } });
	const yes = { data: { approved: true }, choice: 'Yes' };
	expect(approval({ answer: 'approve', comment: '' })).toEqual(yes);
	expect(single({ answer: 'approve' })).toEqual({ data: { approved: true } });
	const text = 'One\r\nTwo <b>\0 \uD800';
	for (const body of [{ text, answer: 'send' }, { text }])
		expect(freeText(body)).toMatchObject({ data: { text: 'One\nTwo <b> \uFFFD' } });
});

it.each<[string, (body: unknown) => unknown, unknown, boolean]>([
	['nothing', approval, undefined, false],
	['no button', approval, { comment: 'hm' }, false],
	['an unknown button', approval, { answer: 'yes' }, false],
	['two buttons', approval, { answer: ['approve', 'decline'] }, false],
	['a button that is not there', single, { answer: 'decline' }, false],
	['a text where buttons are', approval, 'approve', false],
	['no text', freeText, { answer: 'send' }, true],
	['two texts', freeText, { answer: 'send', text: ['a', 'b'] }, true],
	['two comments', approval, { answer: 'approve', comment: ['a', 'b'] }, true],
	['a very long comment', approval, { answer: 'approve', comment: 'x'.repeat(10_001) }, true],
])('a body that is no answer decides nothing: %s', (_, read, body, isSent) => {
	expect(read(body)).toMatchObject({ isSent });
});

const twice = { options: ['S', 'L'] };

it.each<[FormField, unknown, string]>([
	[fieldOf('dropdown', 'f', twice), ['S', 'L'], 'choice'],
	[fieldOf('dropdown', 'f', twice), ['S', 'S'], 'choice'],
	[fieldOf('dropdown', 'f', twice), ['', '', '', 'S', 'L'], 'choice'],
	[fieldOf('radio', 'f', twice), ['S', 'L'], 'choice'],
	[fieldOf('number', 'f'), ['1', '2'], 'number'],
	[fieldOf('date', 'f'), ['2026-03-31', '2026-03-31'], 'date'],
	[fieldOf('text', 'f'), ['a', 'b'], 'empty'],
	[fieldOf('checkbox', 'f', twice), ['', '', '', 'X'], 'choice'],
])(
	'a field that is sent twice is an error, though it may be empty: %j',
	(asked, given, problem) => {
		const answer = about('customForm', [asked], ['Send'])({ f: given, answer: 'send' });
		expect(answer).toMatchObject({ problems: [problem], isSent: true });
	},
);

it.each([
	'\u200B',
	'\u3164',
	'\u00AD',
	'\u200F',
	'\u2800',
	'\uFEFF',
	'\u{E0020}',
	'\uFE0F',
	'\u0001',
])('a field in which nothing is seen is empty: %j', (sign) => {
	for (const type of ['text', 'textarea', 'email', 'number', 'date'] as const) {
		const required = about('customForm', [fieldOf(type, 'f', { isRequired: true })], ['Send']);
		for (const f of [sign, ` ${sign}\n${sign}`, sign.repeat(9000)])
			expect(required({ f, answer: 'send' })).toMatchObject({ problems: ['empty'] });
	}
	expect(freeText({ text: sign, answer: 'send' })).toMatchObject({ problems: ['empty'] });
	expect(approval({ comment: sign, answer: 'approve' })).toMatchObject({
		data: { approved: true },
	});
	const family = `a${sign}b`;
	if (sign > '\u0001') expect(freeText({ text: family })).toMatchObject({ data: { text: family } });
});

it('what is seen is kept, also what this version of Unicode does not know', () => {
	for (const text of ['\u{1F468}\u200D\u{1F469}', '\u{1FAFF}', '\u0301', '.', '\uE000'])
		expect(freeText({ text })).toMatchObject({ data: { text } });
});

it.each<[string, FormField, unknown, string, number[]]>([
	['a million boxes', fieldOf('checkbox', 'f'), Array(1_000_000).fill('a'), 'choice', [1, 1, 1]],
	['a text of 16 million characters', fieldOf('text', 'f'), '\r\n'.repeat(8e6), 'long', [10_001]],
])('of %s, only what may be shown again is read', (_, asked, given, problem, lengths) => {
	const answer = about('customForm', [asked], ['Send'])({ f: given });
	if ('data' in answer) throw new Error('It was taken.');
	expect(answer.problems).toEqual([problem]);
	expect(answer.entered[0]?.map(({ length }) => length)).toEqual(lengths);
});

it('no body makes it throw, and no value is there that was not asked for', () => {
	fc.assert(
		fc.property(
			fc.anything({ withNullPrototype: true }),
			fc.dictionary(fc.constantFrom('f0', 'f1', 'f5', 'f7', 'f8', '__proto__'), fc.anything()),
			(body, fields) => {
				for (const read of [approval, single, freeText])
					expect(read(body)).toHaveProperty('isSent', false);
				const answer = form({ ...fields, answer: 'send' });
				if ('data' in answer) expect(Object.keys(answer.data)).toEqual([...fieldTypes]);
			},
		),
	);
});
