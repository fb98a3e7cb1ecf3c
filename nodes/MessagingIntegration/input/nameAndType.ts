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

/** A text with a space is not an extension: "Dr. Smith". */
function hasExtension(fileName: string): boolean {
	return /^\.\S*$/.test(extname(fileName));
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
	const known = ownType === undefined ? binary.fileExtension : undefined;
	const extension = known || (mimeType === unknownType ? undefined : mime.getExtension(mimeType));
	return {
		fileName: hasExtension(fileName) || !extension ? fileName : `${fileName}.${extension}`,
		mimeType,
	};
}
