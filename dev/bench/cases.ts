import type { Case, Goal } from './case';
import { cpu, growth, live, medianOf, ratio } from './goals';
import { evaluatedText, floor, httpRequest, httpUpload, ours, upload } from './subjects';

const MiB = 1024 * 1024;
const [typed, withCredential, loop] = ['HTTP Request', 'HTTP Request, credential', 'only sending'];
const allAtOnce = 'HTTP Request, all at once';
const keyForEach = 'ours, a new key for each';
const evaluated = 'ours, a text that n8n evaluates';

/** How many times faster our node is than another subject, at least. @param node which of ours */
const faster = (least: number, than: string, node = 'ours'): Goal => ({
	what: `${node === 'ours' ? '' : `${node}: `}times faster than ${than}`,
	value: ratio(than, node),
	least,
});
const timeOf = (of: string, most: number): Goal => ({
	what: `time / that of ${of}`,
	value: ratio('ours', of),
	most,
});
const cpuOf = (of: string, most: number): Goal => ({
	what: `CPU / ${of}'s`,
	value: ratio('ours', of, cpu),
	most,
});

/** A list on one machine and at two distances, files, and what memory and a key cost. */
export const cases: Case[] = [
	{
		name: 'list',
		title: '2,000 texts to 2,000 recipients, TLS',
		subjects: {
			ours: ours(),
			[evaluated]: ours({}, { text: evaluatedText }),
			[loop]: floor,
			[typed]: httpRequest(),
			[withCredential]: httpRequest(false),
		},
		count: 2000,
		goals: [
			faster(5, typed),
			faster(4.5, typed, evaluated),
			cpuOf(typed, 0.25),
			faster(12, withCredential),
			timeOf(loop, 2.5),
		],
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
		count: 200,
		goals: [timeOf(allAtOnce, 1)],
	},
	{
		name: 'farther',
		title: '400 texts, 300 ms away',
		over: 'farther',
		subjects: { ours: ours(), [allAtOnce]: httpRequest() },
		count: 400,
		goals: [faster(0.7, allAtOnce)],
	},
	{
		name: 'big',
		title: 'upload of 512 MiB, plain HTTP',
		over: 'plain',
		files: { count: 1, bytes: 512 * MiB },
		subjects: { ours: upload, [typed]: httpUpload },
		count: 1,
		fresh: true,
		goals: [
			faster(2, typed),
			{
				what: 'more memory during the upload',
				value: (series) => growth(series, 'ours'),
				unit: 'MiB',
				most: 64,
			},
		],
	},
	{
		name: 'small',
		title: '2,000 uploads of 10 kB, plain HTTP',
		over: 'plain',
		files: { count: 2000, bytes: 10_000 },
		subjects: { ours: upload, [typed]: httpUpload },
		count: 2000,
		goals: [faster(1.5, typed), cpuOf(typed, 0.75)],
	},
	{
		name: 'memory',
		title: '100,000 texts, TLS',
		subjects: { ours: ours(), [loop]: floor },
		count: 100_000,
		goals: [
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
		name: 'key',
		title: '500 texts with Send Once Key, plain HTTP',
		over: 'plain',
		subjects: {
			// n8n evaluates the same without a key.
			ours: ours({ typingFirst: '={{ $execution.id + $json.to && 0 }}' }),
			[keyForEach]: ours({ sendOnceKey: '={{ $execution.id + $json.to }}' }),
		},
		count: 500,
		goals: [
			{
				what: "a key's cost per send",
				value: (series) => (medianOf(series, keyForEach) - medianOf(series, 'ours')) / 500,
				unit: 'ms',
				// Four statements in n8n's database.
				most: 5,
			},
		],
	},
];
