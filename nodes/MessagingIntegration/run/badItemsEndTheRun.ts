// Tests: test/engine/itemsThatCannotBeSent.test.ts
import { continuesOnError } from '../n8n/context';
import type { Check } from './Check';
import { errorOfBadItems } from './report';

/** Nothing is sent if an item cannot be, unless the node continues on errors: then the others go. */
export const badItemsEndTheRun: Check = async (items, { context, options, journal, foresee }) => {
	// Without options, each item fails with the error that says so.
	if (continuesOnError(context) || !options) return items;
	// What an earlier run left in doubt counts more than what somebody edited since.
	const known = items.map((one) =>
		journal.of(one.item)?.doubt === undefined ? one : { ...one, cannot: undefined },
	);
	const bad = known.filter(({ cannot }) => cannot);
	if (bad.length === 0) return items;
	// An earlier run that n8n lost, or another retry, may have sent what this run cannot send.
	const foreseen = (await foresee(bad)).flat();
	const mayBeSent = foreseen.some((one) => one.would === 'fail' && one.delivery === 'unknown');
	const mayHaveSent = mayBeSent || journal.mayHaveSent;
	const error = await errorOfBadItems(context, known, mayHaveSent, mayBeSent);
	if (error) throw error;
	return items;
};
