// Tests: test/engine/dryRuns.test.ts
import { ClaimOfRetry } from './claimOfRetry';
import { decide, refusalOf } from './decide';
import { type Delivery, type Failure, isOfThisRun, type Json } from './Delivery';
import { stoppedFailure } from './DeliveryRun';
import type { Journal } from './journal';
import { knownOf, planOf, stepInDoubt } from './known';
import { atOnce } from './numbers';
import { SendOnceKeys } from './sendOnceKeys';
import type { Policy, World } from './World';

/** What would become of a step, or of a whole delivery. */
export type Foreseen<Why> =
	| { would: 'send'; step: number }
	/** @property answers of an earlier run */
	| { would: 'skip'; step?: number; answers?: Json[] }
	/** It would not begin, because another delivery would end the run. */
	| { would: 'notBegin' }
	| ({ would: 'fail'; step?: number; about?: object } & Failure<Why>);

/**
 * What `deliver` would do, without a request or a mark.
 * @returns for each delivery what would become of it, in the order of its steps
 */
export async function foresee<Why>(
	deliveries: Array<Delivery<Why>>,
	policy: Policy,
	journal: Journal<Why>,
	world: World<Why>,
): Promise<Array<Array<Foreseen<Why>>>> {
	const keys = new SendOnceKeys(world, policy, journal.execution);
	const claim = new ClaimOfRetry(journal, world);
	await claim.look();
	const isKeyKnown = await keys.areKnown(deliveries, journal);
	const lookAt = async (delivery: Delivery<Why>): Promise<Array<Foreseen<Why>>> => {
		const { steps } = delivery;
		const known = knownOf(journal, delivery, isKeyKnown, world);
		const fail = (failure: Failure<Why>) => ({ would: 'fail' as const, ...failure });
		const before = (journal.of(delivery.item, delivery.who)?.sent ?? []).map(
			([answers]): Foreseen<Why> => ({ would: 'skip', answers }),
		);
		const refusal = refusalOf(delivery, known, { policy, world, claim });
		const { about } = known;
		if (refusal) return [...before, { ...fail(refusal), ...(about && { about }) }];
		if (known.before === 'all') return before;
		const isAgain = 'isAgain' in planOf(known, policy.whenUnsure);
		const sent = isAgain ? [] : before;
		if (world.stopped.aborted) return [...sent, fail(stoppedFailure(journal, world))];
		const decision = await decide(
			delivery,
			known,
			{ policy, world, claim },
			{
				claim: async () => await claim.look(),
				key: async (keyed, own) => await keys.look(keyed, own),
			},
		);
		if (decision.is === 'failed') {
			const step = stepInDoubt(decision.known);
			return [...sent, { ...fail(decision.failure), ...(step !== undefined && { step }) }];
		}
		if (decision.is === 'busy') throw new Error('A look waits for another execution');
		const { plan } = decision;
		if (plan.do !== 'send') return [...sent, { would: 'skip' }];
		const kept = plan.isAgain ? [] : sent;
		return [
			...kept,
			...steps
				.slice(kept.length, plan.from)
				.map((_, at): Foreseen<Why> => ({ would: 'skip', step: kept.length + at })),
			...steps
				.slice(plan.from)
				.map((_, at): Foreseen<Why> => ({ would: 'send', step: plan.from + at })),
		];
	};
	const foreseen: Array<Array<Foreseen<Why>>> = deliveries.map(() => []);
	const left = deliveries.entries();
	const look = async () => {
		for (const [at, delivery] of left) foreseen[at] = await lookAt(delivery);
	};
	await Promise.all(Array.from({ length: policy.atOnce ?? atOnce.least }, look));
	/** The keys of deliveries of this run that go. The next one with such a key, of an equal item, is skipped. */
	const taken = new Set<string>();
	for (const [at, { once }] of deliveries.entries()) {
		const before = foreseen[at]?.filter((one) => 'answers' in one) ?? [];
		const now = foreseen[at]?.slice(before.length) ?? [];
		const fails = now.filter((one) => one.would === 'fail');
		if (!once || now.length === 0) continue;
		// What another execution left of the key is settled by then. Its own doubt is not.
		const isOfKey = fails.every(({ origin }) => origin === 'elsewhere');
		if (taken.has(once.key) && isOfKey) foreseen[at] = [...before, { would: 'skip' }];
		if (fails.length === 0) taken.add(once.key);
	}
	if (policy.continues) return foreseen;
	const ends = (one: Foreseen<Why>) => one.would === 'fail' && isOfThisRun(one);
	const end = foreseen.findIndex((all) => all.some(ends));
	return foreseen.map((all, at) =>
		end >= 0 && at > end && all.some(({ would }) => would === 'send')
			? [{ would: 'notBegin' }]
			: all,
	);
}
