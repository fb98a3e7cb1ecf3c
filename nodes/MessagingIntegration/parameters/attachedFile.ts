import { type ContentType, mediaTypes } from '../api/endpoints';
import { FailureError, invalidInput } from '../api/failure';
import type { MediaFile } from '../api/request';
import type { Parameters } from '../n8n/parameters';
import { mediaFilesOf } from './files';

const name = 'the option "Attach File"';

/** The same sentences as for the parameter, which this operation does not have. */
function named(error: unknown): unknown {
	if (!(error instanceof FailureError)) return error;
	const inOption = (words = '') => words.replaceAll('"Input Data Field Name(s)"', name);
	const { message, description } = error.failure;
	return invalidInput(inOption(message).replace(/^t/, 'T'), inOption(description));
}

/**
 * The file of the option "Attach File", and the content type that fits it; undefined if the option is empty.
 * @throws FailureError unless it leads to exactly one file
 */
export function attachedFileOf(
	parameters: Parameters,
	itemIndex: number,
): { file: MediaFile; type: ContentType } | undefined {
	const { attachFile: saved = '' } = (parameters.saved('options') ?? {}) as {
		attachFile?: unknown;
	};
	if (String(saved).trim() === '') return undefined;
	const read = () => parameters.options(itemIndex).attachFile ?? '';
	try {
		const [one, another] = mediaFilesOf(parameters, itemIndex, { saved, read });
		if (!one || another)
			throw invalidInput(
				'The option "Attach File" leads to several files',
				'A question goes with one file. Enter the name of one input field.',
			);
		const [kind] = one.file.mimeType.split('/');
		return { file: one.file, type: mediaTypes.find((type) => type === kind) ?? 'document' };
	} catch (error) {
		throw named(error);
	}
}
