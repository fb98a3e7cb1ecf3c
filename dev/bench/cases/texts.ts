import type { Case, Series } from '../case';
import { cpu, growthPerItem, heapKept, last, listed, perItem, ratio, spread } from '../goals';
import { constantText, floor, httpRequest, ours, telegram } from '../subjects';

const payload = (own: Series[]) => own[0]?.runs[0]?.payload ?? NaN;

function aboveFloor(own: Series[]): number[] {
	const ofFloor = perItem(own, 'floor');
	return perItem(own, 'ours').map((ms, place) => ms / (ofFloor[place] ?? NaN));
}

/** Texts on one machine: the cost of the node itself. */
export const texts: Case[] = [
	{
		name: 'tls',
		title: '2,000 texts to 2,000 recipients, TLS',
		over: 'tls',
		subjects: { ours: ours(), floor, 'HTTP Request': httpRequest() },
		counts: [2000],
		goals: [
			{ what: 'time of ours / of the floor', value: ratio('ours', 'floor'), most: 1.15 },
			{ what: 'times faster than HTTP Request', value: ratio('HTTP Request', 'ours'), least: 2.2 },
			{
				what: 'CPU per send / of HTTP Request',
				value: ratio('ours', 'HTTP Request', cpu),
				most: 0.4,
			},
		],
	},
	{
		name: 'constant',
		title: 'the same, a constant text',
		over: 'tls',
		subjects: { ours: ours({}, constantText), 'HTTP Request': httpRequest(`'${constantText}'`) },
		counts: [2000],
		goals: [
			{ what: 'times faster than HTTP Request', value: ratio('HTTP Request', 'ours'), least: 3.5 },
		],
	},
	{
		name: 'plain',
		title: 'the same over plain HTTP',
		over: 'plain',
		subjects: { ours: ours(), 'HTTP Request': httpRequest(), Telegram: telegram },
		counts: [2000],
		goals: [
			{ what: 'times faster than HTTP Request', value: ratio('HTTP Request', 'ours'), least: 1.6 },
			{ what: 'times faster than Telegram', value: ratio('Telegram', 'ours'), least: 2.9 },
		],
	},
	{
		name: 'scale',
		title: '1,000 / 10,000 / 100,000 texts, TLS',
		over: 'tls',
		// The floor shows n8n's share: each execution starts with a new, slow isolate for its expressions.
		subjects: { ours: ours(), floor },
		counts: [1000, 10_000, 100_000],
		unsaved: true,
		goals: [
			{
				what: (own) => `ms per item: ${listed(perItem(own, 'ours'), 3)}`,
				value: (own) => spread(perItem(own, 'ours')),
				most: 1.25,
			},
			{
				what: (own) => `the floor's: ${listed(perItem(own, 'floor'), 3)}`,
				value: (own) => spread(perItem(own, 'floor')),
			},
			{
				what: (own) => `ours / the floor: ${listed(aboveFloor(own), 2)}`,
				value: (own) => spread(aboveFloor(own)),
			},
			{
				// Fewer items do not fill the memory that the process takes anyway, so the bound is for the most items.
				what: (own) =>
					`peak memory growth per item: ${listed(growthPerItem(own, 'ours'), 0)} B; beyond its ${payload(own)} B of JSON`,
				value: (own) => last(growthPerItem(own, 'ours')) - payload(own),
				unit: 'B',
				most: 2048,
			},
			{
				what: "the floor's growth per item",
				value: (own) => last(growthPerItem(own, 'floor')),
				unit: 'B',
			},
			{
				what: 'heap kept per item',
				value: (own) => last(perItem(own, 'ours', heapKept)),
				unit: 'B',
			},
		],
	},
];
