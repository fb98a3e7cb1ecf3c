import type { Case } from '../case';
import { perItem } from '../goals';
import { ours } from '../subjects';

/** Numbers of keys that the node has stored before the run. */
const stored = [0, 1000, 10_000];
/** The number of keys has no limit; storing this many takes 100 s. */
const many = 100_000;
const nameOf = (keys: number) => `ours, ${keys} keys kept`;
/** A new key for each message of each run. */
const withKey = ours({ sendOnceKey: '={{ $execution.id + $json.to }}' });

/** Texts with a Send Once Key: the cost of a key. */
export const keys: Case[] = [
	{
		name: 'keys',
		title: '500 texts with Send Once Key, plain HTTP',
		over: 'plain',
		subjects: {
			ours: { ...ours(), warmUp: 500 },
			...Object.fromEntries(stored.map((count) => [nameOf(count), { ...withKey, warmUp: count }])),
		},
		counts: [500],
		freshWorkflows: true,
		unsaved: true,
		goals: stored.map((count) => ({
			what: `a key's cost per send, ${count} keys kept`,
			value: (own) => (perItem(own, nameOf(count))[0] ?? NaN) - (perItem(own, 'ours')[0] ?? NaN),
			unit: 'ms',
			most: 0.5,
		})),
	},
	{
		name: 'many-keys',
		title: `500 texts with Send Once Key, ${many} keys kept, plain HTTP`,
		over: 'plain',
		subjects: { ours: ours(), [nameOf(many)]: { ...withKey, warmUp: many } },
		counts: [500],
		unsaved: true,
		goals: [
			{
				what: `a key's cost per send, ${many} keys kept`,
				value: (own) => (perItem(own, nameOf(many))[0] ?? NaN) - (perItem(own, 'ours')[0] ?? NaN),
				unit: 'ms',
				most: 0.5,
			},
		],
	},
];
