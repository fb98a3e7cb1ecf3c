import { check, contentType as knownType, mediaSource, onceKey, typingFirst } from '../../api/contract';
import { requestFor } from '../../api/endpoints';
import { instanceIdOf } from '../instanceField';
import { mediaFileOf } from '../mediaFile';
import type { NodeOperation } from '../operation';
import { recipientOf } from '../recipient/recipient';
import { contentOf } from './content';
import { mediaTypes } from './contentTypes';
import { sendFields } from './sendFields';

export const send: NodeOperation = {
	option: { name: 'Send', action: 'Send message', description: 'Send a message to a recipient' },
	description: sendFields,
	prepare(parameters, itemIndex) {
		const instanceId = instanceIdOf(parameters, itemIndex);
		const { to, looksLocal } = recipientOf(parameters, itemIndex);
		const contentType = check(knownType, parameters.get('contentType', itemIndex));
		const source = mediaTypes.includes(contentType)
			? check(mediaSource, parameters.get('mediaSource', itemIndex))
			: undefined;
		const content = contentOf(parameters, itemIndex, contentType, source);
		const options = parameters.options(itemIndex);
		return {
			request: { ...requestFor('send', instanceId), contentType, body: { to, content } },
			// An expression that finds nothing gives undefined: the option is there all the same.
			...('sendOnceKey' in options && { onceKey: check(onceKey, options.sendOnceKey) }),
			...(looksLocal && { looksLocal }),
			...('typingFirst' in options && { typingFirst: check(typingFirst, options.typingFirst) }),
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
