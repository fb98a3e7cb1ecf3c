/** n8n's error if a row is to change that was saved with another mode. The node knows it by its name. */
export class DeduplicationError extends Error {
	constructor() {
		super('Deduplication data was originally saved with an incompatible setting');
	}
}
