import type { INodeProperties } from 'n8n-workflow';

import { contentTypes } from '../../api/contract';
import { contentForm, freeFormFields } from '../freeForm';
import { binaryField } from '../mediaFile';
import { defaultCountry } from '../recipient/defaultCountry';
import {
	concurrency,
	fileName,
	maxTries,
	mimeType,
	optionsField,
	requestsPerSecond,
	resendWhenUnsure,
	sendOnceKey,
	timeout,
	typingFirst,
	validateFirst,
} from '../options';
import { mediaTypes } from './content';

const showOnlyForSend = { resource: ['message'], operation: ['send'] };
const showOnlyForMedia = { ...showOnlyForSend, contentType: mediaTypes };
const showOnlyForFiles = { show: { '/contentType': mediaTypes, '/mediaSource': ['binary'] } };
const otherTypes = contentTypes.filter((type) => type !== 'text' && !mediaTypes.includes(type)).sort();

/** The parameters of a message, in the order a person fills them in. */
export const sendFields: INodeProperties[] = [
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 15551234567',
		hint: 'Country code first; spaces and + - ( ) . are taken out',
		description: 'The recipient of the message',
		displayOptions: { show: showOnlyForSend },
	},
	{
		displayName: 'Content Type',
		name: 'contentType',
		type: 'options',
		default: 'text',
		description: 'What the message holds. An instance may not support every type.',
		displayOptions: { show: showOnlyForSend },
		options: [
			{ name: 'Audio', value: 'audio' },
			{ name: 'Buttons', value: 'buttons' },
			{ name: 'Contact', value: 'contact' },
			{ name: 'Document', value: 'document' },
			{ name: 'Image', value: 'image' },
			{ name: 'List', value: 'list' },
			{ name: 'Location', value: 'location' },
			{ name: 'Poll', value: 'poll' },
			{ name: 'Reaction', value: 'reaction' },
			{ name: 'Text', value: 'text' },
			{ name: 'Video', value: 'video' },
		],
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		// Not `required`, and nor are the reference and the URL below: where Content Type is an expression, n8n asks for all of
		// them before it starts, and shows none.
		placeholder: 'e.g. Your order is on its way',
		description: 'The text of the message',
		displayOptions: { show: { ...showOnlyForSend, contentType: ['text'] } },
	},
	{
		displayName: 'Media Source',
		name: 'mediaSource',
		type: 'options',
		default: 'binary',
		description: 'Where the file comes from',
		displayOptions: { show: showOnlyForMedia },
		options: [
			{
				name: 'Input Data',
				value: 'binary',
				description: 'A file of the input item, which is uploaded first',
			},
			{
				name: 'Storage Reference',
				value: 'storageRef',
				description: 'A file that Media: Upload has uploaded',
			},
			{ name: 'URL', value: 'url', description: 'A file at a publicly reachable address' },
		],
	},
	binaryField({ ...showOnlyForMedia, mediaSource: ['binary'] }),
	{
		displayName: 'Storage Reference',
		name: 'storageRef',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.storageRef }}',
		hint: 'The storageRef in the output of Media: Upload, on the same instance',
		description: 'The reference to the uploaded file',
		displayOptions: { show: { ...showOnlyForMedia, mediaSource: ['storageRef'] } },
	},
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/photo.png',
		description: 'The address of the file, which the service fetches itself',
		displayOptions: { show: { ...showOnlyForMedia, mediaSource: ['url'] } },
	},
	{
		displayName: 'Caption',
		name: 'caption',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. Our new office',
		description: 'Text shown with the media',
		displayOptions: { show: showOnlyForMedia },
	},
	...freeFormFields(
		contentForm,
		{ ...showOnlyForSend, contentType: otherTypes },
		"The service's own documentation names the fields of each content type",
	),
	optionsField(showOnlyForSend, [
		concurrency,
		defaultCountry,
		fileName(showOnlyForFiles),
		maxTries,
		mimeType(showOnlyForFiles),
		requestsPerSecond,
		resendWhenUnsure,
		sendOnceKey,
		timeout,
		typingFirst,
		validateFirst,
	]),
];
