import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'n8n-workflow';

import {
	type Ending,
	type FactsOf,
	failed,
	type Failed,
	stopped,
	type WhenUnsure,
} from '../service/ending';
import { whyStopped } from '../service/whyStopped';
import type { Markers } from '../n8n/deduplicationTable';

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

/** Another execution may have sent the message. */
const elsewhere = <Name extends 'keyInDoubt' | 'keyNotLookedUp' | 'stoppedWhileSentElsewhere'>(
	reason: Name,
	facts: FactsOf[Name],
) => failed(reason, facts, 'unknown', 'elsewhere');

const hasFailed = (value: unknown): value is Failed =>
	typeof value === 'object' && value !== null && 'state' in value;

/** Sends each message with a Send Once Key only once, across all executions of the node on all workers. */
export class SendOnce {
	/**
	 * @param options.whenUnsure what to do with a message that another execution left in doubt
	 * @param options.signal aborts when the execution is stopped, or n8n ends
	 */
	constructor(
		private readonly markers: Markers,
		private readonly options: {
			whenUnsure: WhenUnsure;
			signal?: AbortSignal;
			logger: Logger;
		},
	) {}

	/**
	 * Sends the message of a key, unless it was sent before.
	 * @returns how `deliver` ended, or what becomes of a key in doubt; undefined if the message was sent before
	 */
	async deliver(
		key: string,
		deliver: () => Promise<Ending>,
	): Promise<Ending | 'countedAsSent' | undefined> {
		// A stopped execution sends nothing: `deliver` says so.
		if (this.options.signal?.aborted) return await deliver();
		const attempt = await this.begin(key);
		if (!attempt || attempt === 'countedAsSent' || hasFailed(attempt)) return attempt;
		const ending = await deliver().catch(async (error: unknown) => {
			await this.close(attempt, 'inDoubt');
			throw error;
		});
		if (ending.state !== 'slowed' && ending.state !== 'failed') {
			await this.close(attempt, 'sent');
			return ending;
		}
		const failure = ending.state === 'slowed' ? ending.refusal : ending;
		if (failure.delivery === 'unknown') {
			await this.close(attempt, 'inDoubt');
			return ending;
		}
		await this.close(attempt, 'free');
		if (attempt.number === 1) return ending;
		// It does not settle what became of the earlier attempt.
		const again = failed('keyInDoubt', { isSentAgain: true }, 'unknown', 'request');
		const doubt = { ...again, again: failure };
		return ending.state === 'slowed' ? { ...ending, refusal: doubt } : doubt;
	}

	/** What `deliver` would do with the message of a key, as soon as no other execution sends it. Changes nothing. */
	async look(key: string): Promise<'send' | 'skip' | Failed> {
		const { whenUnsure } = this.options;
		for (let number = 1; ; number++) {
			const other = await this.waitForOther(key, number).catch((error: Error) =>
				this.unknown(error),
			);
			if (hasFailed(other)) return other;
			if (other === 'inDoubt') continue;
			if (other === 'sent' || (number > 1 && whenUnsure === 'countAsSent')) return 'skip';
			if (number === 1 || whenUnsure === 'resend') return 'send';
			return elsewhere('keyInDoubt', { isSentAgain: false });
		}
	}

	/**
	 * Begins an attempt, as soon as no other execution makes one.
	 * @returns undefined if the message was sent before
	 */
	private async begin(key: string): Promise<Attempt | Failed | 'countedAsSent' | undefined> {
		for (let number = 1; ; ) {
			const { started, alive } = markersOf(key, number);
			const owner = randomUUID();
			// All further attempts repeat what another one left in doubt.
			const mayBegin = number === 1 || this.options.whenUnsure === 'resend';
			const isCreated = mayBegin && (await this.create(started, owner));
			if (hasFailed(isCreated)) return isCreated;
			if (isCreated) return { key, number, owner, endHeartbeat: this.startHeartbeat(alive) };
			const other = await this.waitForOther(key, number).catch((error: Error) =>
				this.unknown(error),
			);
			if (hasFailed(other)) return other;
			if (other === 'sent') return undefined;
			if (other === 'inDoubt') number++;
			else if (!mayBegin) return await this.settle(key);
		}
	}

	/** What becomes of a key in doubt: from now on it counts as sent, if the user wants that. */
	private async settle(key: string): Promise<Failed | 'countedAsSent'> {
		const isCounted =
			this.options.whenUnsure === 'countAsSent' &&
			!hasFailed(await this.create(sentMarker(key), randomUUID()));
		return isCounted ? 'countedAsSent' : elsewhere('keyInDoubt', { isSentAgain: false });
	}

	private async create(marker: string, owner: string): Promise<boolean | Failed> {
		const { signal } = this.options;
		return await this.markers
			.create(marker, owner, signal)
			.catch(({ message }: Error) =>
				signal?.aborted
					? stopped(signal)
					: failed('keyNotRecorded', { said: message }, 'notSent', 'request'),
			);
	}

	/** What is known of a message that another execution has begun, if this one could not wait for its end. */
	private unknown({ message }: Error): Failed {
		const { signal } = this.options;
		return signal?.aborted
			? elsewhere('stoppedWhileSentElsewhere', { why: whyStopped(signal) })
			: elsewhere('keyNotLookedUp', { said: message });
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
	 * @throws Error of n8n's database, or if the run is stopped
	 */
	private async waitForOther(
		key: string,
		number: number,
	): Promise<'sent' | 'released' | 'inDoubt'> {
		const { signal } = this.options;
		const { started, doubt, alive } = markersOf(key, number);
		const count = async (marker: string) => await this.markers.count(marker, signal);
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
			await sleep(pollEvery, undefined, { signal });
		}
	}
}
