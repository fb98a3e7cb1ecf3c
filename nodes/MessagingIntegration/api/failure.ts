/**
 * What is known of a request that failed. `notSent`: it was certainly not processed, so repeating it is safe.
 * `unknown`: it may have been processed.
 */
export type Delivery = 'notSent' | 'unknown';

/** Why an item failed, in sentences for the person who built the workflow. */
export interface Failure {
	message: string;
	/** What to do, whether the message may have been delivered, and the service's own words. */
	description?: string;
	httpStatus?: number;
	code?: string;
	delivery: Delivery;
	/** Selects n8n's error class: `input` for what the user entered, `delivery` for what happened to a request. */
	about: 'input' | 'delivery';
}

/** The only error that the node's code throws on purpose for users. `execution/` turns it into one of n8n's own. */
export class FailureError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
		this.name = 'FailureError';
	}
}

/** Both sentences in one, for the places where n8n shows only the message. */
export function inOneMessage({
	message,
	description,
}: Pick<Failure, 'message' | 'description'>): string {
	return [message, description].filter(Boolean).join('. ');
}

/** The failure as an error, with these sentences as its description, in this order. */
export function withSentences(
	failure: Failure,
	...sentences: Array<string | undefined>
): FailureError {
	return new FailureError({ ...failure, description: sentences.filter(Boolean).join(' ') });
}

/** An error in what the user entered: a title that names the parameter, and what to do about it. */
export function invalidInput(message: string, description: string): FailureError {
	return new FailureError({ message, description, delivery: 'notSent', about: 'input' });
}
