import { failed, invalidInput } from '../api/failure';
import { failureFrom } from '../n8n/errors';
import type { Parameters } from '../n8n/parameters';
import { mediaTypes } from './content';
import { mediaFilesOf } from './files';

const name = 'options.attachFile';

/** The same sentences as for the parameter, which this operation does not have. */
const renamed = (words = '') => words.replaceAll('Input Data Field Name(s)', 'Attach File');

/**
 * The file of the option "Attach File", and the content type that fits it; undefined if nothing was entered.
 * @throws FailureError unless it leads to exactly one file
 */
export function attachedFileOf(parameters: Parameters, itemIndex: number) {
	const saved = parameters.saved(name) ?? '';
	if (typeof saved === 'string' && saved.trim() === '') return undefined;
	try {
		const [one, another] = mediaFilesOf(parameters, itemIndex, name);
		if (!one || another)
			throw invalidInput(
				'The option "Attach File" leads to several files',
				'A question goes with one file. Enter the name of one input field.',
			);
		const [kind] = one.file.mimeType.split('/');
		return { file: one.file, type: mediaTypes.find((type) => type === kind) ?? 'document' };
	} catch (error) {
		const { message, description, ...failure } = failureFrom(error);
		throw failed({
			...failure,
			...{ message: renamed(message), description: renamed(description) },
		});
	}
}
