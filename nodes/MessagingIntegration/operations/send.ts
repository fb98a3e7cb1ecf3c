import { hash } from 'node:crypto';

import { messageTo, requestFor, uploadFor } from '../service/request';
import {
	contentFields,
	contentObject,
	showOnlyForFiles,
	showOnlyForKnown,
} from '../parameters/content';
import { piecesOf, type Split } from '../parameters/splitText';
import { mediaFilesOf } from '../parameters/files';
import { isOtherType } from '../parameters/mediaTypes';
import { instanceIdOf } from '../parameters/instance';
import {
	option,
	optionOf,
	optionsField,
	sendingOptions,
	sendOnceKeyOf,
} from '../parameters/options';
import { sendAfterOf } from '../parameters/quietHours';
import {
	countryOfRecipient,
	defaultCountry,
	recipient,
	recipientOf,
} from '../parameters/recipient';
import type { NodeOperation } from './NodeOperation';

/** The texts of the messages, each a part with a place of its own if there are several. */
function inPieces(text: string, split: Split) {
	const whole = hash('sha256', text, 'base64url').slice(0, 16);
	return piecesOf(text, split).map((piece, index, { length: count }) => ({
		piece,
		partName: index === 0 ? '' : `Message ${index + 1}`,
		// A text that makes one message is one step, whatever its words are.
		stepName: count === 1 ? '' : `${index + 1}/${count} ${whole}`,
		...(count > 1 && { place: { index, count, noun: 'message' as const } }),
	}));
}

export const send: NodeOperation = {
	resource: 'message',
	value: 'send',
	option: {
		name: 'Send',
		action: 'Send message',
		description:
			'Send a text, image, video, audio, document, location, contact, poll, buttons, list or reaction',
	},
	subtitle: 'Send: ${$parameter["contentType"]}',
	description: [
		recipient.field,
		defaultCountry.field,
		...contentFields,
		optionsField([
			...sendingOptions,
			{ ...option.additionalContent, displayOptions: showOnlyForKnown },
			{ ...option.fileName, displayOptions: showOnlyForFiles },
			{ ...option.mimeType, displayOptions: showOnlyForFiles },
			option.markdown,
			option.failIfMoreThan,
			option.pauseBetween,
			option.quietHours,
			option.sendOnceKey,
			option.splitText,
			option.typingFirst,
			option.whenUnsure,
		]),
	],
	read(parameters, itemIndex) {
		const instanceId = instanceIdOf(parameters, itemIndex);
		const to = recipientOf(parameters, itemIndex);
		const { contentType, content, hasFiles } = contentObject(parameters, itemIndex);
		const request = messageTo(instanceId, to, content, contentType);
		const onceKey = sendOnceKeyOf(parameters, itemIndex);
		const options = parameters.options(itemIndex);
		const country = () => countryOfRecipient(parameters, itemIndex, to);
		const sendAfter = sendAfterOf(parameters, country, optionOf(options, 'quietHours'));
		const duration = 1000 * optionOf(options, 'typingFirst');
		const split = optionOf(options, 'splitText');
		// The reference shows no body for typing. The node assumes that it takes a recipient.
		const typing = { ...requestFor('typing', instanceId), body: { to }, bestEffort: true as const };
		const message = {
			partName: '',
			request,
			country,
			...(onceKey !== undefined && { onceKey }),
			...(sendAfter && { sendAfter }),
			...(duration > 0 && { typing: { request: typing, duration } }),
		};
		if (split && contentType === 'text')
			return inPieces((content as { text: string }).text, split).map(({ piece, ...place }) => ({
				...message,
				...place,
				request: messageTo(instanceId, to, { ...content, text: piece }),
			}));
		if (!hasFiles) return message;
		const { media } = content as { media?: object };
		const withMedia = (changed?: object) =>
			messageTo(instanceId, to, { ...content, media: changed }, contentType);
		return mediaFilesOf(parameters, itemIndex).map(({ file, ...place }, index) => {
			// Only the first of several files has the caption.
			const caption = index === 0 ? media : {};
			return {
				...message,
				...place,
				...(isOtherType(contentType, file.mimeType) && { hints: ['otherType' as const] }),
				request: index === 0 ? request : withMedia(caption),
				upload: {
					request: uploadFor(instanceId, file),
					// API reference, part 4.
					attach: (storageRef) => withMedia({ ...caption, storageRef }),
				},
			};
		});
	},
};
