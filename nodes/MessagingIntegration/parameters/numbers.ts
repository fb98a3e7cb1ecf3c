import * as z from 'zod/v4';

/** Converts a number that arrived as text, for example from a form or a sheet. */
export function numberOf(given: unknown): unknown {
	return typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
}

/** A number within bounds, also one that arrived as text. */
export function numberWithin(
	least: number,
	most: number,
	error: string,
	number: z.ZodNumber = z.number({ error }),
) {
	return z.preprocess(numberOf, number.min(least, { error }).max(most, { error }));
}

/** JavaScript keeps 15 digits of a number for certain. Also true of an object or a list with such a number in it. */
export function hasLostDigits(value: unknown): boolean {
	if (typeof value === 'object' && value !== null)
		return Object.values(value).some((one) => hasLostDigits(one));
	return Number.isInteger(value) && !Number.isSafeInteger(value);
}
