import { seededRandom } from '../unit/support/seededRandom';
import {
	both,
	type Case,
	minute,
	oneIn,
	people,
	type Row,
	second,
	someRefused,
	told,
	untold,
} from './case';
import {
	always,
	forEach,
	free,
	instance,
	type Limit,
	type Message,
	punishing,
	recipient,
	refusing,
	slidingWindow,
	tokenBucket,
} from './limits';
import { mixed } from './mixedCases';
import { ofServices } from './serviceCases';

const throughSlow = people(500).map(({ to }, index) => ({
	to,
	instance: index % 25 === 7 ? 'slow' : 'fast',
}));
const slowInstance = () => forEach(instance, (key) => (key === 'slow' ? tokenBucket(1, 1) : free));
const tenAMinute = () => slidingWindow(10, minute, true);

const ofRecipients: Case[] = [
	...both(['15 people with eight each, one per person in 3 s', 21, people(15, 8), () => oneIn(3)]),
	...both(['500, 20 through an instance with 1/s', 19, throughSlow, slowInstance]),
	told([
		'200 people, every tenth always refused for 60 s',
		0.25,
		people(200),
		() => someRefused(10, 60),
		{ refused: 20 },
	]),
	told([
		'two instances with 50 each, one always refused for 60 s',
		0.1,
		people(100, 1, 2),
		() => forEach(instance, (key) => (key === '1' ? always(minute) : free)),
		{ refused: 50 },
	]),
	told([
		'320 with 1/s, and 20 through an instance that always refuses for 60 s',
		319,
		people(340).map(({ to }, at) => ({ to, instance: at % 17 === 0 ? 'bad' : 'slow' })),
		() => forEach(instance, (key) => (key === 'bad' ? always(minute) : tokenBucket(1, 1))),
		{ refused: 20 },
	]),
	untold([
		'200 people with one file, latency 0.3 s, 8 at once',
		8,
		people(200).map((message) => ({ ...message, file: 'photo' })),
		() => free,
		{ latencies: [300] },
	]),
	untold(['600 at 10/s, burst 1', 60, people(600), () => tokenBucket(10, 1), { most: 65 }]),
];

const to = (name: string, count: number, each = 1) =>
	Array.from({ length: count * each }, (_, index) => ({
		to: `${name} ${Math.floor(index / each)}`,
		instance: '0',
	}));
const cappedFor = (wait: number) => () =>
	refusing((message) => message.to.startsWith('capped'), wait * second);
/** So many people have had their message of the day, at this place of a list with others. */
const capped = (count: number, wait: number, before: number, others: number): Row => [
	`${count} capped for ${wait} s after ${before}, ${others} others`,
	others * 0.001,
	[...to('first', before), ...to('capped', count), ...to('other', others - before)],
	cappedFor(wait),
	{ refused: count, accepts: 20 },
];

/**
 * Half of 200 people had their message of the day: those at the top of the list, or some from all over it. If more than two
 * thirds had, so few messages may ask that a run can give the instance up before one of the others is asked.
 */
function halfCapped(place: 'top' | 'random'): Message[] {
	const names = Array.from({ length: 200 }, (_, at) => ({
		to: `${at < 100 ? 'capped' : 'free'} ${at}`,
		instance: '0',
	}));
	if (place === 'top') return names;
	const random = seededRandom(100);
	const ranked = names.map((one) => ({ one, rank: random() }));
	return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one);
}
const half = (place: 'top' | 'random', wait: number, accepts: number): Row => [
	`half of 200 capped for ${wait} s (${place})`,
	0.2,
	halfCapped(place),
	cappedFor(wait),
	{ refused: 100, accepts },
];

const burst = (runs: number, perSecond: number, over: number, accepts: number): Row => [
	`${runs} runs of one message over ${over} s, ${perSecond}/s`,
	Math.max(over, (runs - perSecond) / perSecond),
	people(1),
	() => tokenBucket(perSecond, perSecond),
	{ runs, starts: (run) => (run * over * second) / runs, accepts },
];
const slowChats = () =>
	forEach(recipient, (name) => (name.startsWith('0 chat') ? tokenBucket(1 / 20, 1) : free));
const busyUntil = (end: number) => () => refusing((_, now) => now < end * second, 0.9 * second);

/** Accepts 100 requests, and then none until the minute is over. */
function outage(): Limit {
	let count = 0;
	return { wait: (now) => (count >= 100 && now < minute ? second : 0), take: () => void count++ };
}

const onlyTime: Case[] = [
	untold([
		'100 people with two each, an outage after the first messages',
		60,
		[...people(100), ...people(100)],
		outage,
		{ most: 950 },
	]),
	...both(burst(100, 3, 15, 90)),
	...both(burst(150, 1, 0, 300)),
	told(['one message, busy for 20 s', 20, people(1), busyUntil(20), { accepts: 60 }]),
	told(capped(15, 3600, 0, 185)),
	told(capped(50, 60, 0, 300)),
	told(half('random', 3600, 60)),
	told(half('top', 60, 60)),
	// Without Retry-After it takes a while until a limit of all is ruled out.
	untold(half('random', 1, 400)),
	...both([
		'12 slow chats, then 300 people, two each',
		20,
		[...to('chat', 12, 2), ...to('person', 300, 2)],
		slowChats,
	]),
];

const everybody = (wait: number, ends: number): Row => [
	`40, everybody always refused for ${wait} s`,
	0,
	people(40),
	() => always(wait * second),
	{ refused: 40, ends },
];

/** Refusals make it worse, or nothing helps. */
const punish: Case[] = [
	untold([
		'20 at 2/s, quiet for 10 s after a refusal',
		10,
		people(20),
		() => punishing(tokenBucket(2, 2), 10 * second),
		{ ends: 400, most: 160 },
	]),
	untold([
		'25 with 10 in 60 s, refusals count',
		120,
		people(25),
		tenAMinute,
		{ ends: 420, most: 160 },
	]),
	told(['25 with 10 in 60 s, refusals count', 120, people(25), tenAMinute, { most: 30 }]),
	told(everybody(299, 301)),
	told(everybody(3600, 301)),
	untold(everybody(1, 301)),
];

export const cases: Case[] = [...onlyTime, ...ofRecipients, ...punish, ...mixed, ...ofServices];

/** The random numbers of a case, other than those of the simulation. */
export const randomOf = (seed: number) => seededRandom(seed * 7919);
