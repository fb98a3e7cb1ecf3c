import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { entriesOf, isObject, type Json } from '../service/answer';
import { requestFor } from '../service/request';
import { InputError, invalidInput } from '../service/inputError';
import type { Failed } from '../service/ending';
import { failureOf } from '../service/failureOf';
import { connect } from '../n8n/connect';
import { inOneMessage, requestFactsOf } from '../service/words';
import { asNodeError, failureFrom } from '../n8n/errors';

function shown(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** What the list shows of an instance, and what a filter finds it by. The reference shows only the field `id`. */
function resultOf({ name, displayName, phone, id }: Json) {
	const known = [name, displayName, phone, id].filter(shown).map(String);
	const [first = '', second] = [[name, displayName].find(shown), phone].filter(shown).map(String);
	const label = second === undefined || second === first ? first : `${first} (${second})`;
	return { id: String(id), label: label || String(id), found: known.join(' ').toLowerCase() };
}

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
		const entries = entriesOf(outcome);
		if (entries === undefined) throw fail(failureOf(request, outcome, account));
		const usable = entries.filter(isObject).filter(({ id }) => shown(id));
		if (entries.length > 0 && usable.length === 0)
			throw invalidInput(
				'instanceUnusable',
				'The service lists instances without IDs',
				'Choose "By ID" and enter one.',
			);
		const instances = usable.map(resultOf);
		const labels = new Set<string>();
		const shared = new Set<string>();
		for (const { label } of instances) (labels.has(label) ? shared : labels).add(label);
		const wanted = filter.toLowerCase();
		return {
			results: instances
				.filter(({ found }) => found.includes(wanted))
				.map(({ id, label }) => ({
					name: shared.has(label) && label !== id ? `${label} (${id})` : label,
					value: id,
				})),
		};
	} catch (error) {
		throw error instanceof InputError ? fail(failureFrom(error)) : error;
	}
}
