// Tests: test/engine/operations.test.ts, test/engine/media.test.ts
import { hash } from 'node:crypto';

import { ensure } from '../words/refusal';
import { type MessageRequest, messageTo, requestFor, uploadFor } from '../service/request';
import { contentFields, contentObject, forFiles, showOnlyForKnown } from '../parameters/content';
import { piecesOf, type Split } from '../parameters/splitText';
import { mediaFilesOf, otherFiles } from '../parameters/files';
import { isOtherType, typeFor } from '../parameters/mediaTypes';
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
	const pieces = piecesOf(text, split);
	// Cut elsewhere, the same text has as many messages, but others.
	const whole = hash('sha256', JSON.stringify(pieces), 'base64url').slice(0, 16);
	return pieces.map((piece, index, { length: count }) => ({
		piece,
		partName: count === 1 ? '' : `Message ${index + 1}`,
		// A text that makes one message is one step, whatever its words are.
		stepName: count === 1 ? '' : `${index + 1}/${count} ${whole}`,
		...(count > 1 && { place: { index, count, noun: 'message' as const } }),
	}));
}

/** The message to go if the item has no file. @throws Refusal if it has no caption either */
function captionAsText({ instanceId = '', body }: MessageRequest): MessageRequest {
	const { media, ...content } = body.content as { media?: { caption?: string } };
	ensure(media?.caption, 'neitherFileNorCaption');
	return messageTo(instanceId, body.to, { ...content, type: 'text', text: media.caption });
}

export const send: NodeOperation = {
	resource: 'message',
	value: 'send',
	option: {
		name: 'Send',
		action: 'Send a text, picture or file',
		description:
			'Send a text, image, video, audio, document, location, contact, poll, buttons, list or reaction',
	},
	subtitle: 'Send: ${$parameter["contentType"]}',
	description: [
		{
			...recipient.field,
			description: `${recipient.field.description}. Options below: Send Once Key against a second message, Quiet Hours for the night, Pause Between Messages for a long list.`,
		},
		defaultCountry.field,
		...contentFields,
		optionsField([
			...sendingOptions,
			{ ...option.additionalContent, displayOptions: showOnlyForKnown },
			...[option.fileName, option.ifNoFile, option.mimeType].flatMap(forFiles),
			{ ...option.markdown, displayOptions: showOnlyForKnown },
			option.failIfMoreThan,
			option.pauseBetween,
			option.quietHours,
			option.sendOnceKey,
			{ ...option.splitText, displayOptions: { show: { '/contentType': ['text'] } } },
			option.typingFirst,
			option.whenUnsure,
		]),
	],
	read(parameters, itemIndex) {
		const ifNoFileOf = () => optionOf(parameters.options(itemIndex), 'ifNoFile');
		const [instanceId, to, { contentType, content, hasFiles, files }, onceKey, options] =
			parameters.together(
				() => instanceIdOf(parameters, itemIndex),
				() => recipientOf(parameters, itemIndex),
				() => {
					const given = contentObject(parameters, itemIndex);
					if (!given.hasFiles) return { ...given, files: [] };
					return { ...given, files: mediaFilesOf(parameters, itemIndex, undefined, ifNoFileOf()) };
				},
				() => sendOnceKeyOf(parameters, itemIndex),
				() => {
					const all = parameters.options(itemIndex);
					return {
						quietHours: optionOf(all, 'quietHours'),
						duration: 1000 * optionOf(all, 'typingFirst'),
						split: optionOf(all, 'splitText'),
					};
				},
			);
		const { quietHours, duration, split } = options;
		const request = messageTo(instanceId, to, content, contentType);
		const country = () => countryOfRecipient(parameters, itemIndex, to);
		const sendAfter = sendAfterOf(parameters, country, quietHours);
		// The reference shows no body for typing. The node assumes that it takes a recipient.
		const typing = { ...requestFor('typing', instanceId), body: { to }, bestEffort: true as const };
		const message = {
			partName: '',
			request,
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
		const ifNoFile = ifNoFileOf();
		const hints = files.length === 0 ? otherFiles(parameters, itemIndex) : [];
		if (files.length === 0 && ifNoFile === 'skip')
			return { ...message, hints, skipped: { skipped: true, noFile: true, to } };
		if (files.length === 0)
			return { ...message, hints: ['captionAsText', ...hints], request: captionAsText(request) };
		return files.map(({ file, ...place }, index) => {
			const type = contentType === 'file' ? typeFor(file.mimeType) : contentType;
			const withMedia = (changed?: object) =>
				messageTo(instanceId, to, { ...content, type, media: changed }, type);
			// Only the first of several files has the caption.
			const caption = index === 0 ? media : {};
			return {
				...message,
				...place,
				...(isOtherType(type, file.mimeType) && { hints: ['otherType' as const] }),
				request: withMedia(caption),
				upload: {
					request: uploadFor(instanceId, file),
					// API reference, part 4.
					attach: (storageRef) => withMedia({ ...caption, storageRef }),
				},
			};
		});
	},
};
