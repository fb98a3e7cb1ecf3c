import * as z from 'zod/v4';

/** A number that came as text, as from a form or a sheet. */
export function numberOf(given: unknown): unknown {
	return typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
}

/** Past this Node's timers fire at once (ms). */
const longestTimer = 2 ** 31 - 1;

/** The value of an option. @param most the longest timer, unless given */
export function wholeNumber(name: string, least: number, most = longestTimer) {
	const error = `The option "${name}" cannot be used\nEnter a whole number from ${least}${most < longestTimer ? ` to ${most}` : ' up'}.`;
	return z.preprocess(numberOf, z.int({ error }).min(least, { error }).max(most, { error }));
}
