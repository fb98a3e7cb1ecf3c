import type { Case } from '../case';
import { ratio } from '../goals';
import { ours, plainLoop } from '../subjects';

/** Texts to a service that is 40 ms away: the cost of waiting. */
export const distance: Case[] = [
	{
		name: 'far-one',
		title: '100 texts to one recipient, 40 ms away',
		over: 'far',
		subjects: { ours: ours(), 'plain loop': plainLoop },
		counts: [100],
		recipients: 1,
		goals: [
			{ what: 'times faster than a plain loop', value: ratio('plain loop', 'ours'), least: 3 },
		],
	},
	{
		name: 'far-many',
		title: '100 texts to 100 recipients, 40 ms away',
		over: 'far',
		// Eight at once need 13 round trips, plus those of the connections; the option is for such services.
		subjects: {
			ours: ours(),
			'ours, 16 at once': ours({ concurrency: 16 }),
			'plain loop': plainLoop,
		},
		counts: [100],
		goals: [
			{
				what: 'times faster than a plain loop, default options',
				value: ratio('plain loop', 'ours'),
				least: 20,
			},
			{
				what: 'times faster than a plain loop, 16 at once',
				value: ratio('plain loop', 'ours, 16 at once'),
				least: 20,
			},
		],
	},
];
