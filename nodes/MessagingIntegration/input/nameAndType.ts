import { extname } from 'node:path';

import mime from 'mime';
import type { IBinaryData } from 'n8n-workflow';

import { check } from '../api/check';
import { fileName as namedFile, mimeType as namedType } from './parameterSchemas';
import type { MediaFile } from '../api/request';

/** What n8n and others call bytes of which they know nothing. */
const unknownType = 'application/octet-stream';

/** What a user may say of a file instead of what n8n knows of it. */
interface FileOptions {
	fileName?: unknown;
	mimeType?: unknown;
}

/** Whatever has a space in it is none: "Dr. Smith". */
function hasExtension(fileName: string): boolean {
	return /^\.\S*$/.test(extname(fileName));
}

/**
 * What a file is called and what it is; an extension or a type that is missing follows from the other.
 * @throws FailureError where an option is not text
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
	return { fileName: hasExtension(fileName) || !extension ? fileName : `${fileName}.${extension}`, mimeType };
}
