import fc from 'fast-check';

import { answerOf } from '../../nodes/MessagingIntegration/question/answer';
import { type Field, fieldTypes } from '../../nodes/MessagingIntegration/question/fields';
import type { Question } from '../../nodes/MessagingIntegration/question/question';

const field = (type: Field['type'], name: string, htmlName = name): Field => ({
	type,
	name,
	htmlName,
	label: name,
	isRequired: false,
	options: type === 'radio' || type === 'checkbox' || type === 'dropdown' ? ['a', 'b'] : [],
	entered: [],
});
const about = (type: Question['type'], fields: Field[], buttons: string[]) => (body: unknown) =>
	answerOf(
		{ type, fields, buttons, title: '', message: '?', language: 'en', people: [], askedBy: '' },
		body,
	);
const comment = [field('textarea', 'comment')];
const approval = about('approval', comment, ['Yes', 'No']);
const single = about('approval', comment, ['Got it']);
const freeText = about('freeText', [{ ...field('textarea', 'text'), isRequired: true }], ['Send']);
const form = about(
	'customForm',
	fieldTypes.map((type, at) => field(type, type, `f${at}`)),
	['Send'],
);

it.each<[string, (body: unknown) => unknown, object, object]>([
	[
		'approved',
		approval,
		{ answer: 'approve', comment: '' },
		{ data: { approved: true }, choice: 'Yes' },
	],
	['declined', approval, { answer: 'decline' }, { data: { approved: false }, choice: 'No' }],
	[
		'with a comment',
		approval,
		{ answer: 'decline', comment: ' Too late\r\nSorry ' },
		{
			data: { approved: false, comment: 'Too late\nSorry', chatInput: 'Too late\nSorry' },
			choice: 'No',
		},
	],
	['single', single, { answer: 'approve' }, { data: { approved: true } }],
	[
		'a text',
		freeText,
		{ answer: 'send', text: 'One\r\nTwo <b>\0 \uD800' },
		{ data: { text: 'One\nTwo <b> \uFFFD' } },
	],
	['a text without the button', freeText, { text: 'One' }, { data: { text: 'One' } }],
])('an answer is read: %s', (_, read, body, expected) => {
	expect(read(body)).toEqual(expected);
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
	['a very long comment', approval, { answer: 'approve', comment: 'x'.repeat(10_001) }, true],
])('a body that is no answer decides nothing: %s', (_, read, body, isSent) => {
	expect(read(body)).toMatchObject({ isSent });
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
