// Tests: test/delivery/world/world.test.ts, test/delivery/lanes.test.ts
import { setMaxListeners } from 'node:events';

import type { Counts } from './Attempts';
import { ClaimOfRetry } from './claimOfRetry';
import { type Delivery, isOfThisRun, type Result } from './Delivery';
import { DeliveryRun } from './DeliveryRun';
import type { Journal } from './journal';
import { SendOnceKeys } from './sendOnceKeys';
import { Lanes } from './lanes';
import { longestWaitToAsk, progressInterval } from './numbers';
import type { Policy, World } from './World';

/** What a run did. */
interface Delivered<Kept> {
	/** For each delivery what became of it. */
	results: Kept[];
	counts: Counts;
}

/**
 * Carries out deliveries. After a failure that ends the run nothing further begins, and requests in progress finish.
 * @param deliveries in input order. The list is emptied: a long run holds only those that have not ended.
 * @param keep makes what is kept of a delivery that has ended; without it, its results in the order of its steps
 */
export async function deliver<Why, Kept = ReadonlyArray<Result<Why>>>(
	deliveries: Array<Delivery<Why>>,
	policy: Policy,
	journal: Journal<Why>,
	world: World<Why>,
	keep: (results: ReadonlyArray<Result<Why>>, delivery: Delivery<Why>) => Kept = (all) =>
		all as Kept,
): Promise<Delivered<Kept>> {
	const { clock, log, stopped, hurry } = world;
	const counts: Counts = { repeated: 0, slowed: 0, pauses: 0 };
	const over = new AbortController();
	const signal = AbortSignal.any([over.signal, stopped]);
	// Each request that waits listens to one of these. Node.js 20 would warn of a leak.
	setMaxListeners(0, signal, stopped, hurry);
	const ended = new AbortController();
	let isImpatient = false;
	const runOut = () => {
		isImpatient = true;
		over.abort();
	};
	let lastSent = Infinity;
	let settled = 0;
	const claim = new ClaimOfRetry(journal, world);
	await claim.look();
	const keys = new SendOnceKeys(world, policy, journal.execution);
	const isKeyKnown = await keys.areKnown(deliveries, journal);
	if (journal.isLost && isKeyKnown) journal.keysAreKnown();
	const shared = {
		policy,
		world,
		journal,
		counts,
		signal,
		claim,
		keys,
		areKeysKnown: isKeyKnown,
		wasSlowed: () => {
			if (counts.slowed++ === 0 && policy.patience < Infinity)
				clock.sleep(policy.patience, ended.signal).then(runOut, () => undefined);
		},
	};
	const lanes = new Lanes<Why>({
		policy,
		clock,
		counts,
		signal,
		ended: (run) => {
			settled++;
			// All others are finished when the run ends, because their keys may still be open.
			if (run.isSent) {
				lastSent = clock.now();
				end(run);
			}
			if (run.failure && isOfThisRun(run.failure) && !policy.continues) over.abort();
		},
		giveUpAt: () => (policy.isQuestion ? lastSent + longestWaitToAsk : Infinity),
	});
	const runs: Array<DeliveryRun<Why> | undefined> = [];
	const results: Kept[] = [];
	const end = (run: DeliveryRun<Why>) => {
		results[run.at] = keep(run.results, run.delivery);
		runs[run.at] = undefined;
	};
	// A delivery that cannot be sent keeps back those after it, unless the node continues.
	let isKeptBack = false;
	await world.inTurns(deliveries.length, (at) => {
		const run = new DeliveryRun(deliveries[at] as Delivery<Why>, shared, at);
		runs.push(run);
		const { failure } = run;
		isKeptBack ||= !policy.continues && failure !== undefined && isOfThisRun(failure);
		if (!isKeptBack && !run.isDone) lanes.add(run);
	});
	const { length } = deliveries;
	deliveries.length = 0;
	const endProgress = clock.every(progressInterval, () =>
		log.info(`Messaging Integration: ${settled} of ${length} settled`),
	);
	await lanes.work();
	endProgress();
	ended.abort();
	await Promise.all(runs.map(async (run) => await run?.finish(isImpatient)));
	await world.inTurns(runs.length, (at) => {
		const run = runs[at];
		if (run) end(run);
	});
	return { results, counts };
}
