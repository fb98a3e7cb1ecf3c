import { ClaimOfRetry } from './claimOfRetry';
import { type Delivery, type Failure, isOfThisRun, type Json } from './Delivery';
import { besideDoubt, earlierOf, stoppedFailure, whyNotNow } from './earlierRuns';
import { atOnce } from './numbers';
import { fateOf } from './fate';
import type { Journal } from './journal';
import { SendOnceKeys } from './sendOnceKeys';
import type { Policy, World } from './World';

/** What would become of a step, or of a whole delivery. */
export type Foreseen =
	| { would: 'send'; step: number }
	/** @property answers of an earlier run */
	| { would: 'skip'; step?: number; answers?: Json[] }
	/** It would not begin, because another delivery would end the run. */
	| { would: 'notBegin' }
	| ({ would: 'fail'; about?: object } & Failure);

/**
 * What `deliver` would do, without a request or a mark.
 * @returns for each delivery what would become of it, in the order of its steps
 */
export async function foresee(
	deliveries: Delivery[],
	policy: Policy,
	journal: Journal,
	world: World,
): Promise<Foreseen[][]> {
	const { whenUnsure } = policy;
	const keys = new SendOnceKeys(world, policy, journal.execution);
	const foreseen: Foreseen[][] = deliveries.map(() => []);
	const looks = new Map<string, ReturnType<SendOnceKeys['look']>>();
	const ofRetry = await new ClaimOfRetry(journal, world).look();
	const lookAt = async (delivery: Delivery): Promise<Foreseen[]> => {
		const fail = (failure: Failure, about?: object): Foreseen[] => [
			{ would: 'fail', ...failure, ...(about && { about }) },
		];
		const { steps, once, cannot } = delivery;
		const earlier = earlierOf(journal, delivery);
		const { known, before, isOwnDoubt, failure, about } = earlier;
		const fate = fateOf(before, whenUnsure, isOwnDoubt);
		const sent = known?.sent.map(([, answers]): Foreseen => ({ would: 'skip', answers })) ?? [];
		if (fate === 'answerOfBefore') return sent;
		const notNow = whyNotNow(earlier, fate, cannot, ofRetry);
		if (notNow) return [...sent, ...fail(notNow, about)];
		const doubt = failure ?? ofRetry;
		if (world.stopped.aborted) return [...sent, ...fail(stoppedFailure(journal, world))];
		if (ofRetry && !(ofRetry.delivery === 'unknown' && whenUnsure === 'resend'))
			return [...sent, ...fail(ofRetry)];
		if (fate === 'countAll' && !once) return [...sent, { would: 'skip' }];
		const rest = (from: number): Foreseen[] =>
			steps.slice(from).map((_, at) => ({ would: 'send', step: from + at }));
		const skips = (from: number, to: number): Foreseen[] =>
			steps.slice(from, to).map((_, at) => ({ would: 'skip', step: from + at }));
		const counted = fate === 'countAndSendRest' ? 1 : 0;
		const begun = fate === 'sendAllAgain' ? 0 : sent.length + counted;
		const kept = fate === 'sendAllAgain' ? [] : sent;
		const settled = [...kept, ...skips(begun - counted, begun)];
		const quiet = fate === 'send' ? delivery.mayBegin?.() : undefined;
		if (quiet) {
			const end = await keys.notYet(once?.key, quiet);
			return end === 'sent' ? [{ would: 'skip' }] : fail(besideDoubt(end, doubt));
		}
		if (!once) return [...settled, ...rest(begun)];
		const another = looks.get(once.key);
		const look = another ?? keys.look(once.key, steps, begun);
		looks.set(once.key, look);
		const looked = await look;
		if ('why' in looked) {
			// A key that knows that a part was sent knows what another retry sent.
			const earlier = looked.origin === 'input' ? failure : doubt;
			return [...kept, ...fail(besideDoubt(looked, earlier))];
		}
		// The other delivery with this key is one of this run.
		if (another) return [...kept, { would: 'skip' }];
		const { fate: ofKey } = looked;
		if (ofKey === 'answerOfBefore' || ofKey === 'countAll') return [...kept, { would: 'skip' }];
		if (ofKey === 'sendAllAgain') return rest(0);
		// What another execution sent since is in doubt no more.
		if (fate === 'countAll' && looked.from <= sent.length) return [...kept, { would: 'skip' }];
		const from = Math.max(looked.from + (ofKey === 'countAndSendRest' ? 1 : 0), begun);
		return [...settled, ...skips(begun, from), ...rest(from)];
	};
	const left = deliveries.entries();
	const look = async () => {
		for (const [at, delivery] of left) foreseen[at] = await lookAt(delivery);
	};
	await Promise.all(Array.from({ length: policy.atOnce ?? atOnce.least }, look));
	if (policy.continues) return foreseen;
	const ends = (one: Foreseen) => one.would === 'fail' && isOfThisRun(one);
	const end = foreseen.findIndex((all) => all.some(ends));
	return foreseen.map((all, at) =>
		end >= 0 && at > end && all.some(({ would }) => would === 'send')
			? [{ would: 'notBegin' }]
			: all,
	);
}
