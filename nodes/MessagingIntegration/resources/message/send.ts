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
		const source = context.getNodeParameter('mediaSource', itemIndex, 'binary') as MediaSource;
		const content = contentOf(context, itemIndex, contentType, source);
		const needsUpload = mediaTypes.includes(contentType) && source === 'binary';
		return {
			request: { ...requestFor('send', instanceId), contentType, body: { to, content } },
			...(needsUpload && {
				upload: {
					...requestFor('upload', instanceId),
					preliminary: true,
					file: mediaFileOf(context, itemIndex),
				},
			}),
		};
	},
};
