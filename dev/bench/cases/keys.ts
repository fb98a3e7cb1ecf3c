import type { Case, Goal } from '../case';
import { perItem } from '../goals';
import { ours } from '../subjects';

/** How many keys the node has stored before the run. `npm run bench:workers` goes up to 100,000. */
const kept = [0, 3000];
const nameOf = (keys: number) => `ours, ${keys} keys kept`;
/** A new key for each message of each run. n8n evaluates the same for the subject without keys. */
const withKey = ours({ sendOnceKey: '={{ $execution.id + $json.to }}' });
const without = ours({ typingFirst: '={{ $execution.id + $json.to && 0 }}' });

const costOf = (keys: number): Goal => ({
	what: `a key's cost per send, ${keys} keys kept`,
	value: (own) => (perItem(own, nameOf(keys))[0] ?? NaN) - (perItem(own, 'ours')[0] ?? NaN),
	unit: 'ms',
	most: 0.5,
});

/** Texts with a Send Once Key: what a key costs in one process. */
export const keys: Case[] = [
	{
		name: 'keys',
		title: '500 texts with Send Once Key, plain HTTP',
		over: 'plain',
		counts: [500],
		subjects: {
			ours: { ...without, warmUp: 500 },
			...Object.fromEntries(kept.map((count) => [nameOf(count), { ...withKey, warmUp: count }])),
		},
		fresh: 'workflow',
		goals: kept.map(costOf),
	},
];
