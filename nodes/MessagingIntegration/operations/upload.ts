import { requestFor } from '../api/endpoints';
import { binaryField, mediaFilesOf } from '../parameters/files';
import { instanceIdOf } from '../parameters/instance';
import { option, optionsField } from '../parameters/options';
import type { NodeOperation } from './operation';

const showOnlyForUpload = { resource: ['media'], operation: ['upload'] };

const description = [
	binaryField(showOnlyForUpload),
	optionsField(showOnlyForUpload, [
		option.concurrency,
		option.fileName,
		option.maxTries,
		option.mimeType,
		option.requestsPerSecond,
		option.resendWhenUnsure,
		option.timeout,
	]),
];

export const upload: NodeOperation = {
	resource: 'media',
	value: 'upload',
	option: {
		name: 'Upload',
		action: 'Upload media',
		description: 'Upload a file and get its storageRef, for use in messages',
	},
	subtitle: 'Upload: media',
	description,
	read(parameters, itemIndex) {
		const request = requestFor('upload', instanceIdOf(parameters, itemIndex));
		return mediaFilesOf(parameters, itemIndex).map(({ file, ...place }) => ({
			...place,
			request: { ...request, file },
		}));
	},
};
