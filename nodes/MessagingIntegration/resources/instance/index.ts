import type { INodeProperties } from 'n8n-workflow';

import { getAll } from './getAll';

export const operations = { getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['instance'] } },
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get the instances that the API key can use',
				action: 'Get many instances',
			},
		],
		default: 'getAll',
	},
	...getAll.description,
];
