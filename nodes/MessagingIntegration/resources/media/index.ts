import type { INodeProperties } from 'n8n-workflow';

import { instanceField } from '../instanceField';
import { upload } from './upload';

export const operations = { upload };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['media'] } },
		options: [
			{
				name: 'Upload',
				value: 'upload',
				description: 'Upload a file and get the storageRef that a message refers to it by',
				action: 'Upload media',
			},
		],
		default: 'upload',
	},
	instanceField({ resource: ['media'] }),
	...upload.description,
];
