// Tests: test/engine/sendAndWait.test.ts, test/engine/choices.test.ts
import type { INodeProperties } from 'n8n-workflow';

import type { Json } from '../service/json';
import { ensure } from '../words/refusal';
import { isHumanReview } from '../n8n/context';
import type { Parameters } from '../n8n/parameters';
import type { FormField } from '../question/fields';
import type { Asked, WaitLimit } from '../question/question';
import { say, type Sentence, timeIn, translated } from '../question/words';
import { json, question, values } from './check';
import { entries, field, fixedCollection, named, withNames, choice } from './editorFields';
import { formFields, formOf } from './form';
import { endOfWait, limitOf } from './limitWaitTime';
import { converted } from './markdown';
import { optionOf } from './options';
import { messageWithObjects } from './messageWithObjects';
import { asWords, optionalText, typedText } from './typedValues';

const { message, responseType } = withNames({
	message: {
		field: field('string', 'Message', '', {
			typeOptions: { rows: 4 },
			required: true,
			placeholder: 'e.g. May Ada take a day off on Friday?',
			description:
				'The question. The node adds a link to a page with the buttons, the text field or the form: below the question, or above it in the review of a tool.',
		}),
		rule: typedText('message', asWords),
		looks: question,
	},
	responseType: choice<Asked['type']>(
		'Response Type',
		{
			approval: ['Approval', 'Buttons to approve or decline, and an optional comment'],
			choice: ['Choice', 'A button for each of several choices'],
			freeText: ['Free Text', 'A field for a text'],
			customForm: ['Custom Form', 'Fields of your own'],
		},
		{ description: 'What the page behind the link asks for' },
	),
});

const approvalType = choice(
	'Type of Approval',
	{ single: 'Approve Only', double: 'Approve and Decline' },
	{ default: 'double' },
);

/** The label of a button: our own words if nobody has entered others. */
function buttonLabel(displayName: string, own: string, more?: object) {
	return {
		field: field('string', displayName, own, more),
		rule: optionalText('buttonLabel').transform((label) => label?.trim() || own),
	};
}

const approveLabel = buttonLabel('Approve Button Label', say('approve', 'en'));

const disapproveLabel = buttonLabel('Decline Button Label', say('decline', 'en'), {
	displayOptions: { show: { approvalType: ['double'] } },
});

const choiceLabel = {
	field: field('string', 'Label', '', { description: 'The text of the button' }),
	rule: optionalText('choiceLabel'),
};
const choiceValue = {
	field: field('string', 'Value', '', {
		placeholder: 'the label',
		description: 'What comes out if the button is pressed. Empty: the label.',
	}),
	rule: optionalText('choiceValue'),
};

/** What to ask, in the order in which a person fills it in. The names are those of n8n's own nodes. */
export const questionFields: INodeProperties[] = [
	message.field,
	responseType.field,
	...named({
		approvalOptions: fixedCollection('Approval Options', {
			// n8n writes "Currently no items exist" above it, although the page has both buttons.
			placeholder: 'Change Approve and Decline',
			displayOptions: { show: { responseType: ['approval'] } },
			options: entries({
				approvalType: approvalType.field,
				approveLabel: approveLabel.field,
				disapproveLabel: disapproveLabel.field,
			}),
		}),
		choices: fixedCollection('Choices', {
			default: { values: [{ label: '' }, { label: '' }] },
			placeholder: 'Add choice',
			typeOptions: { multipleValues: true, sortable: true },
			displayOptions: { show: { responseType: ['choice'] } },
			options: entries({ label: choiceLabel.field, value: choiceValue.field }),
		}),
	}),
	...formFields,
];

/** How what was entered in them is looked at. The JSON of a form has its own rules. */
export const questionLooks = {
	message: message.looks,
	approvalOptions: values,
	choices: values,
	formFields: values,
	jsonOutput: json,
};

/** The choices of a question: what is on the buttons, and what comes out. */
function choicesOf(parameters: Parameters, itemIndex: number) {
	const { values } = parameters.get('choices', itemIndex, {}) as { values?: Json[] };
	const given = [values ?? []].flat().map(({ label, value }) => {
		// A page shows no spaces around a label: two such would look the same.
		const said = choiceLabel.rule.parse(label)?.trim() ?? '';
		return { label: said, value: choiceValue.rule.parse(value) ?? said };
	});
	const labels = new Set(given.map(({ label }) => label));
	const areUsable = given.length >= 2 && given.length <= 10 && labels.size === given.length;
	ensure(areUsable && !labels.has(''), 'choicesUnusable');
	return given;
}

/** The labels of the buttons of an approval. */
function approvalButtons(parameters: Parameters, itemIndex: number): string[] {
	const { values = {} } = parameters.get('approvalOptions', itemIndex, {}) as { values?: Json };
	const approve = approveLabel.rule.parse(values.approveLabel);
	if (approvalType.rule.parse(values.approvalType ?? 'double') === 'single') return [approve];
	const decline = disapproveLabel.rule.parse(values.disapproveLabel);
	ensure(approve !== decline, 'buttonsAlike');
	return [approve, decline];
}

/** The only field of a page, for a text of any length. */
function textarea(name: string, label: string, isRequired: boolean): FormField[] {
	return [{ type: 'textarea', name, htmlName: name, label, isRequired, options: [], entered: [] }];
}

/** Until when an answer counts, in the language of the page. */
function untilWords(limit: WaitLimit, language: string, timeZone: string): string {
	return say('until', language, { time: timeIn(timeZone, endOfWait(limit), language) });
}

/**
 * The heading of the page and what stands below it. The first line of a question says what it is about, so it is the
 * heading, and stands there once.
 */
function headed(words: string, title: string | undefined) {
	if (title !== undefined) return { title, message: words };
	const [first = '', ...others] = words.trim().split(/\r\n?|[\n\u2028\u2029]/);
	return { title: first, message: others.join('\n').replace(/^\s*\n/, '') };
}

const paragraphs = (...all: Array<string | undefined>) => all.filter(Boolean).join('\n\n');

/** The question of an item: what its page shows, and the text of the message with a link. */
export function questionOf(
	parameters: Parameters,
	itemIndex: number,
): { asked: Asked; textWith: (link: string) => string } {
	const { context } = parameters;
	const options = parameters.options(itemIndex);
	const language = optionOf(options, 'pageLanguage') ?? 'en';
	/** The words of an option, or else our own. */
	const words = (given: string | undefined, own: Sentence) =>
		translated(given ?? say(own, 'en'), language);
	const commentField = () => {
		const label = optionOf(options, 'commentLabel');
		if ('commentLabel' in options && label === undefined) return [];
		// n8n passes a comment on to the model only if the answer is to decline.
		const own = isHumanReview(context) ? 'commentIfDeclined' : 'comment';
		return textarea('comment', words(label, own), false);
	};
	const fields = {
		approval: commentField,
		choice: () => [],
		freeText: () => textarea('text', '', true),
		customForm: () => formOf(parameters, itemIndex),
	};
	// Whoever approves what a model wrote reads what goes.
	const how = isHumanReview(context) ? 'asIs' : optionOf(options, 'markdown');
	const shown = messageWithObjects(parameters, itemIndex, isHumanReview(context));
	const said = converted(message.rule.parse(shown), how).toWellFormed();
	const limit = limitOf(options.limitWaitTime, context.getTimezone());
	const until =
		limit === undefined ? undefined : untilWords(limit, language, context.getTimezone());
	const type = parameters.read(responseType, itemIndex);
	const choices = type === 'choice' ? choicesOf(parameters, itemIndex) : undefined;
	const ownButtons = () =>
		type === 'approval'
			? approvalButtons(parameters, itemIndex).map((label) => translated(label, language))
			: [words(optionOf(options, 'responseFormButtonLabel'), 'sendAnswer')];
	const buttons = choices?.map(({ label }) => label) ?? ownButtons();
	const own = type === 'approval' && buttons.length > 1 ? 'approveOrDecline' : 'answer';
	const label = words(optionOf(options, 'messageButtonLabel'), own);
	const endsInWord = /[\p{L}\p{M}\p{N}]$/u.test(label);
	const beforeLink = endsInWord ? say('beforeLink', language, { label }) : label;
	// What a model wrote can contain a false link. So it stands behind the true one, as a quotation.
	const textWith = (link: string) => {
		const withLink = `${beforeLink}\n${link}`;
		return isHumanReview(context)
			? paragraphs(until, withLink, said.replace(/^|(?<=[\v\f\x85])/gm, '> '))
			: paragraphs(said, until, withLink);
	};
	return {
		asked: {
			type,
			...headed(
				optionOf(options, 'responseFormDescription') ?? said,
				translated(optionOf(options, 'responseFormTitle') ?? '', language) || undefined,
			),
			fields: fields[type](),
			buttons,
			...(choices && { choices: choices.map(({ value }) => value) }),
			recorded: words(optionOf(options, 'recordedText'), 'recorded'),
			language,
			limit,
		},
		textWith,
	};
}
