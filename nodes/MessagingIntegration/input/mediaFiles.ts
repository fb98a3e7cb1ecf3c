import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { FilePlace, MediaFile } from '../api/request';
import { defaultField, filesOf, filesParameter } from './filesOf';
import { nameAndType } from './nameAndType';
import type { Parameters } from './parameters';
import { type Digests, storedFile } from './storedFile';

/** The parameter that names the input fields with the files. */
export function binaryField(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'Input Data Field Name(s)',
		name: filesParameter,
		type: 'string',
		default: defaultField,
		required: true,
		placeholder: 'e.g. data',
		hint: 'The field with the file. For several files: "Front, Back", "Pictures*", or "*" for all.',
		description:
			'The names of the input fields with the binary data of the files, separated by commas. "Pictures*" takes every field whose name begins with "Pictures", and "*" takes every file.',
		displayOptions: { show },
	};
}

const digestsOfRun = new WeakMap<Parameters, Digests>();

/** The same file a second time in one item is another file, so that it is not taken for sent. */
function tellApart(identity: string, copies: Map<string, number>): string {
	const earlier = copies.get(identity) ?? 0;
	copies.set(identity, earlier + 1);
	return earlier === 0 ? identity : `${identity} ${earlier + 1}`;
}

/** The files of an item, in the order of sending. Each is opened only when it is sent. */
export function mediaFilesOf(
	parameters: Parameters,
	itemIndex: number,
): Array<{ file: MediaFile; place?: FilePlace }> {
	const digests = digestsOfRun.get(parameters) ?? new Map<string, string>();
	digestsOfRun.set(parameters, digests);
	const copies = new Map<string, number>();
	const files = filesOf(parameters, itemIndex);
	const options = parameters.options(itemIndex);
	return files.map(({ field, binary }, index, { length: count }) => {
		const { identity, open } = storedFile(parameters.context, binary, digests);
		return {
			file: {
				...nameAndType(binary, options),
				identity: tellApart(identity, copies),
				open,
			},
			...(count > 1 && { place: { field, index, count } }),
		};
	});
}
