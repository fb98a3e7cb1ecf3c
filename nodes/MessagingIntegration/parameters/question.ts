import type { INodeProperties } from 'n8n-workflow';

import { check, invalidInput, quoted } from '../api/failure';
import { isHumanReview } from '../n8n/context';
import type { Parameters } from '../n8n/parameters';
import type { Field } from '../question/fields';
import { type Asked, responseTypes } from '../question/question';
import { choices, entries, field, fixedCollection, named } from './editorFields';
import { formFields, formOf } from './form';
import { limitOf } from './limitWaitTime';
import { option, optionOf } from './options';
import { asWords, oneOf, optionalText, typedText } from './rules';

/** An entry of "Approval Options" before the user changes it. */
const unchanged = {
	approvalType: 'double',
	approveLabel: 'Approve',
	disapproveLabel: 'Decline',
};

/** What to ask, in the order in which a person fills it in. The names are those of n8n's own nodes. */
export const questionFields: INodeProperties[] = [
	...named({
		message: field('string', 'Message', '', {
			typeOptions: { rows: 4 },
			required: true,
			placeholder: 'e.g. May Ada take a day off on Friday?',
			description:
				'The question. A link to a page with the buttons, the text field or the form is added below.',
		}),
		responseType: field('options', 'Response Type', 'approval', {
			description: 'What the page behind the link asks for',
			options: [
				{
					name: 'Approval',
					value: 'approval',
					description: 'Buttons to approve or decline, and an optional comment',
				},
				{ name: 'Free Text', value: 'freeText', description: 'A field for a text' },
				{ name: 'Custom Form', value: 'customForm', description: 'Fields of your own' },
			],
		}),
		approvalOptions: fixedCollection('Approval Options', {
			placeholder: 'Add option',
			displayOptions: { show: { responseType: ['approval'] } },
			options: entries({
				approvalType: field('options', 'Type of Approval', unchanged.approvalType, {
					options: choices({ single: 'Approve Only', double: 'Approve and Decline' }),
				}),
				approveLabel: field('string', 'Approve Button Label', unchanged.approveLabel),
				disapproveLabel: field('string', 'Decline Button Label', unchanged.disapproveLabel, {
					displayOptions: { show: { approvalType: ['double'] } },
				}),
			}),
		}),
	}),
	...formFields,
];

const question = typedText(
	'The message',
	'Enter the question in the parameter "Message".',
	asWords,
);

const responseType = oneOf('The response type', 'Response Type', responseTypes);

const approvalType = oneOf('The type of approval', 'Type of Approval', ['single', 'double']);

const buttonLabel = optionalText(
	'The label of a button',
	'Enter text in the parameter "Approval Options".',
);

interface ApprovalOptions {
	values?: Partial<Record<keyof typeof unchanged, unknown>>;
}

/** The labels of the buttons of an approval. */
function approvalButtons(parameters: Parameters, itemIndex: number): string[] {
	const { values } = parameters.get('approvalOptions', itemIndex, {}) as ApprovalOptions;
	const label = (name: 'approveLabel' | 'disapproveLabel') =>
		check(buttonLabel, values?.[name]) ?? unchanged[name];
	const type = check(approvalType, values?.approvalType ?? unchanged.approvalType);
	return type === 'single'
		? [label('approveLabel')]
		: [label('approveLabel'), label('disapproveLabel')];
}

/** The only field of a page, for a text of any length. */
function textarea(name: string, label: string, isRequired: boolean): Field[] {
	return [{ type: 'textarea', name, htmlName: name, label, isRequired, options: [], entered: [] }];
}

/** The words for a page, or else those that the editor shows at first. */
function wordsOf(
	options: Record<string, unknown>,
	name: 'commentLabel' | 'pageLanguage' | 'responseFormButtonLabel' | 'responseFormTitle',
): string {
	return optionOf(options, name) ?? (option[name].default as string);
}

/** @returns an empty list if the user wants no comment */
function commentField(options: Record<string, unknown>, isReview: boolean): Field[] {
	// n8n passes a comment on to the model only if the answer is to decline.
	const own = isReview
		? 'Comment (optional, read only if you decline)'
		: wordsOf(options, 'commentLabel');
	const label = 'commentLabel' in options ? optionOf(options, 'commentLabel') : own;
	return label === undefined ? [] : textarea('comment', label, false);
}

function languageIn(options: Record<string, unknown>): string {
	const language = wordsOf(options, 'pageLanguage');
	try {
		Intl.getCanonicalLocales(language);
		return language;
	} catch {
		throw invalidInput(
			`The page language "${quoted(language)}" is not known`,
			'Enter a tag such as en, de or pt-BR in the option "Page Language".',
		);
	}
}

/**
 * The question of an item.
 * @returns what its page shows, and the text of the message without the link
 * @throws FailureError if it cannot be asked
 */
export function questionOf(
	parameters: Parameters,
	itemIndex: number,
): { asked: Asked; text: string } {
	const { context } = parameters;
	const options = parameters.options(itemIndex);
	const message = check(question, parameters.get('message', itemIndex));
	const type = check(responseType, parameters.get('responseType', itemIndex));
	const fields = {
		approval: () => commentField(options, isHumanReview(context)),
		freeText: () => textarea('text', '', true),
		customForm: () => formOf(parameters, itemIndex),
	};
	const buttons =
		type === 'approval'
			? approvalButtons(parameters, itemIndex)
			: [wordsOf(options, 'responseFormButtonLabel')];
	const own = buttons.length > 1 ? 'Approve or decline' : 'Answer';
	const label = optionOf(options, 'messageButtonLabel') ?? own;
	const colon = /[\p{L}\p{N}]$/u.test(label) ? ':' : '';
	return {
		asked: {
			type,
			title: wordsOf(options, 'responseFormTitle'),
			message: optionOf(options, 'responseFormDescription') ?? message,
			fields: fields[type](),
			buttons,
			recorded: optionOf(options, 'recordedText'),
			language: languageIn(options),
			limit: limitOf(options.limitWaitTime, context.getTimezone()),
		},
		text: `${message}\n\n${label}${colon}`,
	};
}
