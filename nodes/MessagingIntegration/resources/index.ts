import type { INodeProperties } from 'n8n-workflow';

import { invalidInput } from '../api/failure';
import * as instance from './instance';
import * as media from './media';
import * as message from './message';
import type { NodeOperation } from './operation';
import * as presence from './presence';

const operations: Record<string, Record<string, NodeOperation>> = {
	instance: instance.operations,
	media: media.operations,
	message: message.operations,
	presence: presence.operations,
};

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Instance', value: 'instance' },
			{ name: 'Media', value: 'media' },
			{ name: 'Message', value: 'message' },
			{ name: 'Presence', value: 'presence' },
		],
		default: 'message',
	},
	...instance.description,
	...media.description,
	...message.description,
	...presence.description,
];

/** What an item asks for, by the resource and operation chosen for the node. */
export const prepare: NodeOperation['prepare'] = (context, itemIndex) => {
	const resource = context.getNodeParameter('resource', itemIndex);
	const operation = context.getNodeParameter('operation', itemIndex);
	const chosen = operations[resource]?.[operation];
	if (chosen === undefined) {
		throw invalidInput(
			`There is no operation "${operation}" for "${resource}"`,
			'Choose one in the parameters "Resource" and "Operation".',
		);
	}
	return chosen.prepare(context, itemIndex);
};
