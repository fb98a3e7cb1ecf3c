// Tests: test/methods/listingInstances.test.ts
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { requestFor } from '../service/request';
import { failureOf } from '../service/failureOf';
import { instancesIn } from '../service/instances';
import { connect } from '../n8n/connect';
import { asNodeError, failureFrom } from '../n8n/errors';
import { inOneMessage } from '../words/describe';
import { Refusal } from '../words/refusal';
import { type Failed, requestFactsOf } from '../words/why';

/** How long the editor waits for the list (ms). */
const patience = 30_000;

/** The list of the parameter "Instance". Every failure is an error, so that none looks like an empty list. */
export async function searchInstances(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const fail = (failure: Failed) => {
		// The list in the editor shows only the status and the message, but the advice is what helps there.
		const message = inOneMessage(failure).replace(` (${requestFactsOf(failure)?.status})`, '');
		return asNodeError(this.getNode(), { failure, message });
	};
	try {
		const { account, transmit } = await connect(this, patience);
		const request = requestFor('getAll');
		const outcome = await transmit(request);
		const usable = instancesIn(outcome);
		if (usable === undefined) throw fail(failureOf(request, outcome, account));
		const labels = new Set<string>();
		const shared = new Set<string>();
		for (const { label } of usable) (labels.has(label) ? shared : labels).add(label);
		const wanted = filter.toLowerCase();
		return {
			results: usable
				.filter(({ found }) => found.includes(wanted))
				.map(({ id, label }) => ({
					name: shared.has(label) && label !== id ? `${label} (${id})` : label,
					value: id,
				})),
		};
	} catch (error) {
		throw error instanceof Refusal ? fail(failureFrom(error)) : error;
	}
}
