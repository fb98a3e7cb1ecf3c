import { extname } from 'node:path';

import mime from 'mime';
import type { IBinaryData } from 'n8n-workflow';

import { check } from '../api/check';
import { fileName as namedFile, mimeType as namedType } from './parameterSchemas';
import type { MediaFile } from '../api/request';

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
