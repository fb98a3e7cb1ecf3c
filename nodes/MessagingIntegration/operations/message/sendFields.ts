import type { INodeProperties } from 'n8n-workflow';

import { linkTo } from '../../input/linkTo';
import { contentForm, freeFormFields } from '../../input/freeForm';
import { binaryField } from '../../input/mediaFiles';
import {
	additionalContent,
	concurrency,
	fileName,
	maxTries,
	mimeType,
	optionsField,
	pauseBetween,
	requestsPerSecond,
	resendWhenUnsure,
	sendOnceKey,
	timeout,
	typingFirst,
	validateFirst,
} from '../options';
import { defaultCountryField } from '../../input/recipient/defaultCountry';
import { toFields } from '../../input/recipient/toFields';
import { contentTypeOptions, mediaTypes, otherTypes } from './contentTypes';

const showOnlyForSend = { resource: ['message'], operation: ['send'] };
const showOnlyForMedia = { ...showOnlyForSend, contentType: mediaTypes };
const showOnlyForFiles = { show: { '/contentType': mediaTypes, '/mediaSource': ['binary'] } };
const showOnlyForKnown = { show: { '/contentType': ['text', ...mediaTypes] } };

/** The parameters of a message, in the order in which a person fills them in. */
export const sendFields: INodeProperties[] = [
	...toFields(showOnlyForSend),
	defaultCountryField(showOnlyForSend),
	{
		displayName: 'Content Type',
		name: 'contentType',
		type: 'options',
		default: 'text',
		description: 'What kind of message to send. Not every instance supports every type.',
		displayOptions: { show: showOnlyForSend },
		options: contentTypeOptions,
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		// Not `required`, and neither are the reference and the URL below: if Content Type is an expression, n8n
		// demands all of them before it starts, but does not show them.
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
		description: 'The address of the file. The service fetches it.',
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
		`Examples that may not fit your service: ${linkTo('content-types.md', 'content types')}`,
		`${linkTo('content-types.md', 'Examples')}.`,
	),
	optionsField(showOnlyForSend, [
		additionalContent(showOnlyForKnown),
		concurrency,
		fileName(showOnlyForFiles),
		maxTries,
		mimeType(showOnlyForFiles),
		pauseBetween,
		requestsPerSecond,
		resendWhenUnsure,
		sendOnceKey,
		timeout,
		typingFirst,
		validateFirst,
	]),
];
