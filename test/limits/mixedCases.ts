import { both, minute, oneIn, people, rounds, type Row, second, someRefused, told } from './case';
import {
	changing,
	forEach,
	instance,
	recipient,
	slidingWindow,
	together,
	tokenBucket,
} from './limits';

const all = (perSecond: number, burst = perSecond) => tokenBucket(perSecond, burst);
const eachInstance = (perSecond: number) => forEach(instance, () => all(perSecond));

/** As WhatsApp documents: one in 6 s to one person, 45 at once borrowed from later, 80/s for a number. */
const whatsApp = () =>
	together(
		forEach(recipient, () => all(1 / 6, 45)),
		eachInstance(80),
	);

/** As Telegram hints: 1/s in a chat with short bursts, 30/s in all. */
const telegram = () =>
	together(
		forEach(recipient, () => all(1, 3)),
		all(30),
	);
const groups = () =>
	together(
		forEach(recipient, () => slidingWindow(20, minute)),
		all(30),
	);

const rows: Row[] = [
	['WhatsApp: 1,600 people', 19, people(1600), whatsApp],
	['WhatsApp: 20 people with 50 each', 30, people(20, 50), whatsApp],
	['Telegram: 600 people', 19, people(600), telegram],
	['Telegram: 30 chats with 12 each', 11, rounds(30, 12), telegram],
	['Telegram: 3 groups with 40 each, 20/min', 60, rounds(3, 40), groups],
	[
		'60 people with five each, one in 2 s to one, 10/s for all',
		30,
		people(60, 5),
		() => together(oneIn(2), all(10)),
	],
	[
		'3 instances with 5/s, 100 each, one in 2 s to one, 12/s for all',
		24,
		people(100, 3, 3),
		() => together(oneIn(2), eachInstance(5), all(12)),
	],
	['3 instances with 5/s, 100 each', 19, people(300, 1, 3), () => eachInstance(5)],
	['3 instances, 100 each, 10/s for all', 29, people(300, 1, 3), () => all(10)],
	['two runs with 100 each, 10/s', 20, people(100), () => all(10), { runs: 2 }],
	[
		'10/s, then 2/s after 10 s, 140',
		30,
		people(140),
		() => changing(10 * second, all(10, 1), all(2, 1)),
	],
	[
		'2/s, then 20/s after 10 s, 420',
		30,
		people(420),
		() => changing(10 * second, all(2, 1), all(20, 1)),
	],
	[
		'10/s, every twentieth always refused, 300',
		28.5,
		people(300),
		() => together(someRefused(20, 5), all(10)),
		{ refused: 15 },
	],
];

const cappedToo: Row = [
	'10/s, every twentieth capped for 3600 s, 300',
	28.5,
	people(300),
	() => together(someRefused(20, 3600), all(10)),
	{ refused: 15 },
];

/** One limit for all, met by people with several messages. */
const shared = (
	[
		[1, 100, 2],
		[10, 20, 10],
	] as const
).map(([count, each, rate]): Row => {
	const name = `${count} people with ${each} each, ${rate}/s for all, burst 1`;
	return [name, (count * each - 1) / rate, people(count, each), () => all(rate, 1)];
});

/** Far away, and slow. */
const slow = (
	[
		[0.3, 8],
		[2, 64],
	] as const
).flatMap(([latency, concurrency]): Row[] => {
	const way = (latency + 0.003) / concurrency;
	const more = { concurrency, latencies: [latency * second] };
	const name = `latency ${latency} s, ${concurrency} at once`;
	const least = Math.max(10 + latency, 150 * way);
	return [
		[`200 at 10/s, ${name}`, 200 * Math.max(0.1, way), people(200), () => all(10), more],
		[`50 people with three each, one in 5 s, ${name}`, least, people(50, 3), () => oneIn(5), more],
	];
});

/** Limits of services, recipients and instances together, and slow services. */
export const mixed = [...[...rows, ...shared, ...slow].flatMap(both), told(cappedToo)];
