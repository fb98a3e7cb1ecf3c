import { extname } from 'node:path';

import mime from 'mime';
import type { IBinaryData, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { check } from '../api/failure';
import type { FilePlace, MediaFile } from '../api/request';
import type { Parameters } from '../n8n/parameters';
import { type Digests, storedFile } from '../n8n/storedFiles';
import { defaultField, filesOf, filesParameter } from './files';
import { fileName as namedFile, mimeType as namedType } from './rules';

/** The type that n8n and others give to bytes they know nothing about. */
const unknownType = 'application/octet-stream';

/** What the user can set to replace what n8n knows about a file. */
interface FileOptions {
	fileName?: unknown;
	mimeType?: unknown;
}

/** A text with a space is not an extension ("Dr. Smith"), and neither is a number that is no known one ("12.05.2026"). */
function isExtension(text: string): boolean {
	return /^\.\S*$/.test(text) && (!/^\.\d+$/.test(text) || mime.getType(text) !== null);
}

/**
 * The name and the type of a file. If the extension or the type is missing, it is derived from the other.
 * @throws FailureError if an option is not text
 */
export function nameAndType(
	binary: Pick<IBinaryData, 'fileName' | 'fileExtension' | 'mimeType'>,
	options: FileOptions,
): Pick<MediaFile, 'fileName' | 'mimeType'> {
	const fileName = check(namedFile, options.fileName) ?? (binary.fileName || 'file');
	const ownType = check(namedType, options.mimeType);
	const mimeType = ownType ?? (binary.mimeType || mime.getType(fileName) || unknownType);
	const { fileExtension = '' } = binary;
	const known = ownType === undefined && isExtension(`.${fileExtension}`) ? fileExtension : '';
	const extension = known || (mimeType === unknownType ? undefined : mime.getExtension(mimeType));
	return {
		fileName: isExtension(extname(fileName)) || !extension ? fileName : `${fileName}.${extension}`,
		mimeType,
	};
}

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
