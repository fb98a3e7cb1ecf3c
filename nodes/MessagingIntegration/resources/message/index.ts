import type { INodeProperties } from 'n8n-workflow';

import { instanceField } from '../instanceField';
import { send } from './send';

export const operations = { send };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['message'] } },
		options: [
			{
				name: 'Send',
				value: 'send',
				description: 'Send a message to a recipient',
				action: 'Send message',
			},
		],
		default: 'send',
	},
	instanceField({ resource: ['message'] }),
	...send.description,
];
