import { setTimeout as sleep } from 'node:timers/promises';

import { itemsOf, type Json } from '../api/answer';
import { canceledBeforeSending } from '../api/deliveryFailures';
import { FailureError } from '../api/failure';
import { failureOf } from '../api/failureOf';
import { processingOf } from '../api/outcome';
import type { ItemRequest } from '../api/request';
import { keyDigest } from '../memory/identity';
import type { SendOnce } from '../memory/sendOnce';
import type { Connection } from '../n8n/connect';
import type { Slots } from './lanes';
import type { Pauses } from './pauses';
import type { Summary } from './report';
import type { Uploads } from './uploads';

/** What the parts of a run share. */
export interface Delivery {
	connection: Connection;
	uploads: Uploads;
	slots: Slots;
	sendOnce: SendOnce;
	summary: Summary;
	/** Undefined if the user wants no pauses between messages. */
	pauses?: Pauses;
}

/** Shows typing for a while. @returns whether the service showed it; the message is sent in any case */
async function showTyping(
	{ send, signal }: Connection,
	{ request, duration }: NonNullable<ItemRequest['typing']>,
): Promise<boolean> {
	const isShown = processingOf(await send(request)) === 'processed';
	// If the execution is stopped during the wait, the message that follows is not sent.
	if (isShown) await sleep(duration, undefined, { signal }).catch(() => undefined);
	return isShown;
}

/** The upload of a part, then typing, then its request. */
async function deliverNow(
	{ request, upload, typing, limit }: ItemRequest,
	{ connection, uploads, summary, pauses }: Delivery,
	mayStart: () => boolean,
): Promise<Json[]> {
	if (!mayStart()) throw canceledBeforeSending();
	pauses?.attempted(request.instanceId);
	const ready = upload ? upload.attach(await uploads.storageRef(upload.request)) : request;
	const lacksTyping = typing && !(await showTyping(connection, typing));
	if (typing && !mayStart()) throw canceledBeforeSending();
	const outcome = ready.file ? await uploads.outcome(ready) : await connection.send(ready);
	// A 429 does not refuse this request: it says only that the service wants fewer.
	const isRefusal = outcome.kind === 'answer' && /^4(?!29)/.test(String(outcome.status));
	if (upload && isRefusal) uploads.refused(upload.request);
	const items = itemsOf(ready.kind, outcome);
	if (!items) throw new FailureError(failureOf(ready, outcome, connection.account));
	if (lacksTyping) summary.untyped++;
	return items.slice(0, limit);
}

/** Pauses before a message, unless it will be skipped because of its Send Once Key. Others may use its slot. */
export async function pauseBefore(
	itemRequest: ItemRequest,
	{ pauses, slots, sendOnce }: Delivery,
	signal: AbortSignal,
): Promise<void> {
	const { instanceId } = itemRequest.request;
	if (!pauses?.isDue(instanceId)) return;
	await slots.lend(async () => {
		const key = keyDigest(itemRequest);
		if (key === undefined || !(await sendOnce.wasSent(key)))
			await pauses.before(instanceId, signal);
	});
}

/**
 * Carries out one part, unless its Send Once Key says that it was sent before.
 * @param mayStart whether the message may still begin, after a wait for its key or for typing
 * @returns the JSON of its output items
 * @throws FailureError with what is known about its delivery
 */
export async function deliverPart(
	itemRequest: ItemRequest,
	delivery: Delivery,
	mayStart: () => boolean,
): Promise<Json[]> {
	const key = keyDigest(itemRequest);
	const send = async () => await deliverNow(itemRequest, delivery, mayStart);
	if (key === undefined) return await send();
	const items = await delivery.sendOnce.send(key, send, itemRequest.place);
	if (!items) delivery.summary.skipped++;
	return items ?? [{ skipped: true, sendOnceKey: itemRequest.onceKey }];
}
