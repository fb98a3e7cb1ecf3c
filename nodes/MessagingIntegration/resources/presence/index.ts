import type { INodeProperties } from 'n8n-workflow';

import { instanceField } from '../instanceField';
import { read } from './read';
import { typing } from './typing';

export const operations = { read, typing };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['presence'] } },
		options: [
			{
				name: 'Mark as Read',
				value: 'read',
				description: 'Send a read indication',
				action: 'Mark as read',
			},
			{
				name: 'Show Typing',
				value: 'typing',
				description: 'Send a typing indication',
				action: 'Show typing',
			},
		],
		default: 'typing',
	},
	instanceField({ resource: ['presence'] }),
	...read.description,
	...typing.description,
];
