import type { INodeProperties } from 'n8n-workflow';

import { recipientLane, requestFor } from '../api/endpoints';
import { check, invalidInput } from '../api/failure';
import { isHumanReview } from '../n8n/context';
import type { Parameters } from '../n8n/parameters';
import { formFields, formOf } from '../parameters/form';
import { instanceIdOf } from '../parameters/instance';
import { limitOf } from '../parameters/limitWaitTime';
import { option, optionsField } from '../parameters/options';
import {
	commentLabel,
	messageButtonLabel,
	pageLanguage,
	type PageWords,
	pageWordsOf,
	recordedText,
	responseFormButtonLabel,
	responseFormDescription,
	responseFormTitle,
} from '../parameters/pageWords';
import { defaultCountryField, recipientsOf, toField } from '../parameters/recipient';
import { approvalType, buttonLabel, question, responseType } from '../parameters/rules';
import type { Field } from '../question/fields';
import { type Asked, keepQuestion, questionLink } from '../question/question';
import type { NodeOperation } from './operation';

const showOnlyForSendAndWait = { resource: ['message'], operation: ['sendAndWait'] };

/** The names and the shape are those of n8n's own nodes. */
const approvalOptions: INodeProperties = {
	displayName: 'Approval Options',
	name: 'approvalOptions',
	type: 'fixedCollection',
	placeholder: 'Add option',
	default: {},
	displayOptions: { show: { ...showOnlyForSendAndWait, responseType: ['approval'] } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Type of Approval',
					name: 'approvalType',
					type: 'options',
					default: 'double',
					options: [
						{ name: 'Approve Only', value: 'single' },
						{ name: 'Approve and Decline', value: 'double' },
					],
				},
				{
					displayName: 'Approve Button Label',
					name: 'approveLabel',
					type: 'string',
					default: 'Approve',
				},
				{
					displayName: 'Decline Button Label',
					name: 'disapproveLabel',
					type: 'string',
					default: 'Decline',
					displayOptions: { show: { approvalType: ['double'] } },
				},
			],
		},
	],
};

/** The parameters of a question, in the order in which a person fills them in. */
const sendAndWaitFields: INodeProperties[] = [
	// Not for a model to fill in: it would choose who approves its own tool calls.
	{
		...toField(showOnlyForSendAndWait),
		description:
			'The recipient of the message: a phone number with its country code first, or an ID. Several, separated by commas or as a list, each get a link of their own; the first answer counts.',
	},
	defaultCountryField(showOnlyForSendAndWait),
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. May Ada take a day off on Friday?',
		description:
			'The question. A link to a page with the buttons, the text field or the form is added below.',
		displayOptions: { show: showOnlyForSendAndWait },
	},
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'approval',
		description: 'What the page behind the link asks for',
		displayOptions: { show: showOnlyForSendAndWait },
		options: [
			{
				name: 'Approval',
				value: 'approval',
				description: 'Buttons to approve or decline, and an optional comment',
			},
			{ name: 'Free Text', value: 'freeText', description: 'A field for a text' },
			{ name: 'Custom Form', value: 'customForm', description: 'Fields of your own' },
		],
	},
	approvalOptions,
	...formFields({ ...showOnlyForSendAndWait, responseType: ['customForm'] }),
	optionsField(showOnlyForSendAndWait, [
		commentLabel,
		option.limitWaitTime,
		option.maxTries,
		messageButtonLabel,
		pageLanguage,
		recordedText,
		option.resendWhenUnsure,
		responseFormButtonLabel,
		responseFormDescription,
		responseFormTitle,
		option.timeout,
	]),
];

interface ApprovalOptions {
	values?: { approvalType?: unknown; approveLabel?: unknown; disapproveLabel?: unknown };
}

/** A field for a text of any length. */
const textField = { type: 'textarea' as const, options: [], entered: [] };

function fieldsOf(
	parameters: Parameters,
	itemIndex: number,
	type: Asked['type'],
	{ commentLabel: label }: PageWords,
): Field[] {
	if (type === 'customForm') return formOf(parameters, itemIndex);
	if (type === 'freeText')
		return [{ ...textField, name: 'text', htmlName: 'text', label: '', isRequired: true }];
	return label === undefined
		? []
		: [{ ...textField, name: 'comment', htmlName: 'comment', label, isRequired: false }];
}

function buttonsOf(parameters: Parameters, itemIndex: number): string[] {
	const { values = {} } = parameters.get('approvalOptions', itemIndex, {}) as ApprovalOptions;
	const approve = check(buttonLabel, values.approveLabel) ?? 'Approve';
	if (check(approvalType, values.approvalType ?? 'double') === 'single') return [approve];
	return [approve, check(buttonLabel, values.disapproveLabel) ?? 'Decline'];
}

export const sendAndWait: NodeOperation = {
	resource: 'message',
	value: 'sendAndWait',
	option: {
		name: 'Send and Wait for Response',
		action: 'Send message and wait for response',
		description: 'Ask a person, and continue with the answer',
	},
	subtitle: 'Send and Wait',
	description: sendAndWaitFields,
	read(parameters, itemIndex) {
		const { context } = parameters;
		if (context.getInputData().length > 1) {
			throw invalidInput(
				'Only one question can be asked at a time',
				'n8n waits for one answer in each run of a node. Put n8n\'s Loop Over Items node in front of this node, with a "Batch Size" of 1.',
			);
		}
		const instanceId = instanceIdOf(parameters, itemIndex);
		const recipients = recipientsOf(parameters, itemIndex);
		const message = check(question, parameters.get('message', itemIndex));
		const type = check(responseType, parameters.get('responseType', itemIndex));
		const words = pageWordsOf(parameters, itemIndex, message, isHumanReview(context));
		const fields = fieldsOf(parameters, itemIndex, type, words);
		const buttons = type === 'approval' ? buttonsOf(parameters, itemIndex) : [words.button];
		const { title, message: shown, recorded, language, beforeLink } = words;
		const limit = limitOf(parameters.options(itemIndex).limitWaitTime, context.getTimezone());
		const asked = { type, title, message: shown, fields, buttons, recorded, language, limit };
		const { people } = keepQuestion(
			context,
			asked,
			recipients.map(({ to }) => to),
		);
		const label = beforeLink ?? (buttons.length > 1 ? 'Approve or decline' : 'Answer');
		const colon = /[\p{L}\p{N}]$/u.test(label) ? ':' : '';
		return people.map(({ to, nonce }, at) => ({
			request: {
				...requestFor('send', instanceId),
				contentType: 'text',
				body: {
					to,
					content: {
						type: 'text',
						text: `${message}\n\n${label}${colon}\n${questionLink(context, nonce)}`,
					},
				},
				lane: recipientLane(instanceId, to),
			},
			compared: { message, fields, buttons },
			person: to,
			...(recipients[at]?.looksLocal && { looksLocal: true }),
		}));
	},
};
