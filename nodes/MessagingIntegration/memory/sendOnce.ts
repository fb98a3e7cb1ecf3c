import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'n8n-workflow';

import {
	keyInDoubt,
	keyNotLookedUp,
	keyNotRecorded,
	stillInDoubt,
	stoppedBeforeSending,
	stoppedWhileSentElsewhere,
} from '../api/deliveryFailures';
import { FailureError } from '../api/failure';
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
	endHeartbeat: () => void;
}

function isNotSent(error: unknown): error is FailureError {
	return error instanceof FailureError && error.failure.delivery === 'notSent';
}

/** Sends each message with a Send Once Key only once, across all executions of the node on all workers. */
export class SendOnce {
	/**
	 * @param options.resendWhenUnsure whether to send a message that another execution left in doubt
	 * @param options.signal aborts when the execution is stopped, or n8n ends
	 */
	constructor(
		private readonly markers: Markers,
		private readonly options: {
			resendWhenUnsure: boolean;
			signal?: AbortSignal;
			logger: Logger;
		},
	) {}

	/**
	 * Sends the message of a key, unless it was sent before.
	 * @returns what `deliver` returns; undefined if the message was sent before
	 * @throws FailureError of the delivery, or that an earlier execution left the key in doubt
	 */
	async deliver<Result>(key: string, deliver: () => Promise<Result>): Promise<Result | undefined> {
		// A stopped execution sends nothing: `deliver` says so.
		if (this.options.signal?.aborted) return await deliver();
		const attempt = await this.begin(key);
		if (!attempt) return undefined;
		try {
			const result = await deliver();
			await this.close(attempt, 'sent');
			return result;
		} catch (error) {
			await this.close(attempt, isNotSent(error) ? 'free' : 'inDoubt');
			throw attempt.number > 1 && isNotSent(error) ? stillInDoubt(error.failure) : error;
		}
	}

	/**
	 * Begins an attempt, as soon as no other execution makes one.
	 * @returns undefined if the message was sent before
	 */
	private async begin(key: string): Promise<Attempt | undefined> {
		for (let number = 1; ; ) {
			const { started, alive } = markersOf(key, number);
			const owner = randomUUID();
			// All further attempts repeat what another one left in doubt.
			const mayBegin = number === 1 || this.options.resendWhenUnsure;
			if (mayBegin && (await this.create(started, owner)))
				return { key, number, owner, endHeartbeat: this.startHeartbeat(alive) };
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
			throw signal?.aborted ? stoppedBeforeSending(signal) : keyNotRecorded(error);
		}
	}

	/** Shows other executions that this one is working on the message. @returns ends it */
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
			// The key is in doubt anyway: the others find no sign of life.
			this.options.logger.warn(
				`n8n could not record what became of a Send Once Key, so it is in doubt: ${(error as Error).message}`,
			);
		}
		endHeartbeat();
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
		const { signal } = this.options;
		const { started, doubt, alive } = markersOf(key, number);
		const count = async (marker: string) =>
			await this.markers.count(marker, signal).catch((error: unknown) => {
				throw signal?.aborted ? stoppedWhileSentElsewhere(signal) : keyNotLookedUp(error);
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
			await sleep(pollEvery, undefined, { signal }).catch(() => undefined);
			if (signal?.aborted) throw stoppedWhileSentElsewhere(signal);
		}
	}
}
