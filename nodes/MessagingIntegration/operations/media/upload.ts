import { requestFor } from '../../api/endpoints';
import { binaryField, mediaFileOf } from '../../input/mediaFile';
import { instanceIdOf } from '../../input/instanceField';
import type { NodeOperation } from '../nodeOperation';
import {
	concurrency,
	fileName,
	maxTries,
	mimeType,
	optionsField,
	requestsPerSecond,
	resendWhenUnsure,
	timeout,
} from '../options';

const showOnlyForUpload = { resource: ['media'], operation: ['upload'] };

const description = [
	binaryField(showOnlyForUpload),
	optionsField(showOnlyForUpload, [
		concurrency,
		fileName(),
		maxTries,
		mimeType(),
		requestsPerSecond,
		resendWhenUnsure,
		timeout,
	]),
];

export const upload: NodeOperation = {
	option: {
		name: 'Upload',
		action: 'Upload media',
		description: 'Upload a file and get its storageRef, for use in messages',
	},
	description,
	read: (parameters, itemIndex) => ({
		request: {
			...requestFor('upload', instanceIdOf(parameters, itemIndex)),
			file: mediaFileOf(parameters, itemIndex),
		},
	}),
};
