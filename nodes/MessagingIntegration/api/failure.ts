/**
 * What became of a request that failed: `notSent`, it was certainly not carried out and repeating it is safe;
 * `unknown`, it may have been carried out.
 */
export type Delivery = 'notSent' | 'unknown';

/** Why an item failed, in sentences for the person who built the workflow. */
export interface Failure {
	message: string;
	/** What to do, whether it may have been delivered, and the service's own words. */
	description?: string;
	httpStatus?: number;
	code?: string;
	delivery: Delivery;
	/** Selects n8n's error class: what the user gave, or what became of a request. */
	about: 'input' | 'delivery';
}

/** The only error that the folders below the node throw on purpose; it becomes n8n's own at the edge. */
export class FailureError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
		this.name = 'FailureError';
	}
}

/** Both sentences as one, for the places in n8n that show nothing but a message. */
export function inOneMessage({ message, description }: Pick<Failure, 'message' | 'description'>): string {
	return [message, description].filter(Boolean).join('. ');
}

/** The failure with these sentences as its description, in their order. */
export function withSentences(failure: Failure, ...sentences: Array<string | undefined>): FailureError {
	return new FailureError({ ...failure, description: sentences.filter(Boolean).join(' ') });
}

/** An error in what the user gave: a title that names the parameter, and what to do about it. */
export function invalidInput(message: string, description: string): FailureError {
	return new FailureError({ message, description, delivery: 'notSent', about: 'input' });
}
