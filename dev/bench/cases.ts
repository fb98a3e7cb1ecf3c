import type { Case, Goal } from './case';
import { cpu, growth, live, medianOf, ratio } from './goals';
import {
	evaluatedText,
	floor,
	httpRequest,
	httpSendPicture,
	httpUpload,
	ours,
	sendPicture,
	upload,
} from './subjects';

const MiB = 1024 * 1024;
const [typed, withCredential, loop] = ['HTTP Request', 'HTTP Request, credential', 'only sending'];
const both = 'evaluation and sending';
const allAtOnce = 'HTTP Request, all at once';
const uploadForEach = 'HTTP Request, an upload for each';

const many = [1000, 10_000, 100_000];

/** How many times faster one subject is than another, at least. */
const faster = (least: number, than: string, who = 'ours'): Goal => ({
	what: `${who === 'ours' ? '' : `${who}: `}times faster than ${than}`,
	value: ratio(than, who),
	least,
});
const timeOf = (of: string, most: number, what = `time / that of ${of}`): Goal => ({
	what,
	value: ratio('ours', of),
	most,
});

/** While n8n's event loop is blocked, it answers nobody. */
const blocks = ['reading', 'sending', 'finishing'].map(
	(phase, place): Goal => ({
		what: `longest block of n8n's event loop while ${phase} 10,000`,
		value: (series) => medianOf(series, 'ours', ({ blocks }) => blocks[place], 10_000),
		unit: 'ms',
		most: 50,
	}),
);

/** The case of an upload that must not need more memory, however large the files are. */
const memoryOf = (name: string, title: string, files: Case['files']): Case => ({
	name,
	title,
	files,
	counts: [files?.count ?? 0],
	fresh: true,
	subjects: { ours: upload },
	goals: [
		{
			what: 'more memory during the upload',
			value: (series) => growth(series, 'ours'),
			unit: 'MiB',
			most: 64,
		},
	],
});

/** First texts on one machine, then a service that is 40 ms away, files, and Send Once Keys. */
export const cases: Case[] = [
	{
		name: 'tls',
		title: '2,000 texts to 2,000 recipients, TLS',
		subjects: {
			ours: ours(),
			[loop]: floor(),
			[typed]: httpRequest(),
			[withCredential]: httpRequest(false),
		},
		counts: [2000],
		goals: [
			faster(5, typed),
			{ what: `CPU / ${typed}'s`, value: ratio('ours', typed, cpu), most: 0.25 },
			faster(12, withCredential),
			timeOf(loop, 2.5),
		],
	},
	{
		name: 'floor',
		title: 'the same with a text that n8n has to evaluate',
		subjects: {
			ours: ours({}, { text: evaluatedText }),
			[both]: floor(evaluatedText),
			[loop]: floor(),
		},
		counts: [2000],
		// The node also looks at what people entered, and keeps what a retry needs.
		goals: [timeOf(both, 1.25)],
	},
	{
		name: 'scale',
		title: '1,000 / 10,000 / 100,000 texts, TLS',
		subjects: { ours: ours(), [loop]: floor() },
		counts: many,
		goals: [
			...blocks,
			{
				// A short run opens its connections and compiles its code for few.
				what: 'time per text, of 100,000 / of 10,000',
				value: (series) =>
					medianOf(series, 'ours', undefined, 100_000) /
					medianOf(series, 'ours', undefined, 10_000) /
					10,
				most: 1.1,
			},
			{
				what: "memory in use per text, beyond n8n's items",
				value: (series) =>
					(medianOf(series, 'ours', live) - medianOf(series, loop, live)) / 100_000,
				unit: 'B',
				// What waits, or what a retry needs and what comes out.
				most: 943,
			},
		],
	},
	{
		name: 'first',
		title: 'the first text of a new n8n, TLS',
		subjects: { ours: ours(), [typed]: httpRequest(), [withCredential]: httpRequest(false) },
		counts: [1],
		fresh: true,
		// It compiles the whole node; later ones do not.
		goals: [timeOf(typed, 1.3), timeOf(withCredential, 1, 'time / the same, credential')],
	},
	{
		name: 'far',
		title: '200 texts, 40 ms away',
		over: 'far',
		subjects: {
			ours: ours(),
			[allAtOnce]: httpRequest(),
			'ours, one recipient': ours({}, { to: '4915100000000' }),
		},
		counts: [200],
		goals: [timeOf(allAtOnce, 1)],
	},
	{
		name: 'farther',
		title: '400 texts, 300 ms away',
		over: 'farther',
		subjects: { ours: ours(), [allAtOnce]: httpRequest() },
		counts: [400],
		goals: [faster(0.7, allAtOnce)],
	},
	{
		name: 'oneWorker',
		title: '100 texts to a service that does one after the other, 20 ms each',
		over: 'oneWorker',
		subjects: { ours: ours(), [allAtOnce]: httpRequest() },
		counts: [100],
		goals: [timeOf(allAtOnce, 1.1)],
	},
	memoryOf('huge', 'upload of 1 GiB, TLS', { count: 1, bytes: 1024 * MiB }),
	memoryOf('eight', '8 uploads of 128 MiB at once, TLS', { count: 8, bytes: 128 * MiB }),
	{
		name: 'large',
		title: 'upload of 512 MiB, plain HTTP',
		over: 'plain',
		files: { count: 1, bytes: 512 * MiB },
		subjects: { ours: upload, [typed]: httpUpload },
		counts: [1],
		fresh: true,
		goals: [
			faster(2, typed),
			{
				what: `extra memory / of ${typed}'s`,
				value: (series) => growth(series, 'ours') / growth(series, typed),
				most: 0.25,
			},
		],
	},
	{
		name: 'small',
		title: '2,000 uploads of 10 kB, plain HTTP',
		over: 'plain',
		files: { count: 2000, bytes: 10_000 },
		subjects: { ours: upload, [typed]: httpUpload },
		counts: [2000],
		goals: [
			faster(1.5, typed),
			{ what: `CPU / ${typed}'s`, value: ratio('ours', typed, cpu), most: 0.75 },
		],
	},
	{
		name: 'picture',
		title: 'a picture of 5 MiB to 200 recipients, plain HTTP',
		over: 'plain',
		files: { count: 1, bytes: 5 * MiB },
		subjects: { ours: sendPicture, [uploadForEach]: httpSendPicture },
		counts: [200],
		goals: [faster(10, uploadForEach)],
	},
	{
		name: 'keys',
		title: '500 texts with Send Once Key, plain HTTP',
		over: 'plain',
		subjects: {
			// n8n evaluates the same without a key.
			ours: ours({ typingFirst: '={{ $execution.id + $json.to && 0 }}' }),
			'ours, a new key for each': ours({ sendOnceKey: '={{ $execution.id + $json.to }}' }),
		},
		counts: [500],
		goals: [
			{
				what: "a key's cost per send",
				value: (series) =>
					(medianOf(series, 'ours, a new key for each') - medianOf(series, 'ours')) / 500,
				unit: 'ms',
				// Four statements in n8n's database.
				most: 5,
			},
		],
	},
];
