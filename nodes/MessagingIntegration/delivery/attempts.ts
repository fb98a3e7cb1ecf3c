import { setTimeout as sleep } from 'node:timers/promises';

import { fateOf, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import { pauseAskedBy } from '../api/retryAfter';
import type { RunOptions } from '../api/runOptions';
import type { Connection, Exchange } from '../transport/connection';
import type { Gate } from './gate';
import { goesOutAgain } from './retry';
import type { Tally } from './tally';
import { backOff, longestRetryAfter } from './waiting';

const cancelled: Outcome = { kind: 'break', reason: 'cancelled', begun: false };

/**
 * The exchange of a connection, tried again where that is safe. A service that says when to come back
 * holds up the whole run, so that the other items do not find out one by one.
 */
export function persistent(
	{ exchange, signal }: Connection,
	gate: Gate,
	options: RunOptions,
	tally: Tally,
): Exchange {
	// A refusal that holds for longer than a run waits, and until when: it answers the items that follow, too.
	let standing: { refusal: Outcome; until: number } | undefined;

	const attempt = async (request: ServiceRequest) => {
		await gate.pass(signal);
		if (standing && Date.now() < standing.until) return standing.refusal;
		const outcome = await exchange(request);
		const asked = pauseAskedBy(outcome);
		if (asked === undefined) return outcome;
		if (asked > longestRetryAfter) standing = { refusal: outcome, until: Date.now() + asked };
		else gate.pause(asked);
		return outcome;
	};

	return async (request) => {
		let last: Outcome = cancelled;
		// A try of which nobody can know whether it was carried out: no refusal of a later one undoes that.
		let doubt: Outcome | undefined;
		const whatIsKnown = () => (doubt && fateOf(last) === 'notCarriedOut' ? doubt : last);
		try {
			for (let tries = 1; ; tries++) {
				last = await attempt(request);
				const asked = pauseAskedBy(last);
				if ((asked ?? 0) > longestRetryAfter || !goesOutAgain(request, last, tries, options)) return whatIsKnown();
				if (fateOf(last) === 'unknown') doubt = last;
				tally.repeated++;
				if (last.kind === 'answer' && last.status === 429) tally.slowed++;
				// A pause that was asked for is waited for at the gate.
				if (asked === undefined) await sleep(backOff(tries, Math.random()), undefined, { signal });
			}
		} catch {
			// The execution was stopped during a wait: what was known before it stays true.
			return whatIsKnown();
		}
	};
}
