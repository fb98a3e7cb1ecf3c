import type { Case, Goal } from '../case';
import { perItem } from '../goals';
import { ours } from '../subjects';

/** How many keys the node has stored before the run. There is no limit; the last takes minutes to store. */
const [few, many] = [[0, 1000, 10_000], 100_000];
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

const plain: Pick<Case, 'over' | 'counts' | 'unsaved'> = {
	over: 'plain',
	counts: [500],
	unsaved: true,
};

/** Texts with a Send Once Key: what a key costs in one process. `npm run bench:workers` measures two workers. */
export const keys: Case[] = [
	{
		...plain,
		name: 'keys',
		title: '500 texts with Send Once Key, plain HTTP',
		subjects: {
			ours: { ...without, warmUp: 500 },
			...Object.fromEntries(few.map((count) => [nameOf(count), { ...withKey, warmUp: count }])),
		},
		freshWorkflows: true,
		goals: few.map(costOf),
	},
	{
		...plain,
		name: 'many-keys',
		title: `500 texts with Send Once Key, ${many} keys kept, plain HTTP`,
		subjects: { ours: without, [nameOf(many)]: { ...withKey, warmUp: many } },
		goals: [costOf(many)],
	},
];
