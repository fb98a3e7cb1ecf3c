import type { Json } from '../api/answer';
import { FailureError } from '../api/failure';
import type { KeyRecord } from './keyRecord';
import { failureFrom } from './nodeError';

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

/** Sends the messages that have a Send Once Key, each key once in all executions of the node. */
export class SendOnce {
	constructor(
		private readonly record: KeyRecord,
		private readonly resendWhenUnsure: boolean,
	) {}

	/**
	 * What comes of a message: its own answer, or that it was skipped.
	 * @throws FailureError of the send, or that an earlier one is in doubt
	 */
	async deliver(key: string, send: () => Promise<Json[]>): Promise<Json[]> {
		const name = `${this.record.row} ${key}`;
		while (underWay.has(name)) await underWay.get(name);
		const delivery = this.deliverAlone(key, send);
		underWay.set(name, delivery.catch(() => undefined));
		try {
			return await delivery;
		} finally {
			underWay.delete(name);
		}
	}

	private async deliverAlone(key: string, send: () => Promise<Json[]>): Promise<Json[]> {
		const state = await this.record.claim(key);
		if (state === 'done') return [{ skipped: true, sendOnceKey: key }];
		if (state === 'inDoubt' && !this.resendWhenUnsure) throw new InDoubt();
		const sending = send();
		sending.then(
			() => this.record.done(key),
			(error) => {
				// That this try surely sent nothing does not undo an earlier one that may have.
				if (state === 'new' && failureFrom(error).delivery === 'notSent') this.record.takeBack(key);
			},
		);
		return await sending;
	}
}
