import { check, type ContentType, onceKey, recipient } from '../../api/contract';
import { requestFor } from '../../api/endpoints';
import { instanceIdOf } from '../instanceField';
import { mediaFileOf } from '../mediaFile';
import type { NodeOperation } from '../operation';
import { contentOf, type MediaSource, mediaTypes } from './content';
import { sendFields } from './sendFields';

export const send: NodeOperation = {
	option: { name: 'Send', action: 'Send message', description: 'Send a message to a recipient' },
	description: sendFields,
	prepare(parameters, itemIndex) {
		const instanceId = instanceIdOf(parameters, itemIndex);
		const to = check(recipient, parameters.get('to', itemIndex));
		const contentType = parameters.get('contentType', itemIndex) as ContentType;
		const source = mediaTypes.includes(contentType)
			? (parameters.get('mediaSource', itemIndex) as MediaSource)
			: undefined;
		const content = contentOf(parameters, itemIndex, contentType, source);
		const { sendOnceKey } = parameters.get('options', itemIndex, {}) as { sendOnceKey?: unknown };
		return {
			request: { ...requestFor('send', instanceId), contentType, body: { to, content } },
			...(sendOnceKey !== undefined && { onceKey: check(onceKey, sendOnceKey) }),
			...(source === 'binary' && {
				upload: {
					...requestFor('upload', instanceId),
					preliminary: true,
					file: mediaFileOf(parameters, itemIndex),
				},
			}),
		};
	},
};
