import * as z from 'zod/v4';

/** Converts a number that arrived as text, for example from a form or a sheet. */
export function numberOf(given: unknown): unknown {
	return typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
}

/** Timers of Node.js that are longer than this fire at once (ms). */
const longestTimer = 2 ** 31 - 1;

/** The schema of an option. @param most defaults to the longest timer */
export function wholeNumber(name: string, least: number, most = longestTimer) {
	const error = `The option "${name}" cannot be used\nEnter a whole number from ${least}${most < longestTimer ? ` to ${most}` : ' up'}.`;
	return z.preprocess(numberOf, z.int({ error }).min(least, { error }).max(most, { error }));
}
