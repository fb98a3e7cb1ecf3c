// Tests: test/delivery/attempts.test.ts
import type { Cause, Reasons } from '../delivery';
import { isObject } from '../service/json';
import type { WhyStopped } from '../words/stops';
import { because, sentAgain, type Why } from '../words/why';

/** What the core's reasons need to know of the run. */
interface Run {
	whyStopped: () => WhyStopped;
	/** Whether n8n does not keep this execution, or never retries one like it. */
	cannotRetry: boolean;
}

/** Each cause of the core as a reason of the node. */
function reasonOf(cause: Cause<Why>, { whyStopped, cannotRetry }: Run): Why {
	switch (cause.is) {
		case 'inDoubt':
			return { ...because('inDoubtFromEarlierRun'), earlier: cause.earlier };
		case 'runLost':
			return because('earlierRunLost');
		case 'changed':
			return because('changedInTheMiddle');
		case 'stillInDoubt':
			return sentAgain(cause.doubt, cause.again);
		case 'keyInDoubt':
			return because('keyInDoubt', { state: cause.state });
		case 'keyNotLookedUp':
		case 'keyNotRecorded':
		case 'retryNotRecorded':
			return because(cause.is, { said: cause.said });
		case 'retriedBefore':
			return because('retriedBefore', { execution: cause.execution });
		case 'stopped':
			return because('stopped', {
				why: whyStopped(),
				...(cause.mayBeSent && { mayBeSent: true }),
				...(cannotRetry && { cannotRetry: true }),
			});
		case 'stoppedWhileSentElsewhere':
			return because('stoppedWhileSentElsewhere', { why: whyStopped() });
		case 'givenUp':
			return because('givenUp', { pause: cause.after });
		case 'unexpected': {
			const { message = String(cause.error) } = (cause.error ?? {}) as { message?: string };
			return because('unexpected', { said: message });
		}
	}
}

/** Whether what was saved has the shape of a reason. Another version may have had others: their words say so. */
const isWhy = (saved: unknown): saved is Why =>
	isObject(saved) && typeof saved.name === 'string' && isObject(saved.facts);

/** How the core says why something was not sent, for a run. */
export const reasonsOf = (run: Run): Reasons<Why> => ({
	of: (cause) => reasonOf(cause, run),
	// No words of others, which may be about people.
	save: ({ name, facts }) => ({ name, facts: { ...facts, said: undefined, words: undefined } }),
	read: (saved) => (isWhy(saved) ? saved : undefined),
});
