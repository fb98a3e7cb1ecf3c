import type { Case, Series } from './case';
import {
	atLeast,
	atMost,
	caseOf,
	cpu,
	growth,
	listed,
	live,
	ofAll,
	perItem,
	ratio,
	spread,
} from './goals';
import {
	evaluatedText,
	floor,
	httpRequest,
	httpSendPicture,
	httpUpload,
	nothing,
	ours,
	plainLoop,
	sendPicture,
	upload,
} from './subjects';

const MiB = 1024 * 1024;
const [typed, withCredential, loop] = ['HTTP Request', 'HTTP Request, credential', 'only sending'];
const both = 'evaluation and sending';
const uploadForEach = 'HTTP Request, an upload for each';
const oneByOne = 'plain loop, one after the other';

/** The longest block of n8n's event loop while reading, sending and finishing (ms). */
const blocks = (own: Series[], subject: string) =>
	[0, 1, 2].map((phase) => ofAll(own, subject, ({ blocks }) => blocks[phase]));
const perMany = (own: Series[], subject: string) => ofAll(own, subject, live) / 100_000;
const scaled = (all: Series[]) =>
	['scale', 'many'].flatMap((name) => perItem(caseOf(all, name), 'ours'));
const perText = (subject: string) => (own: Series[]) => perItem(own, subject)[0] ?? NaN;

/** A new key for each message of each run. n8n evaluates the same for the subject without keys. */
const withKey = ours({ sendOnceKey: '={{ $execution.id + $json.to }}' });
const withoutKey = ours({ typingFirst: '={{ $execution.id + $json.to && 0 }}' });
/** How many keys the node has stored before the run. `npm run bench:workers` goes up to 100,000. */
const kept = [0, 3000];
const keeping = (keys: number) => `ours, ${keys} keys kept`;

/** First texts on one machine, then a service that is 40 ms away, files, and Send Once Keys. */
export const cases: Case[] = [
	{
		name: 'tls',
		title: '2,000 texts to 2,000 recipients, TLS',
		over: 'tls',
		subjects: {
			ours: ours(),
			[loop]: floor('sending'),
			[typed]: httpRequest(),
			[withCredential]: httpRequest(false),
		},
		counts: [2000],
		goals: [
			atLeast(5, 'times faster than HTTP Request', ratio(typed, 'ours')),
			atMost(0.25, "CPU / HTTP Request's", ratio('ours', typed, cpu)),
			atLeast(12, 'times faster than HTTP Request, credential', ratio(withCredential, 'ours')),
			atMost(2.5, 'time / that of only sending', ratio('ours', loop)),
		],
	},
	{
		name: 'floor',
		title: 'the same with a text that n8n has to evaluate',
		over: 'tls',
		subjects: {
			ours: ours({}, { text: evaluatedText }),
			[both]: floor('both'),
			'only evaluation': floor('evaluation'),
			[loop]: floor('sending'),
			'a node that does nothing': nothing,
		},
		counts: [2000],
		goals: [atMost(1.1, `time / that of ${both}`, ratio('ours', both))],
	},
	{
		name: 'scale',
		title: '1,000 / 10,000 texts, TLS',
		over: 'tls',
		subjects: { ours: ours(), [loop]: floor('sending') },
		counts: [1000, 10_000],
		goals: [
			atMost(
				50,
				(own) =>
					`longest block of n8n's event loop while reading / sending / finishing: ${listed(blocks(own, 'ours'), 0)} ms`,
				(own) => Math.max(...blocks(own, 'ours')),
				'ms',
			),
		],
	},
	{
		name: 'many',
		title: '100,000 texts, TLS',
		over: 'tls',
		subjects: { ours: ours(), [loop]: floor('sending') },
		counts: [100_000],
		goals: [
			atMost(
				1.25,
				(_, all) => `ms per text, 1,000 / 10,000 / 100,000: ${listed(scaled(all), 3)}`,
				(_, all) => spread(scaled(all)),
			),
			atMost(
				1000,
				(own) =>
					`memory in use per text, beyond the ${perMany(own, loop).toFixed(0)} B of n8n's items`,
				(own) => perMany(own, 'ours') - perMany(own, loop),
				'B',
			),
		],
	},
	{
		name: 'first',
		title: 'the first text of a new n8n, TLS',
		over: 'tls',
		subjects: { ours: ours(), [typed]: httpRequest(), [withCredential]: httpRequest(false) },
		counts: [1],
		fresh: 'process',
		goals: [
			atMost(1, 'time / that of HTTP Request', ratio('ours', typed)),
			atMost(1, 'time / the same, credential', ratio('ours', withCredential)),
		],
	},
	{
		name: 'far',
		title: '100 texts, 40 ms away',
		over: 'far',
		subjects: {
			'ours, 64 at once': ours({ concurrency: 64 }),
			'HTTP Request, all at once': httpRequest(),
			'ours, 8 at once': ours(),
			'ours, one recipient': ours({}, { to: '4915100000000' }),
			[oneByOne]: plainLoop,
		},
		counts: [100],
		goals: [
			atLeast(
				1.1,
				'64 at once: times faster than HTTP Request with all at once',
				ratio('HTTP Request, all at once', 'ours, 64 at once'),
			),
			atLeast(
				19,
				'8 at once: times faster than one after the other',
				ratio(oneByOne, 'ours, 8 at once'),
			),
			atLeast(
				3,
				'one recipient: times faster than one after the other',
				ratio(oneByOne, 'ours, one recipient'),
			),
		],
	},
	{
		name: 'huge',
		title: 'upload of 1 GiB, TLS',
		over: 'tls',
		files: { count: 1, bytes: 1024 * MiB, readingCounts: true },
		subjects: { ours: upload, 'no upload': nothing },
		counts: [1],
		alone: true,
		goals: [
			atMost(
				64,
				'more memory than only reading it',
				(own) => growth(own, 'ours') - growth(own, 'no upload'),
				'MiB',
			),
		],
	},
	{
		name: 'eight',
		title: '8 uploads of 128 MiB at once, TLS',
		over: 'tls',
		files: { count: 8, bytes: 128 * MiB, readingCounts: true },
		subjects: { ours: upload },
		counts: [8],
		alone: true,
		goals: [
			atMost(
				64,
				'more memory than one of 1 GiB',
				(own, all) => growth(own, 'ours') - growth(caseOf(all, 'huge'), 'ours'),
				'MiB',
			),
		],
	},
	{
		name: 'large',
		title: 'upload of 512 MiB, plain HTTP',
		over: 'plain',
		files: { count: 1, bytes: 512 * MiB, readingCounts: false },
		subjects: { ours: upload, [typed]: httpUpload },
		counts: [1],
		alone: true,
		goals: [
			atLeast(2, 'times faster than HTTP Request', ratio(typed, 'ours')),
			atMost(
				0.25,
				"extra memory / of HTTP Request's",
				(own) => growth(own, 'ours') / growth(own, typed),
			),
		],
	},
	{
		name: 'picture',
		title: 'a picture of 5 MiB to 200 recipients, plain HTTP',
		over: 'plain',
		files: { count: 1, bytes: 5 * MiB, readingCounts: false },
		subjects: { ours: sendPicture, [uploadForEach]: httpSendPicture },
		counts: [200],
		goals: [
			atLeast(
				20,
				'with one upload, times faster than HTTP Request with an upload for each',
				ratio(uploadForEach, 'ours'),
			),
		],
	},
	{
		name: 'keys',
		title: '500 texts with Send Once Key, plain HTTP',
		over: 'plain',
		counts: [500],
		subjects: {
			ours: { ...withoutKey, warmUp: 500 },
			...Object.fromEntries(kept.map((keys) => [keeping(keys), { ...withKey, warmUp: keys }])),
		},
		fresh: 'workflow',
		goals: kept.map((keys) =>
			atMost(
				0.5,
				`a key's cost per send, ${keys} keys kept`,
				(own) => perText(keeping(keys))(own) - perText('ours')(own),
				'ms',
			),
		),
	},
];
