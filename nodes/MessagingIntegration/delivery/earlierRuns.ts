import type { Delivery, Failure, Why } from './Delivery';
import type { Before, Fate } from './fate';
import type { Journal, Known } from './journal';
import type { World } from './World';

/** What earlier runs of this execution left of a delivery. */
interface Earlier {
	known: Known | undefined;
	before: Before;
	/** Whether this execution itself left a doubt. */
	isOwnDoubt: boolean;
	/** The doubt that they left. */
	failure: Failure | undefined;
	/** Who should have got what, as an earlier run kept it. */
	about: object | undefined;
}

const inDoubt = (why: Why | undefined): Failure => ({
	delivery: 'unknown',
	origin: 'earlierRun',
	why: { reason: 'inDoubtFromEarlierRun', facts: { earlier: why } },
});

const lost: Failure = {
	delivery: 'unknown',
	origin: 'lostRun',
	why: { reason: 'earlierRunLost', facts: {} },
};

/** Some steps were sent, and the steps are others now. */
export const changedFailure: Failure = {
	delivery: 'notSent',
	origin: 'input',
	why: { reason: 'changedInTheMiddle', facts: {} },
};

/** A failure that is certain does not settle what an earlier attempt left in doubt. */
export function besideDoubt(failure: Failure, doubt: Failure | undefined): Failure {
	const { delivery, origin, why } = failure;
	return doubt && delivery === 'notSent'
		? { delivery: 'unknown', origin, why: { ...doubt.why, again: why } }
		: failure;
}

/** Why nothing more begins. An earlier run, or another retry, may have sent it, and this run did not find out. */
export function stoppedFailure(journal: Journal, { whyStopped }: World): Failure {
	const mayBeSent = journal.retried !== undefined || journal.isLost;
	const why = { reason: 'stopped', facts: whyStopped(mayBeSent) };
	return mayBeSent
		? { delivery: 'unknown', origin: 'elsewhere', why }
		: { delivery: 'notSent', origin: 'end', why };
}

function beforeOf(known: Known | undefined, delivery: Delivery, journal: Journal): Before {
	if (!known) {
		const { once, cannot } = delivery;
		// A call that a model makes now was not made in the earlier run: if it cannot be sent, it was not.
		const mayBeSent = cannot ? !journal.isTool : delivery.steps[0]?.effect === 'delivery';
		const mayBeLost = journal.isLost && !once && mayBeSent;
		return mayBeLost ? 'lost' : 'nothing';
	}
	if (known.isComplete) return 'all';
	const { sent, doubt } = known;
	const begun = [...sent.map(([name]) => name), ...(doubt ? [doubt.step] : [])];
	if (begun.length === 0) return 'nothing';
	const { steps } = delivery;
	// Whoever did not read the item sends nothing of it.
	const isSame = steps.length === 0 || begun.every((name, at) => steps[at]?.name === name);
	if (doubt) return isSame ? 'doubt' : 'doubtChanged';
	if (!isSame) return 'changed';
	return sent.length === steps.length ? 'all' : 'some';
}

/** What this execution knows of a delivery before the run. */
export function earlierOf(journal: Journal, delivery: Delivery): Earlier {
	const known = journal.of(delivery.item, delivery.who);
	const before = beforeOf(known, delivery, journal);
	const { doubt } = known ?? {};
	return {
		known,
		before,
		about: doubt?.about,
		isOwnDoubt: doubt !== undefined && doubt.by === journal.execution,
		failure: doubt ? inDoubt(doubt.why) : before === 'lost' ? lost : undefined,
	};
}

/**
 * Why nothing of a delivery is sent now, by what is known before the run; undefined if something may be.
 * @param cannot why it cannot be sent
 * @param ofRetry why another retry may have sent it
 */
export function whyNotNow(
	{ known, failure }: Earlier,
	fate: Fate,
	cannot: Failure | undefined,
	ofRetry: Failure | undefined,
): Failure | undefined {
	if (fate === 'failInDoubt' || (fate === 'failLost' && !cannot)) return failure;
	const doubt = failure ?? ofRetry;
	if (fate === 'failChanged' && !cannot) return besideDoubt(changedFailure, doubt);
	if (!cannot) return undefined;
	const both = besideDoubt(cannot, doubt);
	// Somebody who wants a doubt to be settled reads why that cannot be. It stays a failure of the earlier run.
	return known?.doubt && failure ? { ...both, origin: failure.origin } : both;
}
