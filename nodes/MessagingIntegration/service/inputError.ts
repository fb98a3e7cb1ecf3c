import type * as z from 'zod/v4';

/** Why something that the user entered cannot be used: stable words, on which workflows can branch. */
export const inputReasons = [
	'callRefused',
	'changedInTheMiddle',
	'countryCodeMissing',
	'credentialUnusable',
	'dryRunFile',
	'expressionGaveNothing',
	'fileEmpty',
	'fileMissing',
	'numberNotPossible',
	'numberNotValid',
	'parameterUnusable',
	'recipientEmpty',
	'recipientUnusable',
	'textBroken',
	'tooManyMessages',
	'valueEmpty',
] as const;

export type InputReason = (typeof inputReasons)[number];

/** Something that the user entered cannot be used. */
export class InputError extends Error {
	/** What else of the same item cannot be used. */
	also: InputError[] = [];

	/**
	 * @param title names the parameter
	 * @param advice what to do about it
	 * @param forModel both in words for a model, if those of the reason do not fit
	 */
	constructor(
		readonly reason: InputReason,
		readonly title: string,
		readonly advice: string,
		readonly forModel?: string,
	) {
		super(title);
		this.name = 'InputError';
	}
}

export const invalidInput = (reason: InputReason, title: string, advice: string) =>
	new InputError(reason, title, advice);

/** @throws InputError unless the input is right */
export function ensure(
	isRight: unknown,
	reason: InputReason,
	title: string,
	advice: string,
): asserts isRight {
	if (!isRight) throw invalidInput(reason, title, advice);
}

/** What zod calls if a rule is broken. Its own errors have only a text. */
export function refuses(reason: InputReason, title: string, advice: string): () => never {
	return () => {
		throw invalidInput(reason, title, advice);
	};
}

/**
 * Validates a value and returns the schema's output.
 * @throws InputError of the first rule that is broken
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	return schema.parse(value);
}
