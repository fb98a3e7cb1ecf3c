import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'n8n-workflow';

import type { Json } from '../api/answer';
import {
	canceledWhileSentElsewhere,
	KeyInDoubt,
	keyNotLookedUp,
	keyNotRecorded,
	stillInDoubt,
} from '../api/deliveryFailures';
import { FailureError } from '../api/failure';
import type { FilePlace } from '../api/request';
import type { Markers } from './markers';

/** How often an execution shows that it is still working on a message (ms). */
const heartbeat = 1000;
/** An execution that shows nothing for this long counts as dead (ms). */
const patience = 6000;
/** How often another execution looks for that (ms). */
const pollEvery = 100;

/** How another execution left a key: sent, released without sending, or in doubt; or that this one was stopped. */
type Other = 'sent' | 'released' | 'inDoubt' | 'stopped';

/** The markers of a key. The execution that creates `started` sends the message and writes the other two. */
const started = (key: string) => `${key}:started`;
const alive = (key: string) => `${key}:alive`;
const sent = (key: string) => `${key}:sent`;

interface SendOnceOptions {
	/** Whether to send a message that another execution left in doubt. */
	resendWhenUnsure: boolean;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
	logger: Logger;
}

function isNotSent(error: unknown): error is FailureError {
	return error instanceof FailureError && error.failure.delivery === 'notSent';
}

/** Sends each message with a Send Once Key only once, across all executions of the node on all workers. */
export class SendOnce {
	/** By key that this execution is working on: ends its heartbeat. */
	private readonly heartbeats = new Map<string, () => void>();

	constructor(
		private readonly markers: Markers,
		private readonly options: SendOnceOptions,
	) {}

	/**
	 * Sends the message of a key, unless it was sent before. A key counts as sent after the last file of an item. If a
	 * later file fails, the key stays in doubt: another execution may have the files in another order, or others, so it
	 * cannot tell which of them were sent.
	 * @param key at most 100 characters
	 * @param place the file of an item with several; call for one after the other
	 * @returns the answer; undefined if the message was sent before
	 * @throws FailureError of the send, or KeyInDoubt if an earlier execution left the key in doubt
	 */
	async send(
		key: string,
		send: () => Promise<Json[]>,
		{ index, count }: Pick<FilePlace, 'index' | 'count'> = { index: 0, count: 1 },
	): Promise<Json[] | undefined> {
		const { resendWhenUnsure, signal } = this.options;
		const isLast = index + 1 === count;
		const sendAndRecord = async () => {
			const items = await send();
			if (isLast) await this.recordSent(key);
			return items;
		};
		if (index > 0) {
			// This execution sent the files before this one, or skipped them.
			if (await this.isSent(key)) return undefined;
			await this.create(started(key));
			return await this.whileAlive(key, isLast, sendAndRecord);
		}
		while (!signal?.aborted) {
			if (await this.create(started(key))) {
				return await this.whileAlive(
					key,
					isLast,
					async () =>
						await sendAndRecord().catch(async (error: Error) => await this.release(key, error)),
				);
			}
			const other = await this.waitForOther(key).catch((error: unknown) => {
				throw keyNotLookedUp(error);
			});
			if (other === 'sent') return undefined;
			if (other === 'released') continue;
			if (other === 'stopped') throw canceledWhileSentElsewhere();
			if (!resendWhenUnsure) throw new KeyInDoubt();
			return await sendAndRecord().catch((error: unknown) => {
				throw isNotSent(error) ? stillInDoubt(error.failure) : error;
			});
		}
		// The execution was stopped: `send` sends nothing and says so.
		return await send();
	}

	/** Whether a message with this key was sent before, so that `send` skips it. Returns false if n8n cannot tell. */
	async wasSent(key: string): Promise<boolean> {
		return (await this.markers.count(sent(key)).catch(() => 0)) > 0;
	}

	private async create(marker: string): Promise<boolean> {
		try {
			return await this.markers.create(marker);
		} catch (error) {
			throw keyNotRecorded(error);
		}
	}

	private async isSent(key: string): Promise<boolean> {
		try {
			return (await this.markers.count(sent(key))) > 0;
		} catch (error) {
			throw keyNotRecorded(error);
		}
	}

	/** Call at the end of a run: it may have ended between two files of an item. */
	end(): void {
		for (const key of this.heartbeats.keys()) this.endHeartbeat(key);
	}

	/** Shows other executions that this one is working on the message, between the files of an item as well. */
	private async whileAlive(
		key: string,
		isLast: boolean,
		send: () => Promise<Json[]>,
	): Promise<Json[]> {
		if (!this.heartbeats.has(key)) this.heartbeats.set(key, this.startHeartbeat(key));
		let isOver = true;
		try {
			const items = await send();
			isOver = isLast;
			return items;
		} finally {
			if (isOver) this.endHeartbeat(key);
		}
	}

	/** @returns ends it */
	private startHeartbeat(key: string): () => void {
		let beat = Promise.resolve();
		let beats = 0;
		const beating = setInterval(() => {
			beats++;
			beat = beat.then(async () => await this.markers.add(alive(key))).catch(() => undefined);
		}, heartbeat);
		return () => {
			clearInterval(beating);
			if (beats > 0)
				void beat.then(async () => await this.markers.remove(alive(key))).catch(() => undefined);
		};
	}

	private endHeartbeat(key: string): void {
		this.heartbeats.get(key)?.();
		this.heartbeats.delete(key);
	}

	/** Releases a key if its message was not sent. @throws the error */
	private async release(key: string, error: Error): Promise<never> {
		// If releasing fails, the key stays in doubt, and the message is not sent again.
		if (isNotSent(error)) await this.markers.remove(started(key)).catch(() => undefined);
		throw error;
	}

	private async recordSent(key: string): Promise<void> {
		try {
			await this.markers.create(sent(key));
		} catch (error) {
			// The key stays in doubt, so the message is not sent again.
			this.options.logger.warn(
				`A message was sent, but n8n could not record its Send Once Key: ${(error as Error).message}`,
			);
		}
	}

	/** Waits while the execution that started a message shows that it is still working on it. */
	private async waitForOther(key: string): Promise<Other> {
		let lastBeats = 0;
		// Counted, not measured: an n8n that was blocked for a while has not looked meanwhile.
		let silentPolls = 0;
		for (;;) {
			if ((await this.markers.count(sent(key))) > 0) return 'sent';
			if ((await this.markers.count(started(key))) === 0) return 'released';
			const beats = await this.markers.count(alive(key));
			silentPolls = beats === lastBeats ? silentPolls + 1 : 0;
			lastBeats = beats;
			if (silentPolls * pollEvery > patience) return 'inDoubt';
			await sleep(pollEvery, undefined, { signal: this.options.signal }).catch(() => undefined);
			if (this.options.signal?.aborted) return 'stopped';
		}
	}
}
