import { invalidInput } from '../api/failure';
import { parseJson } from '../api/parseJson';
import { quoted } from '../api/quoted';

/**
 * Reads an object from a JSON parameter, given as text or already as an object; empty if nothing was entered.
 * @param what as in "The content"
 * @param parameter as the editor shows it, as in `parameter "Content JSON"`
 * @throws FailureError if the value is anything else
 */
export function jsonObject(
	given: unknown,
	what: string,
	parameter: string,
): Record<string, unknown> {
	let value = given;
	if (typeof value === 'string') {
		if (value.trim() === '') return {};
		try {
			value = parseJson(value);
		} catch (error) {
			throw invalidInput(
				`${what} is not valid JSON`,
				`Correct the ${parameter}: ${quoted((error as Error).message)}. If an expression inserts a text, write {{ JSON.stringify($json.name) }} without quotes around it.`,
			);
		}
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw invalidInput(
			`${what} is not a JSON object`,
			`The ${parameter} needs an object: { "name": "value" }.`,
		);
	}
	return { ...value };
}
