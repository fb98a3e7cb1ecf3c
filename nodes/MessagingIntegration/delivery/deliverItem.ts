import { setTimeout as sleep } from 'node:timers/promises';

import { itemsOf, type Json, storageRefOf } from '../api/answer';
import { requestFor } from '../api/endpoints';
import { failureOf } from '../api/explain';
import { FailureError } from '../api/failure';
import { fateOf } from '../api/outcome';
import type { Prepared, ServiceRequest } from '../api/request';
import type { Connection } from '../transport/connection';
import type { Tally } from './tally';

/** The message with its media object completed by the upload's reference (API reference, part 4). */
function withStorageRef(request: ServiceRequest, storageRef: string): ServiceRequest {
	const content = request.body?.content as { media?: object };
	const media = { ...content.media, storageRef };
	return { ...request, body: { ...request.body, content: { ...content, media } } };
}

/** Shows typing to the recipient of a message for a while (ms). Its failure is no reason to hold the message back. */
async function showTyping(
	{ exchange, signal }: Connection,
	{ instanceId, body }: ServiceRequest,
	duration: number,
	tally: Tally,
): Promise<void> {
	const typing: ServiceRequest = { ...requestFor('typing', instanceId), body: { to: body?.to }, aside: true };
	if (fateOf(await exchange(typing)) !== 'carriedOut') tally.untyped++;
	// Stopped while it waits, the message that follows meets the same signal.
	await sleep(duration, undefined, { signal }).catch(() => undefined);
}

/**
 * Carries out what one item asks for: its upload first, where it has one, then typing, then its request.
 * @returns the json of the items that it becomes
 * @throws FailureError with what is known of its delivery
 */
export async function deliverItem(
	connection: Connection,
	{ request, upload, typingFirst = 0, limit }: Prepared,
	tally: Tally,
): Promise<Json[]> {
	const { account, exchange } = connection;
	let ready = request;
	if (upload) {
		const stored = await exchange(upload);
		const storageRef = storageRefOf(stored);
		if (storageRef === undefined) throw new FailureError(failureOf(upload, stored, account));
		ready = withStorageRef(request, storageRef);
	}
	if (typingFirst > 0) await showTyping(connection, request, typingFirst, tally);
	const outcome = await exchange(ready);
	const items = itemsOf(ready.operation, outcome);
	if (items === undefined) throw new FailureError(failureOf(ready, outcome, account));
	return items.slice(0, limit);
}
