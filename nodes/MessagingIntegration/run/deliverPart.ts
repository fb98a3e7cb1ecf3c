import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'n8n-workflow';

import { itemsOf } from '../service/answer';
import { type Ending, type Failed, stopped } from '../service/ending';
import { failureOf } from '../service/failureOf';
import { asksToSlowDown, type Outcome, processingOf, retryAfter } from '../service/outcome';
import type { ItemRequest, ServiceRequest } from '../service/request';
import type { Journal } from '../memory/journal';
import type { SendOnce } from '../memory/sendOnce';
import type { Connection } from '../n8n/connect';
import type { RunOptions } from '../parameters/options';
import type { RequestRepeatedly } from '../requests/attempts';
import { realClock } from '../requests/clock';
import { counted, sent, skipped } from './output';
import type { ToSend } from './parts';
import type { QuietItems } from './quietItems';
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
	/** Why this run must not send, if another retry of the same execution may have sent. */
	whyNot: () => Promise<Failed | undefined>;
	sendOnce: SendOnce;
	senderOf: (connection: Connection) => Sender;
	quietItems: QuietItems;
	summary: Summary;
	/** Whether to send the items after a failed one as well. The files of an item after a failed one are never sent. */
	continues: boolean;
	/** Whether the parts are people who are asked. */
	isQuestion: boolean;
	/** Aborts when the execution is stopped, or n8n ends. */
	executionStopped: AbortSignal;
	/** How long a tool waits for a service that asks to slow down (ms); 0 for no tool. */
	patience: number;
	/** Aborts after a failure that ends the run. */
	stopRun: AbortController;
	/** Aborts in both cases. */
	runStopped: AbortSignal;
	logger: Logger;
}

/** Shows typing for a while. @returns whether the service showed it; the message is sent in any case */
async function showTyping(
	sender: Sender,
	{ request, duration }: NonNullable<ItemRequest['typing']>,
	signal?: AbortSignal,
): Promise<boolean> {
	const isShown = processingOf(await sender.request(request)) === 'processed';
	// If the run is stopped during the wait, the message that follows is not sent.
	if (isShown) await sleep(duration, undefined, { signal }).catch(() => undefined);
	return isShown;
}

/** How a request ended that was not accepted: refused for now, or failed. */
function endingOf(
	request: ServiceRequest,
	outcome: Outcome,
	{ account, accepted }: Connection,
	doubt?: Outcome,
): Ending {
	const known = { wasAccepted: accepted.has(request.operation) };
	const failure = failureOf(request, doubt ?? outcome, account, known);
	if (!asksToSlowDown(outcome)) return failure;
	const isFile = request.kind === 'upload';
	return { state: 'slowed', retryAfter: retryAfter(outcome) ?? 0, isFile, refusal: failure };
}

/**
 * Sends the message of a part with its file.
 * @param beforeSending called after the upload
 * @returns the message as it was sent, and its outcome; how the upload ended, if there is no file to send
 */
async function requestWithFile(
	{ attempts, connection }: ToSend,
	{ request, attach }: NonNullable<ItemRequest['upload']>,
	{ request: send, uploads }: Sender,
	beforeSending: () => Promise<Failed | undefined>,
): Promise<[ServiceRequest, Outcome] | Ending> {
	const { storageRef, outcome: uploaded } = await uploads.storageRef(request);
	if (storageRef === undefined) return endingOf(request, uploaded, connection);
	const end = await beforeSending();
	if (end) return end;
	const message = attach(storageRef);
	const outcome = await send(message, attempts);
	uploads.forgetIfRefused(request, outcome);
	return [message, outcome];
}

/** The upload of a part, then typing, then its request. */
async function deliverContent(part: ToSend, run: Run, mayStart: () => boolean): Promise<Ending> {
	if (!mayStart()) return stopped(run.runStopped);
	const { request, upload, typing, output } = part.itemRequest;
	const sender = run.senderOf(part.connection);
	// They go on after the service asked to slow down.
	part.attempts ??= { made: 0 };
	const type = async () => {
		// Nobody is shown that a message comes while the service accepts none.
		if (typing && !part.isProbe && part.isTyped === undefined)
			part.isTyped = await showTyping(sender, typing, run.executionStopped);
		return mayStart() ? undefined : stopped(run.runStopped);
	};
	const requested = async (): Promise<[ServiceRequest, Outcome] | Ending> => {
		if (upload) return await requestWithFile(part, upload, sender, type);
		const end = await type();
		if (end) return end;
		if (request.kind === 'upload') return [request, await sender.uploads.outcome(request)];
		return [request, await sender.request(request, part.attempts)];
	};
	const ended = await requested();
	part.answeredAt = realClock.now();
	if (!Array.isArray(ended)) return ended;
	const [last, outcome] = ended;
	const items = itemsOf(last.kind, outcome);
	if (items) return sent(part, output?.(items) ?? items);
	// A refusal does not settle what became of an earlier attempt.
	const doubt = asksToSlowDown(outcome) ? part.attempts.doubt : undefined;
	return endingOf(last, outcome, part.connection, doubt);
}

/**
 * Carries out one part, unless its Send Once Key says that another execution sent it.
 * @param mayStart whether the message may still begin, after a wait for its key or for typing
 */
export async function deliverPart(
	part: ToSend,
	run: Run,
	mayStart: () => boolean,
): Promise<Ending> {
	const { once } = part;
	const whyNot = part.itemRequest.request.effect === 'read' ? undefined : await run.whyNot();
	if (whyNot) return whyNot;
	const isCounted = part.doubt && run.options.whenUnsure === 'countAsSent';
	const deliver = async () =>
		isCounted ? counted(part) : await deliverContent(part, run, mayStart);
	if (!once) return await deliver();
	// This run itself left the key in doubt, so it must not take the doubt for that of another execution.
	const { refusal } = part;
	if (refusal?.delivery === 'unknown' && run.options.whenUnsure !== 'resend') return refusal;
	const ending = await run.sendOnce.deliver(once.key, deliver);
	if (ending === 'countedAsSent') return counted(part);
	return ending ?? skipped(part);
}
