import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { itemsOf, type Json } from '../api/answer';
import { requestFor } from '../api/endpoints';
import { failureOf } from '../api/explain';
import { FailureError, inOneMessage } from '../api/failure';
import { asNodeError } from '../delivery/nodeError';
import { connect } from '../transport/connection';

function shown(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** The reference shows no field of an instance but `id`; a person knows it by whichever it has. */
function labelOf({ name, displayName, phone, id }: Json): string {
	return String([name, displayName, phone, id].find(shown));
}

/**
 * The instances for the list of the parameter "Instance".
 * @throws NodeApiError or NodeOperationError: a failure is never an empty list
 */
export async function searchInstances(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const { account, exchange } = await connect(this);
		const request = requestFor('getAll');
		const outcome = await exchange(request);
		const instances = itemsOf('getAll', outcome);
		if (instances === undefined) throw new FailureError(failureOf(request, outcome, account));
		const wanted = filter.toLowerCase();
		return {
			results: instances
				.filter((instance) => shown(instance.id))
				.map((instance) => ({ name: labelOf(instance), value: String(instance.id) }))
				.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)),
		};
	} catch (error) {
		if (!(error instanceof FailureError)) throw asNodeError(this.getNode(), error);
		// The list in the editor shows the message alone, and it is the advice that helps there.
		const { failure } = error;
		const whole = new FailureError({ ...failure, message: inOneMessage(failure), description: undefined });
		throw asNodeError(this.getNode(), whole);
	}
}
