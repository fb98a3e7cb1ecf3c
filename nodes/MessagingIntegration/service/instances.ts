import { refusal } from '../words/refusal';
import { entriesOf } from './outputOfAnswer';
import { isObject, type Json } from './json';
import type { Outcome } from './outcome';

/** An instance as the list shows it, and what a filter finds it by. */
interface Instance {
	id: string;
	label: string;
	found: string;
}

function shown(value: unknown): value is string | number {
	return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** The reference shows only the field `id`. */
function instanceOf({ name, displayName, phone, id }: Json): Instance {
	const known = [name, displayName, phone, id].filter(shown).map(String);
	const [first = '', second] = [[name, displayName].find(shown), phone].filter(shown).map(String);
	const label = second === undefined || second === first ? first : `${first} (${second})`;
	return { id: String(id), label: label || String(id), found: known.join(' ').toLowerCase() };
}

/**
 * The instances that have an ID; undefined if the answer is no list.
 * @throws Refusal if the list has only others
 */
export function instancesIn(outcome: Outcome): Instance[] | undefined {
	const entries = entriesOf(outcome);
	if (entries === undefined) return undefined;
	const usable = entries
		.filter(isObject)
		.filter(({ id }) => shown(id))
		.map(instanceOf);
	if (entries.length > 0 && usable.length === 0) throw refusal('instancesWithoutIds');
	return usable;
}
