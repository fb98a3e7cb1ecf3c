// Tests: test/engine/media.test.ts
import { requestFor } from '../service/request';
import { binaryField, mediaFilesOf } from '../parameters/files';
import { instanceIdOf } from '../parameters/instance';
import { option, optionsField, sendingOptions, unsureWithoutCount } from '../parameters/options';
import type { NodeOperation } from './NodeOperation';

export const upload: NodeOperation = {
	resource: 'media',
	value: 'upload',
	option: {
		name: 'Upload',
		action: 'Upload a file to send it many times',
		description: 'Upload a file and get its storageRef, for messages through the same instance',
	},
	subtitle: 'Upload: media',
	description: [
		binaryField,
		optionsField([...sendingOptions, option.fileName, option.mimeType, unsureWithoutCount]),
	],
	read(parameters, itemIndex) {
		const [instanceId, files] = parameters.together(
			() => instanceIdOf(parameters, itemIndex),
			() => mediaFilesOf(parameters, itemIndex),
		);
		const request = requestFor('upload', instanceId);
		return files.map(({ file, ...place }) => ({
			...place,
			request: { ...request, file },
		}));
	},
};
