import {
	always,
	changing,
	fixedWindow,
	forEach,
	instance,
	type Limit,
	type Message,
	recipient,
	refusing,
	slidingWindow,
	together,
	tokenBucket,
} from './limits';
import { seededRandom } from '../unit/support/seededRandom';

const second = 1000;
const minute = 60 * second;

/** Messages to a service with limits. */
export interface Case {
	name: string;
	messages: Message[];
	limit: (random: () => number) => Limit;
	/** Whether refusals have a `Retry-After`. */
	says: boolean;
	/** How many runs send these messages, and when each starts (ms); by default one, at once. */
	runs?: number;
	starts?: (run: number) => number;
	/** How many messages the service never accepts. */
	refused?: number;
	/** How long all that can be accepted may take (s), and the most refusals for each message. About twice what was measured. */
	seconds: number;
	refusals: number;
}

/** Messages to so many people, `each` to one of them, person after person. @param instances of which each has a share */
export function people(count: number, each = 1, instances = 1): Message[] {
	return Array.from({ length: count * each }, (_, index) => {
		const person = Math.floor(index / each);
		return { to: `${person}`, instance: `${person % instances}` };
	});
}

/** The same, everybody's first message first. */
const rounds = (count: number, each: number): Message[] =>
	Array.from({ length: count * each }, (_, index) => ({ to: `${index % count}`, instance: '0' }));

const all = (perSecond: number, burst = perSecond) => tokenBucket(perSecond, burst);

/** As WhatsApp documents: one in 6 s to one person, 45 at once borrowed from later, 80/s for a number. */
const whatsApp = () =>
	together(
		forEach(recipient, () => all(1 / 6, 45)),
		forEach(instance, () => all(80)),
	);

/** As Telegram hints: 1/s in a chat with short bursts, 30/s in all; 20/min in a group. */
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

/** Half of 200 people, from all over the list, had their message of the day. */
function halfCapped(): Message[] {
	const random = seededRandom(100);
	return Array.from({ length: 200 }, (_, at) => ({
		to: `${at < 100 ? 'capped' : 'free'} ${at}`,
		instance: '0',
		rank: random(),
	})).sort((one, other) => one.rank - other.rank);
}

/** Accepts 100 requests, and then none until the minute is over. */
function outage(): Limit {
	let count = 0;
	return { wait: (now) => (count >= 100 && now < minute ? second : 0), take: () => void count++ };
}

/** Twelve kinds of limits, as services have them. */
export const cases: Case[] = [
	{
		name: 'WhatsApp, 1,600 people, with Retry-After',
		messages: people(1600),
		limit: whatsApp,
		says: true,
		seconds: 40,
		refusals: 0.05,
	},
	{
		name: 'WhatsApp, 20 people with 50 each, with Retry-After',
		messages: people(20, 50),
		limit: whatsApp,
		says: true,
		seconds: 90,
		refusals: 0.25,
	},
	{
		name: 'Telegram, 30 chats with 12 each',
		messages: rounds(30, 12),
		limit: telegram,
		says: false,
		seconds: 30,
		refusals: 0.3,
	},
	{
		name: 'Telegram, 3 groups with 40 each, with Retry-After',
		messages: rounds(3, 40),
		limit: groups,
		says: true,
		seconds: 130,
		refusals: 0.15,
	},
	{
		name: '3 instances with 5/s and 100 people each, with Retry-After',
		messages: people(300, 1, 3),
		limit: () => forEach(instance, () => all(5)),
		says: true,
		seconds: 40,
		refusals: 0.3,
	},
	{
		name: '10/s, after 10 s only 2/s, 140 people',
		messages: people(140),
		limit: () => changing(10 * second, all(10, 1), all(2, 1)),
		says: false,
		seconds: 80,
		refusals: 0.4,
	},
	{
		name: "nginx's limit_req with 10/s and no burst, 120 people",
		messages: people(120),
		limit: () => all(10, 1),
		says: false,
		seconds: 30,
		refusals: 0.3,
	},
	{
		name: '60 in each minute, 300 people, with Retry-After',
		messages: people(300),
		limit: (random) => fixedWindow(60, minute, random() * minute),
		says: true,
		seconds: 600,
		refusals: 0.35,
	},
	{
		name: '3/s, 100 executions of one message in 15 s',
		messages: people(1),
		limit: () => all(3),
		says: false,
		runs: 100,
		starts: (run) => run * 0.15 * second,
		seconds: 90,
		refusals: 10,
	},
	{
		name: 'half of 200 people capped for an hour, with Retry-After',
		messages: halfCapped(),
		limit: () => refusing(({ to }) => to.startsWith('capped'), 3600 * second),
		says: true,
		refused: 100,
		seconds: 10,
		refusals: 1,
	},
	{
		name: '100 people with two each, and a minute in which nothing is accepted after the first',
		messages: [...people(100), ...people(100)],
		limit: outage,
		says: false,
		seconds: 160,
		refusals: 0.25,
	},
	{
		name: '40 people who are always refused',
		messages: people(40),
		limit: () => always(second),
		says: false,
		refused: 40,
		seconds: 0,
		refusals: 1.2,
	},
];
