// Tests: test/engine/secondRetries.test.ts, test/engine/quietHours.test.ts
import type { ClaimOfRetry } from './claimOfRetry';
import type { Delivery, Failure, Once } from './Delivery';
import type { HeldKey } from './HeldKey';
import { besideDoubt, type Known, planOf } from './known';
import type { Plan } from './plan';
import type { KeyAnswer } from './sendOnceKeys';
import type { Policy, World } from './World';

/** What becomes of a delivery now. */
type Decision<Why> =
	| { is: 'planned'; known: Known<Why>; plan: Plan; held?: HeldKey<Why> | undefined }
	/** @property known also what its key knows */
	| { is: 'failed'; failure: Failure<Why>; known: Known<Why> }
	/** Another execution works on its key. */
	| { is: 'busy'; attempt: number };

/** How a run, or a dry run, asks what this execution does not know itself. */
interface Asked<Why> {
	/** Whether another retry may have sent it. */
	claim: () => Promise<Failure<Why> | undefined>;
	/** What its key knows. */
	key: (delivery: KeyedDelivery<Why>, known: Known<Why>) => Promise<KeyAnswer<Why>>;
}

type KeyedDelivery<Why> = Delivery<Why> & { once: Once };

const isKeyed = <Why>(delivery: Delivery<Why>): delivery is KeyedDelivery<Why> =>
	delivery.once !== undefined;

/** What a decision depends on besides the delivery. */
interface Circumstances<Why> {
	policy: Pick<Policy, 'whenUnsure'>;
	world: World<Why>;
	claim: Pick<ClaimOfRetry<Why>, 'found'>;
}

/** Whether this execution has sent parts of it, or may have: then the hour does not hold back the rest. */
const hasBegun = ({ before, doubt }: Known<unknown>) =>
	before !== 'nothing' && (doubt === undefined || doubt.origin === 'earlierRun');

/**
 * Why nothing of a delivery goes, by what this execution knows itself.
 * @returns undefined if something may go, or if all of it was sent
 */
export function refusalOf<Why>(
	{ cannot }: Delivery<Why>,
	known: Known<Why>,
	{ policy, world, claim }: Circumstances<Why>,
): Failure<Why> | undefined {
	const plan = planOf(known, policy.whenUnsure);
	if (plan.do === 'answer') return undefined;
	const { doubt } = known;
	const isLost = doubt?.origin === 'lostRun';
	if (plan.do === 'fail' && doubt && !(cannot && isLost)) return doubt;
	if (!cannot) return undefined;
	const beside = besideDoubt(cannot, doubt ?? claim.found, world);
	// Somebody who wants a doubt to be settled reads why that cannot be. It stays a failure of the earlier run.
	return doubt && !isLost ? { ...beside, origin: doubt.origin } : beside;
}

/**
 * The order in which a delivery is decided: whether another retry was first, the hour, this retry's claim, its key. A run
 * carries out what comes of it, a dry run says it.
 */
export async function decide<Why>(
	delivery: Delivery<Why>,
	known: Known<Why>,
	circumstances: Circumstances<Why>,
	asked: Asked<Why>,
): Promise<Decision<Why>> {
	const { policy, world, claim } = circumstances;
	const fail = (failure: Failure<Why>, of = known): Decision<Why> => ({
		is: 'failed',
		known: of,
		// Another retry may have sent what is to be sent again.
		failure: besideDoubt(failure, of.doubt ?? claim.found, world),
	});
	const ofOther = (failure: Failure<Why> | undefined) =>
		policy.whenUnsure === 'resend' ? undefined : failure;
	const first = ofOther(claim.found);
	if (first) return fail(first);
	const notNow = hasBegun(known) ? undefined : delivery.mayBegin?.();
	if (notNow !== undefined) return fail({ delivery: 'notSent', origin: 'quietHours', why: notNow });
	const other = await asked.claim();
	const refused = ofOther(other);
	if (refused) return fail(refused);
	if (!isKeyed(delivery)) {
		// Nobody knows what another retry sent. It is sent again, and that may fail.
		const all = other && !known.doubt ? { ...known, doubt: other } : known;
		return { is: 'planned', known: all, plan: planOf(known, policy.whenUnsure) };
	}
	const begun = await asked.key(delivery, known);
	if (begun.is === 'busy') return begun;
	if (begun.is === 'failed')
		return begun.failure.origin === 'end'
			? { is: 'failed', failure: begun.failure, known: begun.known ?? known }
			: fail(begun.failure, begun.known);
	const plan = planOf(begun.known, policy.whenUnsure);
	const { doubt } = begun.known;
	if (plan.do === 'fail' && doubt) return { is: 'failed', failure: doubt, known: begun.known };
	return { is: 'planned', known: begun.known, plan, held: begun.held };
}
