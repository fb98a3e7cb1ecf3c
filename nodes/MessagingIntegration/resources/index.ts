import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { invalidInput } from '../api/failure';
import { quoted } from '../api/quoted';
import type { Prepared } from '../api/request';
import * as instance from './instance';
import * as media from './media';
import * as message from './message';
import type { NodeOperation } from './operation';
import { Parameters } from './parameters';
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

/** What makes of each item what it asks for, by the resource and operation chosen for the node. */
export function preparation(context: IExecuteFunctions): (itemIndex: number) => Prepared {
	const parameters = new Parameters(context);
	return (itemIndex) => {
		const resource = String(parameters.get('resource', itemIndex, ''));
		const operation = String(parameters.get('operation', itemIndex, ''));
		const chosen = operations[resource]?.[operation];
		if (chosen === undefined) {
			throw invalidInput(
				`There is no operation "${quoted(operation)}" for "${quoted(resource)}"`,
				'Choose one in the parameters "Resource" and "Operation". What this node does not have is reached with n8n\'s HTTP Request node.',
			);
		}
		parameters.takeEvaluated();
		return { ...chosen.prepare(parameters, itemIndex), evaluated: parameters.takeEvaluated() };
	};
}
