import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'n8n-workflow';

import { itemsOf } from '../api/answer';
import { canceledBeforeSending } from '../api/deliveryFailures';
import { FailureError } from '../api/failure';
import { failureOf } from '../api/failureOf';
import { processingOf } from '../api/outcome';
import type { ItemRequest } from '../api/request';
import type { Journal } from '../memory/journal';
import type { SendOnce } from '../memory/sendOnce';
import type { Connection, Send } from '../n8n/connect';
import type { Slots } from './lanes';
import { orAsText } from './orAsText';
import { type Done, instanceOf, sentPart, type ToSend } from './parts';
import type { Pauses } from './pauses';
import type { Uploads } from './uploads';

/** What the parts of a run share. */
export interface Run {
	journal: Journal;
	/** Resolves if this run may send. @throws FailureError if another retry of the same execution may have sent */
	mayBegin: () => Promise<void>;
	sendOnce: SendOnce;
	/** Sends through an account, with its rates and its uploads. */
	through: (connection: Connection) => { send: Send; uploads: Uploads };
	slots: Slots;
	/** Undefined if the user wants no pauses between messages. */
	pauses?: Pauses;
	/** Whether to send the items after a failed one as well. The files of an item after a failed one are never sent. */
	continues: boolean;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
	/** Aborts after a failure that ends the run. */
	halt: AbortController;
	/** Aborts in both cases. */
	halted: AbortSignal;
	logger: Logger;
}

/** Shows typing for a while. @returns whether the service showed it; the message is sent in any case */
async function showTyping(
	send: Send,
	{ request, duration }: NonNullable<ItemRequest['typing']>,
	signal?: AbortSignal,
): Promise<boolean> {
	const isShown = processingOf(await send(request)) === 'processed';
	// If the execution is stopped during the wait, the message that follows is not sent.
	if (isShown) await sleep(duration, undefined, { signal }).catch(() => undefined);
	return isShown;
}

/**
 * The upload of a part, then typing, then its request.
 * @param typed whether typing was shown, for this part or for the content before its text
 */
async function sendPart(
	part: ToSend,
	run: Run,
	mayStart: () => boolean,
	typed: { isShown?: boolean },
): Promise<Done> {
	if (!mayStart()) throw canceledBeforeSending();
	const { request, upload, typing } = part.itemRequest;
	const { send, uploads } = run.through(part.connection);
	run.pauses?.attempted(instanceOf(part));
	const ready = upload ? upload.attach(await uploads.storageRef(upload.request)) : request;
	if (typing) typed.isShown ??= await showTyping(send, typing, run.signal);
	if (typing && !mayStart()) throw canceledBeforeSending();
	const outcome = ready.file ? await uploads.outcome(ready) : await send(ready);
	// A 429 does not refuse this request: it says only that the service wants fewer.
	const isRefusal = outcome.kind === 'answer' && /^4(?!29)/.test(String(outcome.status));
	if (upload && isRefusal) uploads.refused(upload.request);
	const items = itemsOf(ready.kind, outcome);
	if (!items) throw new FailureError(failureOf(ready, outcome, part.connection.account));
	return sentPart(part, items.slice(0, ready.limit), typed.isShown === false ? ['untyped'] : []);
}

/** Pauses before a message, unless it will be skipped because of its Send Once Key. Others may use its slot. */
export async function pauseBefore(
	part: ToSend,
	{ pauses, slots, sendOnce }: Run,
	signal: AbortSignal,
): Promise<void> {
	const instance = instanceOf(part);
	if (!pauses?.isDue(instance)) return;
	await slots.lend(async () => {
		const isSkipped = part.once !== undefined && (await sendOnce.wasSent(part.once[0]));
		if (!isSkipped) await pauses.before(instance, signal);
	});
}

/**
 * Carries out one part, unless its Send Once Key says that another execution sent it.
 * @param mayStart whether the message may still begin, after a wait for its key or for typing
 * @throws FailureError with what is known about its delivery
 */
export async function deliverPart(part: ToSend, run: Run, mayStart: () => boolean): Promise<Done> {
	const { item, itemRequest, once } = part;
	if (itemRequest.request.effect !== 'read') await run.mayBegin();
	const typed = {};
	const send = async () =>
		await orAsText(part, async (one) => await sendPart(one, run, mayStart, typed));
	if (!once) return await send();
	const skipped = { skipped: true, sendOnceKey: itemRequest.onceKey };
	return (
		(await run.sendOnce.send(once[0], send)) ?? {
			state: 'skipped',
			item,
			answers: [skipped],
			hints: ['skipped'],
		}
	);
}
