import { continuesOnError } from '../n8n/context';
import type { Check } from './Check';
import { errorOfBadItems } from './report';

/** Nothing is sent if an item cannot be, unless the node continues on errors: then the others go. */
export const badItemsEndTheRun: Check = async (items, { context, options, journal }) => {
	// Without options, each item fails with the error that says so.
	if (continuesOnError(context) || !options) return items;
	// What an earlier run left in doubt counts more than what somebody edited since.
	const known = items.map((one) =>
		journal.of(one.item)?.doubt === undefined ? one : { ...one, cannot: undefined },
	);
	const error = await errorOfBadItems(context, known, journal.mayHaveSent);
	if (error) throw error;
	return items;
};
