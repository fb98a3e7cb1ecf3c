import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'n8n-workflow';

import type { Json } from '../api/answer';
import {
	canceledBeforeSending,
	canceledWhileSentElsewhere,
	keyInDoubt,
	keyNotLookedUp,
	keyNotRecorded,
	stillInDoubt,
} from '../api/deliveryFailures';
import { FailureError } from '../api/failure';
import type { FilePlace } from '../api/request';
import type { Markers } from '../n8n/markers';

/** How often an execution shows that it is still working on a message (ms). */
const heartbeat = 1000;
/** An execution that shows nothing for this long counts as dead (ms). */
const longestSilence = 6000;
/** How often another execution looks for that (ms). */
const pollEvery = 100;

const sentMarker = (key: string) => `${key}:sent`;

/**
 * The markers of an attempt to send the message of a key. The execution that creates `started` makes the attempt, and
 * ends it: it creates `sent` or `doubt`, or removes `started` if nothing was sent. The next attempt may begin only
 * after this one ended in doubt, so no two executions send at the same time.
 */
function markersOf(key: string, attempt: number) {
	const name = attempt === 1 ? key : `${key}:${attempt}`;
	return { started: `${name}:started`, alive: `${name}:alive`, doubt: `${name}:doubt` };
}

/** An attempt of this execution. */
interface Attempt {
	key: string;
	number: number;
	/** The owner of the marker `started`. */
	owner: string;
	/** Whether it repeats what another execution left in doubt. */
	isResend: boolean;
	endHeartbeat: () => void;
}

function isNotSent(error: unknown): error is FailureError {
	return error instanceof FailureError && error.failure.delivery === 'notSent';
}

/** Sends each message with a Send Once Key only once, across all executions of the node on all workers. */
export class SendOnce {
	/** The attempts that this execution has not ended yet, by key. */
	private readonly attempts = new Map<string, Attempt>();

	/**
	 * @param options.resendWhenUnsure whether to send a message that another execution left in doubt
	 * @param options.signal aborts when the execution is stopped
	 * @param options.ownAttempts by key of an item with several files: the last attempt of this execution or one it retries
	 * @param options.lendIfAwaited tasks that began before may use the caller's slot during a wait
	 */
	constructor(
		private readonly markers: Markers,
		private readonly options: {
			resendWhenUnsure: boolean;
			signal?: AbortSignal;
			logger: Logger;
			ownAttempts: Partial<Record<string, number>>;
			lendIfAwaited: (wait: () => Promise<unknown>) => Promise<void>;
		},
	) {}

	/**
	 * Sends the message of a key, unless it was sent before. A key counts as sent after the last file of an item. If a
	 * later file fails, the key is in doubt: another execution may have the files in another order, or others, so it
	 * cannot tell which of them were sent.
	 * @param place the file of an item with several; call for one after the other
	 * @returns the answer; undefined if the message was sent before
	 * @throws FailureError of the send, or that an earlier execution left the key in doubt
	 */
	async send(
		key: string,
		send: () => Promise<Json[]>,
		{ index, count }: Pick<FilePlace, 'index' | 'count'> = { index: 0, count: 1 },
	): Promise<Json[] | undefined> {
		// A stopped execution sends nothing: `send` says so.
		if (this.options.signal?.aborted && !this.attempts.has(key)) return await send();
		// This execution sent the files before this one, so it may send the others.
		const attempt = this.attempts.get(key) ?? (await this.begin(key, index > 0));
		if (!attempt) return undefined;
		if (count > 1) this.options.ownAttempts[key] = attempt.number;
		let items: Json[];
		try {
			items = await send();
		} catch (error) {
			await this.close(attempt, isNotSent(error) && index === 0 ? 'free' : 'inDoubt');
			throw attempt.isResend && isNotSent(error) ? stillInDoubt(error.failure) : error;
		}
		if (index + 1 === count) await this.close(attempt, 'sent');
		return items;
	}

	/** Whether a message with this key was sent before, so that `send` skips it. Returns false if n8n cannot tell. */
	async wasSent(key: string): Promise<boolean> {
		return (await this.markers.count(sentMarker(key), this.options.signal).catch(() => 0)) > 0;
	}

	/** Call if no further file of an item is sent, so that others do not wait for the end of the run. */
	async leave(key: string | undefined): Promise<void> {
		const attempt = key === undefined ? undefined : this.attempts.get(key);
		if (attempt) await this.close(attempt, 'inDoubt');
	}

	/** Call at the end of a run: it may have ended between two files of an item. */
	async end(): Promise<void> {
		const attempts = [...this.attempts.values()];
		await Promise.all(attempts.map(async (attempt) => await this.close(attempt, 'inDoubt')));
	}

	/**
	 * Begins an attempt, as soon as no other execution makes one.
	 * @param isContinued whether this execution sent other files of the item before, so that its own doubt does not count
	 * @returns undefined if the message was sent before
	 */
	private async begin(key: string, isContinued: boolean): Promise<Attempt | undefined> {
		const { resendWhenUnsure, ownAttempts } = this.options;
		for (let number = 1; ; ) {
			const { started, alive } = markersOf(key, number);
			const owner = randomUUID();
			const followsOwn = isContinued && number === (ownAttempts[key] ?? 0) + 1;
			const mayBegin = number === 1 || followsOwn || resendWhenUnsure;
			if (mayBegin && (await this.create(started, owner))) {
				const isResend = number > 1 && !followsOwn;
				const endHeartbeat = this.startHeartbeat(alive);
				const attempt = { key, number, owner, isResend, endHeartbeat };
				this.attempts.set(key, attempt);
				return attempt;
			}
			const other = await this.waitForOther(key, number);
			if (other === 'sent') return undefined;
			if (other === 'inDoubt') number++;
			else if (!mayBegin) throw keyInDoubt();
		}
	}

	private async create(marker: string, owner: string): Promise<boolean> {
		const { signal } = this.options;
		try {
			return await this.markers.create(marker, owner, signal);
		} catch (error) {
			throw signal?.aborted ? canceledBeforeSending() : keyNotRecorded(error);
		}
	}

	/**
	 * Shows other executions that this one is working on the message, between the files of an item as well.
	 * @returns ends it
	 */
	private startHeartbeat(alive: string): () => void {
		let last: Promise<unknown> | undefined;
		const beat = async () => await this.markers.add(alive).catch(() => undefined);
		const beating = setInterval(() => {
			last = last ? last.then(beat) : beat();
		}, heartbeat);
		return () => {
			clearInterval(beating);
			void last?.then(async () => await this.markers.remove(alive)).catch(() => undefined);
		};
	}

	/** Ends an attempt. Others wait as long as this lasts, because the heartbeat goes on. */
	private async close(
		{ key, number, owner, endHeartbeat }: Attempt,
		how: 'sent' | 'free' | 'inDoubt',
	): Promise<void> {
		const { started, doubt } = markersOf(key, number);
		// An execution that was silent for a while may have been taken for dead: then the next attempt has begun.
		const next = markersOf(key, number + 1).started;
		try {
			if (how === 'sent') await this.recordSent(key, doubt);
			else if (how === 'free' && (await this.markers.count(next)) === 0)
				await this.markers.release(started, owner);
			else await this.markers.create(doubt);
		} catch (error) {
			// The key is in doubt all the same: the others find no sign of life.
			this.options.logger.warn(
				`n8n could not record what became of a Send Once Key, so it is in doubt: ${(error as Error).message}`,
			);
		}
		endHeartbeat();
		this.attempts.delete(key);
	}

	private async recordSent(key: string, doubt: string): Promise<void> {
		await this.markers.create(sentMarker(key)).catch(async ({ message }: Error) => {
			// The key is in doubt, so the message is not sent again.
			this.options.logger.warn(
				`A message was sent, but n8n could not record its Send Once Key: ${message}`,
			);
			await this.markers.create(doubt);
		});
	}

	/**
	 * Waits while the execution that makes an attempt shows that it is still working on it.
	 * @returns how it left the attempt
	 */
	private async waitForOther(
		key: string,
		number: number,
	): Promise<'sent' | 'released' | 'inDoubt'> {
		const { signal, lendIfAwaited } = this.options;
		const { started, doubt, alive } = markersOf(key, number);
		const count = async (marker: string) =>
			await this.markers.count(marker, signal).catch((error: unknown) => {
				throw signal?.aborted ? canceledWhileSentElsewhere() : keyNotLookedUp(error);
			});
		let lastBeats = 0;
		// Counted, not measured: an n8n that was blocked for a while has not looked meanwhile.
		let silentPolls = 0;
		for (;;) {
			if ((await count(sentMarker(key))) > 0) return 'sent';
			if ((await count(started)) === 0) return 'released';
			if ((await count(doubt)) > 0) return 'inDoubt';
			const beats = await count(alive);
			silentPolls = beats === lastBeats ? silentPolls + 1 : 0;
			lastBeats = beats;
			if (silentPolls * pollEvery > longestSilence) return 'inDoubt';
			// With its slot, this execution may end the message for which the other one waits.
			await lendIfAwaited(
				async () => await sleep(pollEvery, undefined, { signal }).catch(() => undefined),
			);
			if (signal?.aborted) throw canceledWhileSentElsewhere();
		}
	}
}
