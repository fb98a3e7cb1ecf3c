import * as z from 'zod/v4';

import { refuses } from '../service/inputError';
import { choice, type EditorField, field } from './editorFields';
import { numberWithin, optionalText } from './typedValues';

/** How the editor offers an option of each kind, and what it may hold. */

/** Timers of Node.js that are longer than this fire at once (ms). */
const longestTimer = 2 ** 31 - 1;

/** `advice` says what to enter if the number need not be whole. */
type NumberField = Partial<EditorField> & { advice?: string };

/** @param displayName may end in a unit, in parentheses */
export function number(displayName: string, value: number, given: NumberField) {
	const { advice, ...more } = given;
	const { minValue: least = 0, maxValue: most } = more.typeOptions ?? {};
	const whole = `Enter a whole number from ${least}${most === undefined ? ' up' : ` to ${most}`}.`;
	const title = `The option "${displayName.replace(/ \(.*/, '')}" cannot be used`;
	const error = refuses('optionUnusable', title, advice ?? whole);
	const rule = advice
		? numberWithin(least, Infinity, error)
		: numberWithin(least, most ?? longestTimer, error, z.int({ error }));
	return { field: field('number', displayName, value, more), rule: rule.default(value) };
}

/** One of some values; the first is the default. */
export function chosen<Value extends string>(
	displayName: string,
	offered: Record<Value, string | [name: string, description: string]>,
	description: string,
) {
	const { field, rule } = choice(
		displayName,
		offered,
		{ description },
		`The option "${displayName}"`,
	);
	return { field, rule: rule.default(field.default as never) };
}

/** A text; undefined if it is empty. */
export function text(displayName: string, more: Partial<EditorField>) {
	const advice = `Enter text in the option "${displayName}".`;
	const rule = optionalText(`The option "${displayName}"`, advice).transform((words) =>
		words?.trim(),
	);
	return { field: field('string', displayName, '', more), rule };
}
