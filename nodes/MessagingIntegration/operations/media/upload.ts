import { requestFor } from '../../api/endpoints';
import { binaryField, mediaFilesOf } from '../../input/mediaFiles';
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
	read(parameters, itemIndex) {
		const request = requestFor('upload', instanceIdOf(parameters, itemIndex));
		return mediaFilesOf(parameters, itemIndex).map(({ file, ...place }) => ({
			...place,
			request: { ...request, file },
		}));
	},
};
