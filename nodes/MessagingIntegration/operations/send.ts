import type { INodeProperties } from 'n8n-workflow';

import { recipientLane, requestFor } from '../api/endpoints';
import { check } from '../api/failure';
import type { ServiceRequest } from '../api/request';
import { contentOf } from '../parameters/content';
import { contentTypeOptions, mediaTypes, otherTypes } from '../parameters/contentType';
import { contentForm, freeFormFields } from '../parameters/freeForm';
import { instanceIdOf } from '../parameters/instance';
import { linkTo } from '../parameters/linkTo';
import { binaryField, mediaFilesOf } from '../parameters/mediaFiles';
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
} from '../parameters/optionFields';
import { defaultCountryField, recipientOf, toFields } from '../parameters/recipient';
import { contentType as knownType, mediaSource, typingDuration } from '../parameters/rules';
import { sendOnceKeyOf } from '../parameters/sendOnceKey';
import type { NodeOperation } from './operation';

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

/** The reference shows no body for typing. The node assumes that it takes a recipient. */
function typingTo(instanceId: string, to: string): ServiceRequest {
	return { ...requestFor('typing', instanceId), body: { to }, bestEffort: true };
}

/** Adds the storageRef of the upload to the message's media object (API reference, part 4). */
function withStorageRef(request: ServiceRequest, storageRef: string): ServiceRequest {
	const content = request.body?.content as { media?: object };
	return {
		...request,
		body: { ...request.body, content: { ...content, media: { ...content.media, storageRef } } },
	};
}

/** Only the first of several files has the caption. */
function withoutCaption(request: ServiceRequest): ServiceRequest {
	return {
		...request,
		body: { ...request.body, content: { ...(request.body?.content as object), media: {} } },
	};
}

export const send: NodeOperation = {
	option: { name: 'Send', action: 'Send message', description: 'Send a message to a recipient' },
	description: sendFields,
	read(parameters, itemIndex) {
		const instanceId = instanceIdOf(parameters, itemIndex);
		const { to, looksLocal } = recipientOf(parameters, itemIndex);
		const contentType = check(knownType, parameters.get('contentType', itemIndex));
		const source = mediaTypes.includes(contentType)
			? check(mediaSource, parameters.get('mediaSource', itemIndex))
			: undefined;
		const content = contentOf(parameters, itemIndex, contentType, source);
		const options = parameters.options(itemIndex);
		const request = {
			contentType,
			body: { to, content },
			lane: recipientLane(instanceId, to),
			// A leading spread takes four times the memory in Node.js 20.
			...requestFor('send', instanceId),
		};
		const onceKey = sendOnceKeyOf(parameters, itemIndex);
		// An expression that finds nothing gives undefined, but the option still counts as set.
		const duration = 'typingFirst' in options ? check(typingDuration, options.typingFirst) : 0;
		const message = {
			request,
			...(onceKey !== undefined && { onceKey }),
			...(looksLocal && { looksLocal }),
			...(duration > 0 && { typing: { request: typingTo(instanceId, to), duration } }),
		};
		if (source !== 'binary') return message;
		const upload = { ...requestFor('upload', instanceId), effect: 'preparation' as const };
		return mediaFilesOf(parameters, itemIndex).map(({ file, ...place }, index) => {
			const ofFile = index === 0 ? request : withoutCaption(request);
			return {
				...message,
				...place,
				request: ofFile,
				upload: {
					request: { ...upload, file },
					attach: (storageRef) => withStorageRef(ofFile, storageRef),
				},
			};
		});
	},
};
