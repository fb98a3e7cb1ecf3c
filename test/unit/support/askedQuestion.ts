import type { FormField } from '../../../nodes/MessagingIntegration/question/fields';
import type { Question } from '../../../nodes/MessagingIntegration/question/question';

/** A field that asks for something optional. */
export const fieldOf = (
	type: FormField['type'],
	name: string,
	more: Partial<FormField> = {},
): FormField => ({
	type,
	name,
	htmlName: name,
	label: name,
	isRequired: false,
	entered: [],
	options: ['radio', 'checkbox', 'dropdown'].includes(type) ? ['a', 'b'] : [],
	...more,
});

/** An approval, unless more is given. */
export const questionOf = (message: string, more: Partial<Question> = {}): Question => ({
	type: 'approval',
	title: 'Please answer',
	message,
	buttons: ['Approve', 'Decline'],
	fields: [fieldOf('textarea', 'comment', { label: 'Comment (optional)' })],
	recorded: 'Your answer was recorded.',
	language: 'en',
	people: [],
	askedBy: '',
	...more,
});
