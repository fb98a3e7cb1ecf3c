import { requestFor } from '../api/endpoints';
import { instanceIdOf } from '../parameters/instance';
import { binaryField, mediaFilesOf } from '../parameters/mediaFiles';
import {
	concurrency,
	fileName,
	maxTries,
	mimeType,
	optionsField,
	requestsPerSecond,
	resendWhenUnsure,
	timeout,
} from '../parameters/optionFields';
import type { NodeOperation } from './operation';

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
	read(parameters, itemIndex) {
		const request = requestFor('upload', instanceIdOf(parameters, itemIndex));
		return mediaFilesOf(parameters, itemIndex).map(({ file, ...place }) => ({
			...place,
			request: { ...request, file },
		}));
	},
};
