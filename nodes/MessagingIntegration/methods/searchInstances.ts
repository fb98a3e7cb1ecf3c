import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { entriesOf, isObject, type Json } from '../api/answer';
import { requestFor } from '../api/endpoints';
import { FailureError, inOneMessage, invalidInput } from '../api/failure';
import { failureOf } from '../api/failureOf';
import { asNodeError, failureFrom } from '../n8n/errors';
import { connect } from '../transport/connection';

function shown(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** The names by which a person may know an instance, best first. The reference shows only the field `id`. */
function namesOf({ name, displayName, phone, id }: Json): string[] {
	return [...new Set([name, displayName, phone, id].filter(shown).map(String))];
}

/** The first name of each instance. If several share it, their other names follow in brackets. */
function labels(instances: string[][]): string[] {
	const seen = new Set<string>();
	const shared = new Set<string>();
	for (const [name = ''] of instances) (seen.has(name) ? shared : seen).add(name);
	return instances.map(([name = '', ...others]) =>
		others.length > 0 && shared.has(name) ? `${name} (${others.join(', ')})` : name,
	);
}

/**
 * Finds the instances for the list of the parameter "Instance".
 * @throws NodeApiError or NodeOperationError, so that a failure never looks like an empty list
 */
export async function searchInstances(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const { account, send } = await connect(this);
		const request = requestFor('getAll');
		const outcome = await send(request);
		const entries = entriesOf(outcome);
		if (entries === undefined) throw new FailureError(failureOf(request, outcome, account));
		const usable = entries.filter(isObject).filter(({ id }) => shown(id));
		if (entries.length > 0 && usable.length === 0)
			throw invalidInput(
				'The service lists instances without IDs',
				'Choose "By ID" and enter one.',
			);
		const names = usable.map(namesOf);
		const found = labels(names).map((name, at) => ({ name, value: String(usable[at]?.id) }));
		const wanted = filter.toLowerCase();
		return {
			results: found.filter((_, at) => names[at]?.join(' ').toLowerCase().includes(wanted)),
		};
	} catch (error) {
		const failure = failureFrom(error);
		// The list in the editor shows only the message, but the advice is what helps there.
		const inOne = { message: inOneMessage(failure), description: undefined };
		throw asNodeError(this.getNode(), failure.cause ? failure : { ...failure, ...inOne });
	}
}
