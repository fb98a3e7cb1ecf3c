import type { INodeProperties } from 'n8n-workflow';

import { defaultCountryField } from '../../input/recipient/defaultCountry';
import { toField } from '../../input/recipient/toFields';
import { maxTries, optionsField, resendWhenUnsure, sendOnceKey, timeout } from '../options';

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

const limitWaitTime: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	description: 'When to stop waiting. The output is then { "data": { "timedOut": true } }.',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: 'afterTimeInterval',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					default: 1,
					typeOptions: { minValue: 0, numberPrecision: 2 },
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					default: 'hours',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
};

/** The parameters of a question, in the order in which a person fills them in. */
export const sendAndWaitFields: INodeProperties[] = [
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
		limitWaitTime,
		maxTries,
		resendWhenUnsure,
		sendOnceKey,
		timeout,
	]),
];
