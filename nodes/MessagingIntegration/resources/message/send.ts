import { check, type ContentType, recipient } from '../../api/contract';
import { requestFor } from '../../api/endpoints';
import { instanceIdOf } from '../instanceField';
import { mediaFileOf } from '../mediaFile';
import type { NodeOperation } from '../operation';
import { contentOf, type MediaSource, mediaTypes } from './content';
import { sendFields } from './sendFields';

export const send: NodeOperation = {
	description: sendFields,
	prepare(context, itemIndex) {
		const instanceId = instanceIdOf(context, itemIndex);
		const to = check(recipient, context.getNodeParameter('to', itemIndex));
		const contentType = context.getNodeParameter('contentType', itemIndex) as ContentType;
		const source = mediaTypes.includes(contentType)
			? (context.getNodeParameter('mediaSource', itemIndex) as MediaSource)
			: undefined;
		const content = contentOf(context, itemIndex, contentType, source);
		return {
			request: { ...requestFor('send', instanceId), contentType, body: { to, content } },
			...(source === 'binary' && {
				upload: {
					...requestFor('upload', instanceId),
					preliminary: true,
					file: mediaFileOf(context, itemIndex),
				},
			}),
		};
	},
};
