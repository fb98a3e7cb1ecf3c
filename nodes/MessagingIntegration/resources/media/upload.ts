import type { INodeProperties } from 'n8n-workflow';

import { requestFor } from '../../api/endpoints';
import { binaryField, fileOptions, mediaFileOf } from '../mediaFile';
import { instanceIdOf } from '../instanceField';
import type { NodeOperation } from '../operation';
import { timeoutOption } from '../timeoutOption';

const showOnlyForUpload = { resource: ['media'], operation: ['upload'] };

const description: INodeProperties[] = [
	binaryField(showOnlyForUpload),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show: showOnlyForUpload },
		options: [...fileOptions(), timeoutOption],
	},
];

export const upload: NodeOperation = {
	description,
	prepare: (context, itemIndex) => ({
		request: {
			...requestFor('upload', instanceIdOf(context, itemIndex)),
			file: mediaFileOf(context, itemIndex),
		},
	}),
};
