import pTimeout from 'p-timeout';

import type { Json } from '../api/answer';
import { FailureError } from '../api/failure';
import type { KeyRecord } from './keyRecord';
import { failureFrom } from './nodeError';
import type { Tally } from './tally';

/** Keys whose messages are under way in this process, by any run of any node; each with what tells that it is settled. */
const underWay = new Map<string, Promise<unknown>>();

/** An earlier execution left open whether the message of a key was delivered. */
export class InDoubt extends FailureError {
	constructor() {
		super({
			message: 'A message with this Send Once Key was begun before and never settled',
			description:
				'It may have been delivered, or be on its way in another execution right now, so it was not sent again. If a second delivery does less harm than none, switch on the option "Resend When Unsure".',
			delivery: 'unknown',
			source: 'service',
		});
	}
}

/** What became of a message, and when that is recorded. */
type Settled = ({ items: Json[] } | { error: unknown }) & { recorded?: Promise<void> };

/** Sends the messages that have a Send Once Key, each key once in all executions of the node. */
export class SendOnce {
	/** @param signal aborts when the execution is stopped */
	constructor(
		private readonly record: KeyRecord,
		private readonly resendWhenUnsure: boolean,
		private readonly tally: Tally,
		private readonly signal?: AbortSignal,
	) {}

	/**
	 * What comes of a message: its own answer, or that it was skipped.
	 * @throws FailureError of the send, or that an earlier one is in doubt
	 */
	async deliver(key: string, send: () => Promise<Json[]>): Promise<Json[]> {
		const name = `${this.record.row} ${key}`;
		const { signal } = this;
		for (let other = underWay.get(name); other && !signal?.aborted; other = underWay.get(name)) {
			await pTimeout(other, { milliseconds: Infinity, signal }).catch(() => undefined);
		}
		// Nothing goes out any more then, so the key need not be asked for.
		if (signal?.aborted) return await send();
		const delivery = this.deliverAlone(key, send);
		// Whoever asks for the key next must find what became of it, not what is about to be written.
		const recorded = delivery.then(async (settled) => await settled.recorded).catch(() => undefined);
		underWay.set(name, recorded.finally(() => underWay.delete(name)));
		const settled = await delivery;
		if ('error' in settled) throw settled.error;
		return settled.items;
	}

	/** @throws FailureError where n8n cannot record the key */
	private async deliverAlone(key: string, send: () => Promise<Json[]>): Promise<Settled> {
		const state = await this.record.claim(key);
		if (state === 'done') {
			this.tally.skipped++;
			return { items: [{ skipped: true, sendOnceKey: key }], recorded: this.record.done(key) };
		}
		if (state === 'inDoubt' && !this.resendWhenUnsure) return { error: new InDoubt() };
		try {
			return { items: await send(), recorded: this.record.done(key) };
		} catch (error) {
			// That this try surely sent nothing does not undo an earlier one that may have.
			const isNotSent = state === 'new' && failureFrom(error).delivery === 'notSent';
			return { error, ...(isNotSent && { recorded: this.record.takeBack(key) }) };
		}
	}
}
