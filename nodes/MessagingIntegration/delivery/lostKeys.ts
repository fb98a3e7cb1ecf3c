import type { Delivery } from './Delivery';
import type { Journal } from './journal';
import type { SendOnceKeys } from './sendOnceKeys';

/** Whether the keys of a run that n8n lost know what it sent. A key that somebody adds after a crash knows nothing. */
export async function areKeysKnown<Why>(
	deliveries: ReadonlyArray<Delivery<Why>>,
	journal: Journal<Why>,
	keys: SendOnceKeys<Why>,
): Promise<boolean> {
	return !journal.isLost || journal.areKeysKnown || (await keys.wasAnyBegun(deliveries));
}
