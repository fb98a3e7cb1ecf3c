import type { IExecuteFunctions } from 'n8n-workflow';

import { failureOf } from '../service/failureOf';
import { invalidInput } from '../service/inputError';
import { instancesIn } from '../service/instances';
import { requestFor } from '../service/request';
import { quoted } from '../service/sentences';
import type { Connection } from '../n8n/connect';
import { FailedEarly } from '../n8n/errors';
import { isInstanceEmpty } from '../parameters/instance';
import type { RunOptions } from '../parameters/options';
import { repeated } from '../requests/attempts';
import { realClock } from '../requests/clock';

/** So many instances are named. */
const named = 5;

/**
 * The only instance of an account.
 * @throws InputError if it has none or several, FailedEarly if the service does not list them
 */
async function onlyInstanceOf(
	{ transmit, account }: Connection,
	options: RunOptions,
	stopped: AbortSignal,
): Promise<string> {
	const request = { ...requestFor('getAll') };
	const ask = repeated(transmit, options, { repeated: 0 }, realClock, stopped);
	const outcome = await ask(request);
	const { usable } = instancesIn(outcome) ?? {};
	if (!usable) throw new FailedEarly(failureOf(request, outcome, account));
	const [only, ...others] = usable;
	if (only && others.length === 0) return only.id;
	const first = usable
		.slice(0, named)
		.map(({ label, id }) => (label === id ? id : `${label}: ${id}`));
	const more = usable.length > named ? ` and ${usable.length - named} more` : '';
	throw invalidInput(
		'parameterUnusable',
		only
			? `The account has ${usable.length} instances, and none is chosen`
			: 'The account has no instance',
		only
			? `Pick one in the parameter "Instance", or enter its ID. It has ${quoted(first.join(', '))}${more}.`
			: 'Create one at the service.',
	);
}

/**
 * If the parameter "Instance" is empty: the only instance of the account of each item. The list is asked once a run.
 * @returns a function that throws what the item cannot be sent for
 */
export async function onlyInstances(
	context: IExecuteFunctions,
	connectionOf: (item: number) => Connection,
	options: RunOptions,
	stopped: AbortSignal,
): Promise<((item: number) => string) | undefined> {
	if (!isInstanceEmpty(context)) return undefined;
	const connections = new Set<Connection>();
	for (const item of context.getInputData().keys()) {
		try {
			connections.add(connectionOf(item));
		} catch {
			// The item itself fails with it.
		}
	}
	const found = new Map<Connection, string | Error>();
	for (const connection of connections)
		found.set(
			connection,
			await onlyInstanceOf(connection, options, stopped).catch((error: Error) => error),
		);
	return (item) => {
		const instance = found.get(connectionOf(item));
		if (typeof instance === 'string') return instance;
		throw instance ?? new Error('The instance was not looked up');
	};
}
