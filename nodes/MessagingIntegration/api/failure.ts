import type * as z from 'zod/v4';

/**
 * What is known of a request that failed. `notSent`: it was certainly not processed, so repeating it is safe.
 * `unknown`: it may have been processed.
 */
export type Delivery = 'notSent' | 'unknown';

/** An answer that asks to slow down. */
export interface SlowDown {
	/** How long the service wants no requests (ms); 0 if it does not say. */
	retryAfter: number;
	/** Whether it refused the upload of a file. */
	isFile: boolean;
}

/** Why an item failed, in sentences for the person who built the workflow. */
export interface Failure {
	message: string;
	/** Lines: whether the message may have been delivered, the service's own words, and what to do. */
	description?: string;
	httpStatus?: number;
	code?: string;
	delivery: Delivery;
	/** The recipient as it was sent, and the name of the file. */
	to?: string;
	fileName?: string;
	/** The recipient as the user entered it, if the item cannot be sent. */
	entered?: string;
	/** The execution was stopped before the item was sent, or before the service answered. */
	canceled?: true;
	/** The service asked to slow down, so the item can begin again later. */
	slowDown?: SlowDown;
	/** n8n's own error, which describes the problem best. */
	cause?: Error;
	/**
	 * What the user entered; a request of this run; one of an earlier run of the same execution; an earlier run of which n8n
	 * kept nothing; or one of another execution or retry, which may have sent the item.
	 */
	about: 'input' | 'request' | 'earlierRun' | 'lostRun' | 'elsewhere';
}

export const isOfThisRun = ({ about }: Failure) => about === 'input' || about === 'request';

/** A failure on its way to `failureFrom`, the only function that takes it. */
export class FailureError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
		this.name = 'FailureError';
	}
}

/** A failure that was caught, with more words. */
export const failed = (failure: Failure) => new FailureError(failure);

/** Without line breaks, for places that show none. */
export const onOneLine = (description?: string) => description?.replaceAll('\n', ' ');

/** Both sentences in one, for the places where n8n shows only the message. */
export function inOneMessage(failure: { message: string; description?: string }): string {
	return [failure.message, onOneLine(failure.description)].filter(Boolean).join('. ');
}

type Words = Array<string | false | undefined>;

/** These sentences in this order, without those that have nothing to say. */
export const sentences = (...all: Words) => all.filter(Boolean).join(' ');

/** The same, each on a line of its own. */
export const lines = (...all: Words) => all.filter(Boolean).join('\n');

/** An error in what the user entered: a title that names the parameter, and what to do about it. */
export function invalidInput(message: string, description: string): FailureError {
	return new FailureError({ message, description, delivery: 'notSent', about: 'input' });
}

/** @throws FailureError with these sentences unless a condition holds */
export function ensure(isRight: unknown, problem: string, advice: string): asserts isRight {
	if (!isRight) throw invalidInput(problem, advice);
}

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

const longestWords = 300;

/**
 * Prepares other people's words for a sentence of this node: on one line, shortened, and without angle brackets,
 * which n8n's editor would treat as markup.
 */
export function quoted(words: string): string {
	const line = words.replace(/\s+/g, ' ').trim().replaceAll('<', '‹').replaceAll('>', '›');
	// A letter can be two code units.
	const letters = [...line.slice(0, 2 * (longestWords + 1))];
	return letters.length <= longestWords ? line : `${letters.slice(0, longestWords).join('')}…`;
}
