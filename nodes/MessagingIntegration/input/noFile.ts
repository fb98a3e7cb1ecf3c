import { type FailureError, invalidInput } from '../api/failure';
import { quoted } from '../api/quoted';
import { patternFor } from './fileNames';
import { isFile } from './filesThere';

const parameter = '"Input Data Field Name(s)"';

/** What n8n's forms write about a file into the json, also after an expression turned it into text. */
function isAboutFiles(given: unknown): boolean {
	if (Array.isArray(given)) return given.length > 0 && given.every(isAboutFiles);
	if (typeof given === 'string') return given.includes('[object Object]');
	return typeof given === 'object' && given !== null && 'mimetype' in given;
}

/**
 * The error of an item whose parameter leads to no file.
 * @param given the value of the parameter, or the part of it that leads to no file
 * @param there the names of the item's files
 * @param everywhere the names of the files of all items
 */
export function noFile(given: unknown, there: string[], everywhere: string[]): FailureError {
	const several =
		everywhere.length > 1
			? ` "${quoted(patternFor(everywhere))}" takes all of them, in every item.`
			: '';
	const advice =
		there.length === 0
			? 'The item has no files. Perhaps nobody chose one, or the node before this one did not pass its files on.'
			: `Enter one of these in ${parameter}: ${quoted(there.join(', '))}.${several}`;
	if (isFile(given)) {
		return invalidInput(
			`${parameter} gives a file without its content`,
			`Where n8n keeps files in memory, some expressions leave the content out. ${advice}`,
		);
	}
	if (isAboutFiles(given))
		return invalidInput(`${parameter} gives information about files, not the files`, advice);
	if (typeof given !== 'string')
		return invalidInput(`${parameter} is neither a name nor a file`, advice);
	return given.trim() === ''
		? invalidInput(`${parameter} is empty`, advice)
		: invalidInput(`The item has no file in the field "${quoted(given)}"`, advice);
}
