import type { Case, Goal, Series } from '../case';
import { caseOf, cpu, listed, live, ofAll, perItem, ratio, spread } from '../goals';
import { evaluatedText, floor, httpRequest, nothing, ours } from '../subjects';

const [typed, withCredential, loop] = ['HTTP Request', 'HTTP Request, credential', 'only sending'];
const perText = (what: string, subject: string): Goal => ({
	what,
	value: (own) => perItem(own, subject).at(-1) ?? NaN,
	unit: 'ms',
});

/** The longest block of n8n's event loop while reading, sending and finishing (ms). */
const blocks = (own: Series[], subject: string) =>
	[0, 1, 2].map((phase) => ofAll(own, subject, ({ blocks }) => blocks[phase]));

const perMany = (own: Series[], subject: string) => ofAll(own, subject, live) / 100_000;

/** Texts on one machine: the cost of the node itself. */
export const texts: Case[] = [
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
			{ what: 'times faster than HTTP Request', value: ratio(typed, 'ours'), least: 5 },
			{ what: "CPU / HTTP Request's", value: ratio('ours', typed, cpu), most: 0.25 },
			{
				what: 'times faster than HTTP Request, credential',
				value: ratio(withCredential, 'ours'),
				least: 12,
			},
			{ what: 'time / that of only sending', value: ratio('ours', loop), most: 2.5 },
		],
	},
	{
		name: 'floor',
		title: 'the same with a text that n8n has to evaluate',
		over: 'tls',
		subjects: {
			ours: ours({}, { text: evaluatedText }),
			'evaluation and sending': floor('both'),
			'only evaluation': floor('evaluation'),
			[loop]: floor('sending'),
			'a node that does nothing': nothing,
		},
		counts: [2000],
		goals: [
			{
				what: 'time / that of evaluation and sending',
				value: ratio('ours', 'evaluation and sending'),
				most: 1.1,
			},
			perText('the floor per text: evaluation', 'only evaluation'),
			perText('sending', loop),
			{
				what: "n8n's own overhead for a node and all its items",
				value: (own) => ofAll(own, 'a node that does nothing'),
				unit: 'ms',
			},
		],
	},
	{
		name: 'scale',
		title: '1,000 / 10,000 texts, TLS',
		over: 'tls',
		subjects: { ours: ours(), [loop]: floor('sending') },
		counts: [1000, 10_000],
		goals: [
			{
				what: (own) =>
					`longest block of n8n's event loop while reading / sending / finishing: ${listed(blocks(own, 'ours'), 0)} ms`,
				value: (own) => Math.max(...blocks(own, 'ours')),
				unit: 'ms',
				most: 50,
			},
			{
				what: (own) => `the same with only sending: ${listed(blocks(own, loop), 0)} ms`,
				value: (own) => Math.max(...blocks(own, loop)),
				unit: 'ms',
			},
		],
	},
	{
		name: 'many',
		title: '100,000 texts, TLS',
		over: 'tls',
		subjects: { ours: ours(), [loop]: floor('sending') },
		counts: [100_000],
		goals: [
			{
				what: (_, all) => `ms per text, 1,000 / 10,000 / 100,000: ${listed(scaled(all), 3)}`,
				value: (_, all) => spread(scaled(all)),
				most: 1.25,
			},
			{
				what: (own) =>
					`memory in use per text, beyond the ${perMany(own, loop).toFixed(0)} B of n8n's items`,
				value: (own) => perMany(own, 'ours') - perMany(own, loop),
				unit: 'B',
				most: 500,
			},
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
			{ what: 'time / that of HTTP Request', value: ratio('ours', typed), most: 1 },
			{ what: 'time / the same, credential', value: ratio('ours', withCredential), most: 1 },
		],
	},
];

function scaled(all: Series[]): number[] {
	return ['scale', 'many'].flatMap((name) => perItem(caseOf(all, name), 'ours'));
}
