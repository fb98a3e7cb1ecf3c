// Tests: test/delivery/lostKeys.test.ts, test/delivery/otherTexts.test.ts
import type { Delivery, Failure } from './Delivery';
import type { Journal } from './journal';
import { type Before, type Plan, plan } from './plan';
import type { Cause, Policy, World } from './World';

/** All that is known of a delivery before it goes. One value, whoever knows it: the journal, the marks of its key, or both. */
export interface Known<Why> {
	before: Before;
	/** Whether this execution itself left the doubt: nobody has looked yet, so it never counts as sent. */
	isOwn: boolean;
	/** What is said of it if it does not go. Present if it is in doubt, or unclear. */
	doubt?: Failure<Why> | undefined;
	/** Who should have got what, as an earlier run kept it with its doubt. */
	about?: object | undefined;
}

export const nothingKnown: Known<never> = { before: 'nothing', isOwn: false };

/** How much is known to be settled: the position of the first step that was not certainly sent. */
function positionOf(before: Before): number {
	if (before === 'nothing') return 0;
	if (before === 'all' || before === 'unclear') return Infinity;
	return 'some' in before ? before.some : before.doubtAt;
}

/** What two say of one delivery. Who knows of more steps is right; of two who know of as many, the one in doubt is. */
export function both<Why>(one: Known<Why>, other: Known<Why>): Known<Why> {
	if (one.before === 'all' || other.before === 'all') return one.before === 'all' ? one : other;
	if (one.before === 'unclear' || other.before === 'unclear')
		return one.before === 'unclear' ? one : other;
	const distance = positionOf(one.before) - positionOf(other.before);
	if (distance !== 0) return distance > 0 ? one : other;
	if (!one.doubt || !other.doubt) return one.doubt ? one : other;
	return { ...one, isOwn: one.isOwn || other.isOwn };
}

/** What a run does with what is known of a delivery. Its own doubt never counts as sent. */
export const planOf = ({ before, isOwn }: Known<unknown>, whenUnsure: Policy['whenUnsure']): Plan =>
	plan(before, isOwn && whenUnsure === 'countAsSent' ? 'fail' : whenUnsure);

/** The position of the step in doubt, if it is known which one is. */
export const stepInDoubt = ({ before }: Known<unknown>) =>
	typeof before === 'object' && 'doubtAt' in before ? before.doubtAt : undefined;

/** Another execution, or another retry, may have sent it. */
export const sentElsewhere = <Why>({ reasons }: World<Why>, cause: Cause<Why>): Failure<Why> => ({
	delivery: 'unknown',
	origin: 'elsewhere',
	why: reasons.of(cause),
});

/** A failure that is certain does not settle what an earlier attempt left in doubt. */
export function besideDoubt<Why>(
	failure: Failure<Why>,
	doubt: Failure<Why> | undefined,
	{ reasons }: World<Why>,
): Failure<Why> {
	const { delivery, origin, why } = failure;
	if (!doubt || delivery === 'unknown') return failure;
	const both = reasons.of({ is: 'stillInDoubt', doubt: doubt.why, again: why });
	return { delivery: 'unknown', origin, why: both };
}

/** What this execution knows of a delivery. @param isKeyKnown whether the keys of a run that n8n lost know what it sent */
export function knownOf<Why>(
	journal: Journal<Why>,
	delivery: Delivery<Why>,
	isKeyKnown: boolean,
	{ reasons }: World<Why>,
): Known<Why> {
	const known = journal.of(delivery.item, delivery.who);
	const unknown = { delivery: 'unknown' } as const;
	// A long run has many of which nothing is known: they make neither their steps nor a digest of their parts here.
	if (!known) {
		const { once, cannot } = delivery;
		// A call that a model makes now was not made in the earlier run: if it cannot be sent, it was not.
		const mayBeSent = !cannot || !journal.isTool;
		if (!journal.isLost || !mayBeSent || (once && isKeyKnown)) return nothingKnown;
		const doubt: Failure<Why> = {
			...unknown,
			origin: 'lostRun',
			why: reasons.of({ is: 'runLost' }),
		};
		return { before: 'unclear', isOwn: false, doubt };
	}
	const { sent, doubt, isComplete } = known;
	if (isComplete) return { before: 'all', isOwn: false };
	const begun = sent.length + (doubt ? 1 : 0);
	if (begun === 0 && !known.isUnclear) return nothingKnown;
	// Whoever did not read the item sends nothing of it.
	const isSame =
		!known.isUnclear && (delivery.steps.length === 0 || known.parts === delivery.parts);
	const why = doubt
		? reasons.of({ is: 'inDoubt', earlier: doubt.why })
		: reasons.of({ is: 'changed' });
	const failure: Failure<Why> = { ...unknown, origin: 'earlierRun', why };
	const isOwn = doubt !== undefined && doubt.by === journal.execution;
	const about = doubt?.about;
	if (!isSame) return { before: 'unclear', isOwn, doubt: failure, about };
	if (doubt) return { before: { doubtAt: sent.length }, isOwn, doubt: failure, about };
	return { before: { some: sent.length }, isOwn: false };
}
