import { setTimeout as sleep } from 'node:timers/promises';

import { fateOf, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import { asksToSlowDown, pauseAskedBy } from '../api/retryAfter';
import type { RunOptions } from '../api/runOptions';
import type { Connection, Exchange } from '../transport/connection';
import type { Gate } from './gate';
import { goesOutAgain } from './retry';
import type { Tally } from './tally';
import { backOff, longestSlowDown } from './waiting';

const cancelled: Outcome = { kind: 'break', reason: 'cancelled', begun: false };

/**
 * The exchange of a connection, tried again where that is safe. If the service asks to slow down, the whole run
 * does, and the request is repeated without counting as an attempt, as long as the service accepts any request
 * within five minutes.
 */
export function persistent(
	{ exchange, signal }: Connection,
	gate: Gate,
	options: RunOptions,
	tally: Tally,
): Exchange {
	tally.mayRepeat = options.resendWhenUnsure;
	// A refusal that the run does not wait for, and until when: it answers the items that follow, too.
	let standing: { refusal: Outcome; until: number } | undefined;

	/** @returns whether the run waits for what the service asked */
	const isPatient = (refusal: Outcome): boolean => {
		const asked = pauseAskedBy(refusal) ?? 0;
		const now = performance.now();
		const isTooLong = asked > longestSlowDown || now - (gate.slowedAt ?? now) >= longestSlowDown;
		if (isTooLong) standing = { refusal, until: now + Math.max(asked, longestSlowDown) };
		return !isTooLong;
	};

	/** One attempt, which lasts until the service does not ask to slow down any more. */
	const attempt = async (request: ServiceRequest): Promise<Outcome> => {
		for (;;) {
			const turn = await gate.pass(signal);
			if (standing && performance.now() < standing.until) {
				gate.unanswered(turn);
				return standing.refusal;
			}
			const outcome = await exchange(request);
			if (!asksToSlowDown(outcome)) {
				if (outcome.kind === 'answer') gate.accepted(turn);
				else gate.unanswered(turn);
				return outcome;
			}
			if (!isPatient(outcome)) {
				gate.unanswered(turn);
				return outcome;
			}
			gate.slowDown(turn, pauseAskedBy(outcome));
			tally.slowed++;
		}
	};

	return async (request) => {
		let last: Outcome = cancelled;
		// An attempt of which nobody can know whether it was carried out: no refusal of a later one undoes that.
		let doubt: Outcome | undefined;
		const whatIsKnown = () => (doubt && fateOf(last) === 'notCarriedOut' ? doubt : last);
		try {
			if (request.aside) {
				await gate.passAside(signal);
				return await exchange(request);
			}
			for (let tries = 1; ; tries++) {
				last = await attempt(request);
				if (asksToSlowDown(last) || !goesOutAgain(request, last, tries, options)) return whatIsKnown();
				if (fateOf(last) === 'unknown') doubt = last;
				tally.repeated++;
				await sleep(backOff(tries, Math.random()), undefined, { signal });
			}
		} catch {
			// The execution was stopped during a wait: what was known before it stays true.
			return whatIsKnown();
		}
	};
}
