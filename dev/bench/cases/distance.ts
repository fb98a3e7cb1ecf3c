import type { Case } from '../case';
import { ratio } from '../goals';
import { httpRequest, ours, plainLoop } from '../subjects';

/** Texts to a service that is 40 ms away: the cost of waiting. */
export const distance: Case[] = [
	{
		name: 'far',
		title: '100 texts, 40 ms away',
		over: 'far',
		subjects: {
			'ours, 64 at once': ours({ concurrency: 64 }),
			'HTTP Request, all at once': httpRequest(),
			'ours, 8 at once': ours(),
			'ours, one recipient': ours({}, { to: '4915100000000' }),
			'plain loop, one after the other': plainLoop,
		},
		counts: [100],
		goals: [
			{
				what: '64 at once: times faster than HTTP Request with all at once',
				value: ratio('HTTP Request, all at once', 'ours, 64 at once'),
				least: 1.1,
			},
			{
				what: '8 at once: times faster than one after the other',
				value: ratio('plain loop, one after the other', 'ours, 8 at once'),
				least: 19,
			},
			{
				what: 'one recipient: times faster than one after the other',
				value: ratio('plain loop, one after the other', 'ours, one recipient'),
				least: 3,
			},
		],
	},
];
