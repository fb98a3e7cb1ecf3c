import fc from 'fast-check';

import { answerOf } from '../../nodes/MessagingIntegration/question/answer';
import { longestText, type Question } from '../../nodes/MessagingIntegration/question/question';

const about = (form: Question['form']) => (body: unknown) =>
	answerOf({ form, message: '?', nonce: '', askedBy: '' }, body);
const approval = about({ type: 'approval', approveLabel: 'Yes', declineLabel: 'No' });
const single = about({ type: 'approval', approveLabel: 'Got it' });
const freeText = about({ type: 'freeText' });

it.each<[string, (body: unknown) => unknown, object, object]>([
	['approved', approval, { answer: 'approve', comment: '' }, { approved: true }],
	['declined', approval, { answer: 'decline' }, { approved: false }],
	[
		'with a comment',
		approval,
		{ answer: 'decline', comment: ' Too late\r\nSorry ' },
		{ approved: false, chatInput: 'Too late\nSorry' },
	],
	['single', single, { answer: 'approve' }, { approved: true }],
	['a text', freeText, { text: 'One\r\nTwo <b>\0 \uD800' }, { text: 'One\nTwo <b> \uFFFD' }],
])('an answer is read: %s', (_, read, body, expected) => {
	expect(read(body)).toEqual(expected);
});

const choose = 'Nothing was recorded: please choose one of the buttons.';

it.each<[string, (body: unknown) => unknown, unknown, string]>([
	['nothing', approval, undefined, choose],
	['no answer', approval, { comment: 'hm' }, choose],
	['an unknown answer', approval, { answer: 'yes' }, choose],
	['two answers', approval, { answer: ['approve', 'decline'] }, choose],
	['a button that is not there', single, { answer: 'decline' }, choose],
	['a text where buttons are', approval, 'approve', choose],
	['no text', freeText, {}, 'Nothing was recorded: the answer is empty.'],
	['an empty text', freeText, { text: ' \r\n ' }, 'Nothing was recorded: the answer is empty.'],
	['two texts', freeText, { text: ['a', 'b'] }, 'Nothing was recorded: the answer is empty.'],
	[
		'a very long text',
		freeText,
		{ text: 'x'.repeat(longestText + 1) },
		'Nothing was recorded: the text is longer than 10000 characters.',
	],
	[
		'a very long comment',
		approval,
		{ answer: 'approve', comment: 'x'.repeat(longestText + 1) },
		'Nothing was recorded: the text is longer than 10000 characters.',
	],
])('a body that is no answer decides nothing: %s', (_, read, body, reason) => {
	expect(read(body)).toBe(reason);
});

it('no body makes it throw', () => {
	fc.assert(
		fc.property(fc.anything({ withNullPrototype: true }), (body) => {
			for (const read of [approval, single, freeText]) expect(typeof read(body)).toBe('string');
		}),
	);
});
