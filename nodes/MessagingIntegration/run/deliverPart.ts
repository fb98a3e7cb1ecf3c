import { setTimeout as sleep } from 'node:timers/promises';

import { itemsOf, type Json } from '../api/answer';
import { FailureError } from '../api/failure';
import { failureOf } from '../api/failureOf';
import { type Outcome, processingOf } from '../api/outcome';
import type { ItemRequest } from '../api/request';
import type { Connection } from '../transport/connection';
import type { Summary } from './hints';
import type { Uploads } from './uploads';

/** Shows typing for a while. @returns whether the service showed it; the message is sent in any case */
async function showTyping(
	{ send, signal }: Connection,
	{ request, duration }: NonNullable<ItemRequest['typing']>,
): Promise<boolean> {
	const isShown = processingOf(await send(request)) === 'processed';
	// If the execution is stopped during the wait, the message that follows is not sent.
	await sleep(duration, undefined, { signal }).catch(() => undefined);
	return isShown;
}

/** Whether the service does not want this request. A 429 says only that it wants fewer. */
function isRefusal(outcome: Outcome): boolean {
	return outcome.kind === 'answer' && /^4(?!29)/.test(String(outcome.status));
}

/**
 * Carries out one item: its upload, then typing, then its request.
 * @returns the JSON of its output items
 * @throws FailureError with what is known about its delivery
 */
export async function deliverItem(
	connection: Connection,
	uploads: Uploads,
	{ request, upload, typing, limit }: ItemRequest,
	summary: Summary,
): Promise<Json[]> {
	const { account, send } = connection;
	const ready = upload ? upload.attach(await uploads.storageRef(upload.request)) : request;
	const lacksTyping = typing && !(await showTyping(connection, typing));
	const outcome = ready.file ? await uploads.outcome(ready) : await send(ready);
	if (upload && isRefusal(outcome)) uploads.refused(upload.request);
	const items = itemsOf(ready.kind, outcome);
	if (items === undefined) throw new FailureError(failureOf(ready, outcome, account));
	if (lacksTyping) summary.untyped++;
	return items.slice(0, limit);
}
