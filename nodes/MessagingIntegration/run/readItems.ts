// Tests: test/unit/inTurns.test.ts, test/unit/keysThatConflict.test.ts
import type { Journal, Json, Once, Policy } from '../delivery';
import type { ItemRequest } from '../service/request';
import { whyStopped } from '../service/whyStopped';
import type { Hint } from '../words/hints';
import type { Field } from '../words/input';
import { because, type Failed, type Why } from '../words/why';
import type { Connection } from '../n8n/connect';
import { FailedEarly, failureFrom } from '../n8n/errors';
import { inTurns } from '../n8n/inTurns';
import { onceOf } from './digests';

export interface ItemReader {
	/** Turns the parameters of one item into its requests. Sends nothing. */
	read: (itemIndex: number) => ItemRequest[];
	/** The parameter that was read last: an error is about it. */
	latest: () => string | undefined;
	/** What people see of the parameter that n8n could not evaluate. Its own error, such as "invalid syntax", names none. */
	broken: () => Field | undefined;
	/** As whose number a recipient was read: the ISO code of a country; undefined for an ID. */
	countryOf: (itemIndex: number, to: string) => string | undefined;
	/** The recipient as the user entered it. */
	entered: (itemIndex: number, isBeingRead?: boolean) => string | undefined;
	/** For an empty parameter "Instance". */
	setOnlyInstance: (of: ((itemIndex: number) => string) | undefined) => void;
}

/** An item as it was read. Checks fail it by `cannot`. */
export interface ReadItem {
	/** The position in the input. */
	item: number;
	/** In order. Empty if it was not read, because an earlier run settled it, or if it cannot be sent. */
	requests: ItemRequest[];
	connection?: Connection;
	/** Undefined for a message without a Send Once Key. */
	once?: Once;
	/** What comes out if it has no file, and is skipped then. */
	noFile?: Json;
	/** What users should know of it then. */
	hints?: Hint[];
	/** Why it cannot be sent. */
	cannot?: Failed;
	/** The recipient as the user entered it, if it cannot be sent. */
	entered?: string;
}

interface ReadOptions extends Pick<ItemReader, 'read' | 'entered' | 'latest' | 'broken'> {
	connectionOf: (item: number) => Connection;
	journal: Pick<Journal<Why>, 'isSettled' | 'of' | 'wasRead' | 'retried' | 'isLost'>;
	whenUnsure: Policy['whenUnsure'];
	/** No item is read after it aborts. */
	signal: AbortSignal;
}

/** n8n's own error, such as "invalid syntax", names no parameter. */
function notEvaluated(failure: Failed & { name: 'unexpected' }, field: Field): Failed {
	const { said = '', more } = failure.facts;
	return { ...failure, ...because('notEvaluated', { field, said, more }) };
}

function readItem(item: number, options: ReadOptions): ReadItem {
	const { read, latest, broken, connectionOf, entered, journal, whenUnsure, signal } = options;
	if (journal.isSettled(item, whenUnsure)) return { item, requests: [] };
	const fail = (cannot: Failed, isBeingRead = false): ReadItem => {
		const given = entered(item, isBeingRead);
		return { item, requests: [], cannot, ...(given !== undefined && { entered: given }) };
	};
	if (signal.aborted) {
		const why = whyStopped(signal);
		const mayBeSent = journal.retried !== undefined || journal.isLost;
		return fail(
			mayBeSent
				? { ...because('stopped', { why, mayBeSent }), delivery: 'unknown', origin: 'elsewhere' }
				: { ...because('stopped', { why }), delivery: 'notSent', origin: 'end' },
		);
	}
	let isRead = false;
	try {
		const connection = connectionOf(item);
		isRead = true;
		const requests = read(item);
		const [{ skipped, hints = [] } = {}] = requests as [ItemRequest?];
		// Who got a part of the files does not count as somebody without a file.
		if (skipped && journal.of(item))
			return fail({ ...because('changedInTheMiddle'), delivery: 'notSent', origin: 'input' });
		if (skipped) return { item, requests: [], noFile: skipped, hints };
		// An item without a request would end neither as a result nor as an error.
		if (requests.length === 0) throw new Error('There is nothing to send');
		const once = onceOf(requests, connection.account);
		return { item, requests, connection, ...(once && { once }) };
	} catch (error) {
		// One for all items, which are then reported as one.
		if (error instanceof FailedEarly) return fail(error.failure, true);
		const cannot: Failed = { ...failureFrom(error), delivery: 'notSent' };
		if (!isRead) return fail(cannot, true);
		const [parameter, field] = [latest(), broken()];
		const named = cannot.name === 'unexpected' && field ? notEvaluated(cannot, field) : cannot;
		return fail({ ...named, ...(parameter !== undefined && { parameter }) }, true);
	} finally {
		journal.wasRead(item);
	}
}

/**
 * Reads the parameters of every item that is still to be sent. Nothing that was edited can change what is known of an
 * item. An error of one item does not affect the others.
 * @returns all items, in input order
 */
export async function readItems(count: number, options: ReadOptions): Promise<ReadItem[]> {
	const all: ReadItem[] = [];
	await inTurns(count, (item) => void all.push(readItem(item, options)));
	return all;
}
