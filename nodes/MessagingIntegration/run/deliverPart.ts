import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'n8n-workflow';

import { itemsOf } from '../api/answer';
import { canceledBeforeSending } from '../api/deliveryFailures';
import { failed, FailureError, lines } from '../api/failure';
import { failureOf } from '../api/failureOf';
import { type Outcome, processingOf } from '../api/outcome';
import type { ItemRequest, ServiceRequest } from '../api/request';
import type { Journal } from '../memory/journal';
import type { SendOnce } from '../memory/sendOnce';
import type { Connection } from '../n8n/connect';
import { failureFrom } from '../n8n/errors';
import type { RunOptions } from '../parameters/options';
import type { RequestRepeatedly } from '../requests/attempts';
import { type Done, sentPart, type ToSend } from './parts';
import type { Summary } from './report';
import type { Uploads } from './uploads';

/** What sends through an account. */
export interface Sender {
	request: RequestRepeatedly;
	uploads: Uploads;
}

/** What the parts of a run share. */
export interface Run {
	options: RunOptions;
	journal: Journal;
	/** Resolves if this run may send. @throws FailureError if another retry of the same execution may have sent */
	mayBegin: () => Promise<void>;
	sendOnce: SendOnce;
	senderOf: (connection: Connection) => Sender;
	summary: Summary;
	/** Whether to send the items after a failed one as well. The files of an item after a failed one are never sent. */
	continues: boolean;
	/** How long a tool waits for a service that asks to slow down (ms); 0 for no tool. */
	patience: number;
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
	sender: Sender,
	{ request, duration }: NonNullable<ItemRequest['typing']>,
	signal?: AbortSignal,
): Promise<boolean> {
	const isShown = processingOf(await sender.request(request)) === 'processed';
	// If the execution is stopped during the wait, the message that follows is not sent.
	if (isShown) await sleep(duration, undefined, { signal }).catch(() => undefined);
	return isShown;
}

/**
 * Sends the message of a part with its file. If the storageRef is used up, the file is uploaded again.
 * @param beforeSending called once, after the first upload
 * @returns the message as it was sent, and its outcome
 */
async function requestWithFile(
	{ attempts }: ToSend,
	{ request, attach }: NonNullable<ItemRequest['upload']>,
	sender: Sender,
	beforeSending: () => Promise<void>,
): Promise<[ServiceRequest, Outcome]> {
	for (let isFirst = true; ; isFirst = false) {
		const storageRef = await sender.uploads.storageRef(request);
		if (isFirst) await beforeSending();
		const message = attach(storageRef);
		const outcome = await sender.request(message, attempts);
		if (!sender.uploads.isUsedUp(request, storageRef, outcome)) return [message, outcome];
	}
}

/** The upload of a part, then typing, then its request. */
async function deliverContent(part: ToSend, run: Run, mayStart: () => boolean): Promise<Done> {
	if (!mayStart()) throw canceledBeforeSending();
	const { request, upload, typing, output } = part.itemRequest;
	const sender = run.senderOf(part.connection);
	// They go on after the service asked to slow down.
	part.attempts ??= { made: 0 };
	const type = async () => {
		if (!typing || part.isTyped !== undefined) return;
		part.isTyped = await showTyping(sender, typing, run.signal);
		if (!mayStart()) throw canceledBeforeSending();
	};
	const requested = async (): Promise<[ServiceRequest, Outcome]> => {
		if (upload) return await requestWithFile(part, upload, sender, type);
		await type();
		if (request.kind === 'upload') return [request, await sender.uploads.outcome(request)];
		return [request, await sender.request(request, part.attempts)];
	};
	const [sent, outcome] = await requested();
	const items = itemsOf(sent.kind, outcome);
	if (items) return sentPart(part, output?.(items) ?? items);
	const { account } = part.connection;
	const failure = failureOf(sent, outcome, account);
	const { doubt } = part.attempts;
	if (!failure.slowDown || !doubt) throw new FailureError(failure);
	throw new FailureError({ ...failureOf(sent, doubt, account), slowDown: failure.slowDown });
}

/**
 * Sends a part. If the instance does not support the content of a message, or its upload, sends its text instead, to
 * the same recipient, before anything else can go there. After the service asked to slow down, it goes on with the text.
 * @throws FailureError of what was sent last
 */
async function deliverOrText(part: ToSend, run: Run, mayStart: () => boolean): Promise<Done> {
	try {
		return await deliverContent(part, run, mayStart);
	} catch (error) {
		const failure = failureFrom(error);
		const { asText, ...message } = part.itemRequest;
		// Certainly not delivered (API reference, part 7).
		const isUnsupported = failure.httpStatus === 422 && failure.code === 'NOT_SUPPORTED_BY_ENGINE';
		if (asText && isUnsupported) {
			part.unsupported = failure;
			part.attempts = undefined;
			part.itemRequest = { ...message, request: asText, upload: undefined, hints: ['asText'] };
			return await deliverOrText(part, run, mayStart);
		}
		if (!part.unsupported) throw failed(failure);
		const before = `This is about the text that was sent instead. Before, the content was refused: ${part.unsupported.message}.`;
		throw failed({ ...failure, description: lines(failure.description, before) });
	}
}

/**
 * Carries out one part, unless its Send Once Key says that another execution sent it.
 * @param mayStart whether the message may still begin, after a wait for its key or for typing
 * @throws FailureError with what is known about its delivery
 */
export async function deliverPart(part: ToSend, run: Run, mayStart: () => boolean): Promise<Done> {
	const { item, itemRequest, once } = part;
	if (itemRequest.request.effect !== 'read') await run.mayBegin();
	const deliver = async () => await deliverOrText(part, run, mayStart);
	if (!once) return await deliver();
	const skipped = { skipped: true, sendOnceKey: itemRequest.onceKey };
	return (
		(await run.sendOnce.deliver(once[0], deliver)) ?? {
			state: 'skipped',
			item,
			answers: [skipped],
			hints: ['skipped'],
		}
	);
}
