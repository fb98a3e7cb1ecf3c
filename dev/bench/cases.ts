import type { Subject, Way } from './subjects';
import type { Load } from './track';

/** One workload, and who runs it in turn. */
export interface Case extends Way {
	name: string;
	title: string;
	subjects: Subject[];
	/** Several where a case is about how a subject does with more. */
	loads: Load[];
	/** False where the saved execution would be too large: then the time is taken between the nodes around it. */
	saved: boolean;
	/** Each subject in an n8n of its own, because a process does not give back all the memory it took. */
	alone?: boolean;
	/** Items before the first run that counts, where a thousand would take too long or too few. */
	warmUp?: (subject: Subject) => number;
	/** Each run in a new workflow, after a run that warms it up: what a node remembers of earlier runs is part of the case. */
	anew?: boolean;
	/** How many requests so many items take, where it is another number. */
	requests?: (subject: Subject, count: number) => number;
}

const texts = [{ count: 2000 }];

export const cases: Case[] = [
	{
		name: 'tls',
		title: '2,000 texts to 2,000 recipients, TLS',
		over: 'tls',
		subjects: ['ours', 'floor', 'HTTP Request'],
		loads: texts,
		saved: true,
	},
	{
		name: 'constant',
		title: 'the same, a constant text',
		over: 'tls',
		constantText: true,
		subjects: ['ours', 'HTTP Request'],
		loads: texts,
		saved: true,
	},
	{
		name: 'plain',
		title: 'the same over plain HTTP',
		over: 'plain',
		subjects: ['ours', 'HTTP Request', 'Telegram'],
		loads: texts,
		saved: true,
	},
	{
		name: 'far-one',
		title: '100 texts to one recipient, 40 ms away',
		over: 'far',
		subjects: ['ours', 'plain loop'],
		loads: [{ count: 100, recipients: 1 }],
		saved: true,
	},
	{
		name: 'far-many',
		title: '100 texts to 100 recipients, 40 ms away',
		over: 'far',
		// Eight at once need 13 round trips and those of the connections; the option is there for such services.
		subjects: ['ours', 'ours, 16 at once', 'plain loop'],
		loads: [{ count: 100 }],
		saved: true,
	},
	{
		name: 'scale',
		title: '1,000 / 10,000 / 100,000 texts, TLS',
		over: 'tls',
		// The floor shows what of it is n8n's: an execution begins with a fresh, slow isolate for its expressions.
		subjects: ['ours', 'floor'],
		loads: [{ count: 1000 }, { count: 10_000 }, { count: 100_000 }],
		saved: false,
	},
	{
		name: 'huge',
		title: 'upload of 1 GiB, TLS',
		over: 'tls',
		file: { kind: 'huge', readingCounts: true },
		subjects: ['ours', 'no upload'],
		loads: [{ count: 1 }],
		requests: (subject) => (subject === 'no upload' ? 0 : 1),
		saved: false,
		alone: true,
	},
	{
		name: 'eight',
		title: '8 uploads of 128 MiB at once, TLS',
		over: 'tls',
		file: { kind: 'eighth', readingCounts: true },
		subjects: ['ours'],
		loads: [{ count: 8 }],
		saved: false,
		alone: true,
	},
	{
		name: 'large',
		title: 'upload of 512 MiB, plain HTTP',
		over: 'plain',
		file: { kind: 'large', readingCounts: false },
		subjects: ['ours', 'HTTP Request', 'curl'],
		loads: [{ count: 1 }],
		saved: false,
		alone: true,
	},
	{
		name: 'picture',
		title: 'a picture of 5 MiB to 1,000 recipients, plain HTTP',
		over: 'plain',
		file: { kind: 'picture', readingCounts: false, toRecipients: true },
		subjects: ['ours', 'HTTP Request'],
		loads: [{ count: 1000 }],
		warmUp: () => 10,
		requests: (subject, count) => (subject === 'ours' ? count + 1 : 2 * count),
		saved: false,
	},
	{
		name: 'keys',
		title: '500 texts with Send Once Key, plain HTTP',
		over: 'plain',
		subjects: ['ours', 'ours, 0 keys kept', 'ours, 1000 keys kept', 'ours, 10000 keys kept'],
		loads: [{ count: 500 }],
		warmUp: (subject) => Number(/\d+/.exec(subject)?.[0] ?? 500),
		anew: true,
		saved: false,
	},
];
