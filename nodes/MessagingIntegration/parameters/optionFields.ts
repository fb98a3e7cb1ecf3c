import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { defaultTimeout } from '../api/request';
import { linkTo } from './linkTo';

/** @param displayOptions limits it to content types with parameters of their own; the others take any field anyway */
export function additionalContent(displayOptions: IDisplayOptions): INodeProperties {
	return {
		displayName: 'Additional Content',
		name: 'additionalContent',
		type: 'json',
		default: '{}',
		description:
			'More fields for the content, as a JSON object. They cannot replace type, text or media.',
		displayOptions,
	};
}

export const concurrency: INodeProperties = {
	displayName: 'Concurrency',
	name: 'concurrency',
	type: 'number',
	default: 8,
	typeOptions: { minValue: 1, maxValue: 64 },
	description:
		'How many items are in progress at the same time. Items for the same recipient and instance are always sent one after the other, in input order.',
};

export const maxTries: INodeProperties = {
	displayName: 'Max Tries',
	name: 'maxTries',
	type: 'number',
	default: 3,
	typeOptions: { minValue: 1 },
	description:
		'How many times to send a request at most, if the service certainly did not process it. Waiting for a service that asks to slow down does not count.',
};

export const pauseBetween: INodeProperties = {
	displayName: 'Pause Between Messages',
	name: 'pauseBetween',
	type: 'fixedCollection',
	default: { values: { min: 5, max: 15 } },
	description:
		'A random pause between the messages of one instance, which are then sent one after the other',
	options: [
		{
			displayName: 'Pause',
			name: 'values',
			values: [
				{
					displayName: 'Min (Seconds)',
					name: 'min',
					type: 'number',
					default: 5,
					typeOptions: { minValue: 0 },
					description: 'The shortest pause',
				},
				{
					displayName: 'Max (Seconds)',
					name: 'max',
					type: 'number',
					default: 15,
					typeOptions: { minValue: 0 },
					description: 'The longest pause',
				},
			],
		},
	],
};

export const requestsPerSecond: INodeProperties = {
	displayName: 'Requests per Second',
	name: 'requestsPerSecond',
	type: 'number',
	default: 0,
	typeOptions: { minValue: 0 },
	description: 'The highest number of requests per second for the whole run; 0 means no limit',
};

export const resendWhenUnsure: INodeProperties = {
	displayName: 'Resend When Unsure',
	name: 'resendWhenUnsure',
	type: 'boolean',
	default: false,
	description:
		'Whether to also repeat a request whose outcome is unknown. A message may then arrive twice.',
};

export const sendOnceKey: INodeProperties = {
	displayName: 'Send Once Key',
	name: 'sendOnceKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-{{ $json.body.number }}',
	description: `Prevents a second message, for example if an order or a form arrives twice. Enter what stays the same then: the number of the order, or fields of the form (${linkTo('delivery.md#a-key-for-forms-and-shops', 'examples')}). The node sends one message per key, recipient and instance, and skips the others, in later executions too. One key for a whole list, such as "newsletter-12", is fine. To send again, change the key.`,
};

export const timeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	default: defaultTimeout,
	typeOptions: { minValue: 1 },
	description: 'How many milliseconds a request may make no progress before it is aborted',
};

export const typingFirst: INodeProperties = {
	displayName: 'Typing First',
	name: 'typingFirst',
	type: 'number',
	default: 0,
	typeOptions: { minValue: 0 },
	description:
		'How many milliseconds to show typing before each message; 0 means none. If the indication fails, the message is still sent.',
};

export const validateFirst: INodeProperties = {
	displayName: 'Validate First',
	name: 'validateFirst',
	type: 'boolean',
	default: true,
	description:
		'Whether to send nothing if one of the items cannot be sent. With "On Error: Continue", all other items are sent.',
};

export function fileName(displayOptions?: IDisplayOptions): INodeProperties {
	return {
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. photo.png',
		description: "The name of the file at the service, instead of the file's own",
		displayOptions,
	};
}

export function mimeType(displayOptions?: IDisplayOptions): INodeProperties {
	return {
		displayName: 'MIME Type',
		name: 'mimeType',
		type: 'string',
		default: '',
		placeholder: 'e.g. image/png',
		description: "The type of the file at the service, instead of the file's own",
		displayOptions,
	};
}

/** The collection at the end of an operation's fields. */
export function optionsField(
	show: IDisplayOptions['show'],
	options: INodeProperties[],
): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show },
		options,
	};
}
