import type { IExecuteFunctions } from 'n8n-workflow';

import type { World } from '../delivery';
import { failureOf } from '../service/failureOf';
import { instancesIn } from '../service/instances';
import { requestFor } from '../service/request';
import { verdictOf } from '../service/verdict';
import { refusal } from '../words/refusal';
import type { Why } from '../words/why';
import type { Connection } from '../n8n/connect';
import { FailedEarly } from '../n8n/errors';
import { isInstanceEmpty } from '../parameters/instance';

/** With what the list is asked for. */
type Reading = Pick<World<Why>, 'clock' | 'stopped'>;

/** So many instances are named. */
const named = 5;

/** How often the list is asked for, and how long each attempt waits for the next one (ms). */
const pauses = [500, 1000, 0];

/** Asks for the list of an account. A read does no harm, so what may pass is tried again. */
async function outcomeOfList(
	{ transmit, account, accepted }: Connection,
	{ clock, stopped }: Reading,
) {
	const request = { ...requestFor('getAll') };
	let outcome = await transmit(request);
	for (const pause of pauses) {
		const verdict = verdictOf(request, outcome, account, accepted);
		const isOver = verdict.is === 'accepted' || verdict.is === 'notBegun';
		if (isOver || pause === 0 || (verdict.is !== 'slowDown' && !verdict.mayRepeat)) break;
		const asked = verdict.is === 'slowDown' ? verdict.after : 0;
		await clock.sleep(Math.max(asked, pause), stopped).catch(() => undefined);
		outcome = await transmit(request);
	}
	return { request, outcome };
}

/**
 * The only instance of an account.
 * @throws Refusal if it has none or several, FailedEarly if the service does not list them
 */
async function onlyInstanceOf(connection: Connection, run: Reading): Promise<string> {
	const { request, outcome } = await outcomeOfList(connection, run);
	const usable = instancesIn(outcome);
	if (!usable) throw new FailedEarly(failureOf(request, outcome, connection.account));
	const [only, ...others] = usable;
	if (only && others.length === 0) return only.id;
	const first = usable
		.slice(0, named)
		.map(({ label, id }) => (label === id ? id : `${label}: ${id}`));
	if (!only) throw refusal('accountWithoutInstance');
	const more = usable.length - first.length;
	throw refusal('severalInstances', { count: usable.length, first, more });
}

/**
 * If the parameter "Instance" is empty: the only instance of the account of each item. The list is asked once a run.
 * @returns a function that throws what the item cannot be sent for
 */
export async function onlyInstances(
	context: IExecuteFunctions,
	connectionOf: (item: number) => Connection,
	run: Reading,
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
		found.set(connection, await onlyInstanceOf(connection, run).catch((error: Error) => error));
	return (item) => {
		const instance = found.get(connectionOf(item));
		if (typeof instance === 'string') return instance;
		throw instance ?? new Error('The instance was not looked up');
	};
}
