import type { INodeProperties } from 'n8n-workflow';

import { recipientLane, requestFor } from '../api/endpoints';
import type { ServiceRequest } from '../api/request';
import {
	contentFields,
	contentOf,
	showOnlyForFiles,
	showOnlyForKnown,
} from '../parameters/content';
import { mediaFilesOf } from '../parameters/files';
import { instanceIdOf } from '../parameters/instance';
import { option, optionOf, optionsField } from '../parameters/options';
import { defaultCountryField, recipientOf, toField } from '../parameters/recipient';
import { sendOnceKeyOf } from '../parameters/sendOnceKey';
import type { NodeOperation } from './operation';

const showOnlyForSend = { resource: ['message'], operation: ['send'] };

/** The parameters of a message, in the order in which a person fills them in. */
const description: INodeProperties[] = [
	toField(showOnlyForSend),
	defaultCountryField(showOnlyForSend),
	...contentFields(showOnlyForSend),
	optionsField(showOnlyForSend, [
		{ ...option.additionalContent, displayOptions: showOnlyForKnown },
		option.concurrency,
		{ ...option.fileName, displayOptions: showOnlyForFiles },
		option.maxTries,
		{ ...option.mimeType, displayOptions: showOnlyForFiles },
		option.pauseBetween,
		option.requestsPerSecond,
		option.resendWhenUnsure,
		option.sendOnceKey,
		option.timeout,
		option.typingFirst,
		option.validateFirst,
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
	resource: 'message',
	value: 'send',
	option: { name: 'Send', action: 'Send message', description: 'Send a message to a recipient' },
	subtitle: 'Send: ${$parameter["contentType"]}',
	description,
	read(parameters, itemIndex) {
		const instanceId = instanceIdOf(parameters, itemIndex);
		const { to, looksLocal } = recipientOf(parameters, itemIndex);
		const { contentType, content, hasFiles } = contentOf(parameters, itemIndex);
		const request = {
			contentType,
			body: { to, content },
			lane: recipientLane(instanceId, to),
			// A leading spread takes four times the memory in Node.js 20.
			...requestFor('send', instanceId),
		};
		const onceKey = sendOnceKeyOf(parameters, itemIndex);
		const duration = optionOf(parameters.options(itemIndex), 'typingFirst');
		const message = {
			request,
			...(onceKey !== undefined && { onceKey }),
			...(looksLocal && { looksLocal }),
			...(duration > 0 && { typing: { request: typingTo(instanceId, to), duration } }),
		};
		if (!hasFiles) return message;
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
