import type { Policy } from './World';

/**
 * What is known of a delivery before it goes: of this execution (journal), of its key (marks), of a run that n8n lost.
 * `some`: so many steps were sent, and the others certainly not. `doubtAt`: the step at this position is in doubt, those
 * before it were sent. `unclear`: parts may have arrived that are not those of now, or nobody knows which.
 */
export type Before = 'nothing' | 'all' | { some: number } | { doubtAt: number } | 'unclear';

/** What becomes of it. */
export type Plan =
	/**
	 * The steps from this position go.
	 * @property counts whether the one before it was in doubt and counts as sent
	 * @property isAgain whether all goes again, although some may have arrived
	 */
	| { do: 'send'; from: number; counts?: true; isAgain?: true }
	/** The earlier answer comes out; of a key, that it was skipped. */
	| { do: 'answer' }
	/** Everything counts as sent. */
	| { do: 'countAll' }
	| { do: 'fail' };

/** The only decision about what goes. A run carries it out; a dry run, and Fail if More Than, say it. */
export function plan(before: Before, whenUnsure: Policy['whenUnsure']): Plan {
	if (before === 'nothing') return { do: 'send', from: 0 };
	if (before === 'all') return { do: 'answer' };
	if (before === 'unclear')
		return {
			fail: { do: 'fail' } as const,
			resend: { do: 'send', from: 0, isAgain: true } as const,
			countAsSent: { do: 'countAll' } as const,
		}[whenUnsure];
	if ('some' in before) return { do: 'send', from: before.some };
	const { doubtAt } = before;
	return {
		fail: { do: 'fail' } as const,
		resend: { do: 'send', from: doubtAt } as const,
		countAsSent: { do: 'send', from: doubtAt + 1, counts: true } as const,
	}[whenUnsure];
}
