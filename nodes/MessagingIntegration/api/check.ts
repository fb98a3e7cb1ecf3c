import type * as z from 'zod/v4';

import { invalidInput } from './failure';

/**
 * The value as the contract has it.
 * @throws FailureError with the schema's own sentence: the title, a line break, what to do.
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [message = '', description = ''] = (result.error.issues[0]?.message ?? '').split('\n');
	throw invalidInput(message, description);
}
