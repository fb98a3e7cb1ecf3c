import type { INodeProperties } from 'n8n-workflow';

import { recipientLane, requestFor } from '../api/endpoints';
import { check, invalidInput } from '../api/failure';
import type { Parameters } from '../n8n/parameters';
import { instanceIdOf } from '../parameters/instance';
import { limitOf } from '../parameters/limitWaitTime';
import { option, optionsField } from '../parameters/options';
import { defaultCountryField, recipientOf, toField } from '../parameters/recipient';
import { approvalType, buttonLabel, question, responseType } from '../parameters/rules';
import { sendOnceKeyOf } from '../parameters/sendOnceKey';
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
	toField(showOnlyForSendAndWait),
	defaultCountryField(showOnlyForSendAndWait),
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. May Ada take a day off on Friday?',
		description: 'The question. A link to a page with the buttons or a text field is added below.',
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
		],
	},
	approvalOptions,
	optionsField(showOnlyForSendAndWait, [
		option.limitWaitTime,
		option.maxTries,
		option.resendWhenUnsure,
		option.sendOnceKey,
		option.timeout,
	]),
];

interface ApprovalOptions {
	values?: { approvalType?: unknown; approveLabel?: unknown; disapproveLabel?: unknown };
}

function formOf(parameters: Parameters, itemIndex: number): Asked['form'] {
	const type = check(responseType, parameters.get('responseType', itemIndex));
	if (type === 'freeText') return { type };
	const { values = {} } = parameters.get('approvalOptions', itemIndex, {}) as ApprovalOptions;
	const approveLabel = check(buttonLabel, values.approveLabel) ?? 'Approve';
	if (check(approvalType, values.approvalType ?? 'double') === 'single')
		return { type, approveLabel };
	const declineLabel = check(buttonLabel, values.disapproveLabel) ?? 'Decline';
	return { type, approveLabel, declineLabel };
}

/** The words in front of the link. */
function labelOf(form: Asked['form']): string {
	const isDecision = form.type === 'approval' && form.declineLabel !== undefined;
	return isDecision ? 'Approve or decline:' : 'Answer:';
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
		const { to, looksLocal } = recipientOf(parameters, itemIndex);
		const message = check(question, parameters.get('message', itemIndex));
		const form = formOf(parameters, itemIndex);
		const options = parameters.options(itemIndex);
		const onceKey = sendOnceKeyOf(parameters, itemIndex);
		const limit = limitOf(options.limitWaitTime, context.getTimezone());
		const { nonce } = keepQuestion(context, { message, form, limit });
		const text = `${message}\n\n${labelOf(form)}\n${questionLink(context, nonce)}`;
		return {
			request: {
				...requestFor('send', instanceId),
				contentType: 'text',
				body: { to, content: { type: 'text', text } },
				lane: recipientLane(instanceId, to),
			},
			compared: { to, message, form },
			...(onceKey !== undefined && { onceKey }),
			...(looksLocal && { looksLocal }),
		};
	},
};
