import type * as z from 'zod/v4';

/** Something that the user entered cannot be used. */
export class InputError extends Error {
	/** @param title names the parameter @param advice what to do about it */
	constructor(
		readonly title: string,
		readonly advice: string,
	) {
		super(title);
		this.name = 'InputError';
	}
}

export const invalidInput = (title: string, advice: string) => new InputError(title, advice);

/** @throws InputError unless the input is right */
export function ensure(isRight: unknown, title: string, advice: string): asserts isRight {
	if (!isRight) throw invalidInput(title, advice);
}

/**
 * Validates a value and returns the schema's output.
 * @throws InputError with the schema's message: a title, a line break, and what to do
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [message = '', description = ''] = (result.error.issues[0]?.message ?? '').split('\n');
	throw invalidInput(message, description);
}
