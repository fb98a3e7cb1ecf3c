import { check } from '../../api/check';
import { contentType as knownType, mediaSource, typingFirst } from '../../input/parameterSchemas';
import { recipientLane, requestFor } from '../../api/endpoints';
import type { ServiceRequest } from '../../api/request';
import { instanceIdOf } from '../../input/instanceField';
import { mediaFilesOf } from '../../input/mediaFiles';
import type { NodeOperation } from '../nodeOperation';
import { recipientOf } from '../../input/recipient/recipient';
import { sendOnceKeyOf } from '../../input/sendOnceKeyOf';
import { contentOf } from './contentOf';
import { mediaTypes } from './contentTypes';
import { sendFields } from './sendFields';

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
		const duration = 'typingFirst' in options ? check(typingFirst, options.typingFirst) : 0;
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
