import { setTimeout as sleep } from 'node:timers/promises';

import { fateOf, type Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { RunOptions } from '../api/runOptions';
import type { Connection } from '../transport/connection';
import type { Gate } from './gate';
import { goesOutAgain } from './retry';
import type { Tally } from './tally';
import { backOff, longestRetryAfter, retryAfter } from './waiting';

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
): Connection['exchange'] {
	const attempt = async (request: ServiceRequest) => {
		await gate.pass(signal);
		return await exchange(request);
	};
	return async (request) => {
		let last: Outcome = cancelled;
		// A try of which nobody can know whether it was carried out: no refusal of a later one undoes that.
		let doubt: Outcome | undefined;
		const whatIsKnown = () => (doubt && fateOf(last) === 'notCarriedOut' ? doubt : last);
		try {
			for (let tries = 1; ; tries++) {
				last = await attempt(request);
				if (!goesOutAgain(request, last, tries, options)) return whatIsKnown();
				if (fateOf(last) === 'unknown') doubt = last;
				const asked =
					last.kind === 'answer' ? retryAfter(last.headers['retry-after'], Date.now()) : undefined;
				if (asked !== undefined && asked > longestRetryAfter) return whatIsKnown();
				tally.repeated++;
				if (last.kind === 'answer' && last.status === 429) tally.slowed++;
				if (asked === undefined) await sleep(backOff(tries, Math.random()), undefined, { signal });
				else gate.pause(asked);
			}
		} catch {
			// The execution was stopped during a wait: what was known before it stays true.
			return whatIsKnown();
		}
	};
}
