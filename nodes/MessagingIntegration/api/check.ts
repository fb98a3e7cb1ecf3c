import type * as z from 'zod/v4';

import { invalidInput } from './failure';

/**
 * Validates a value and returns the schema's output.
 * @throws FailureError with the schema's message: a title, a line break, and what to do
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [message = '', description = ''] = (result.error.issues[0]?.message ?? '').split('\n');
	throw invalidInput(message, description);
}
