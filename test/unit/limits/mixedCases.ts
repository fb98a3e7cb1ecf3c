import { type Case, minute, people, rounds, says, second, each, someRefused } from './case';
import {
	changing,
	forEach,
	instance,
	recipient,
	slidingWindow,
	together,
	tokenBucket,
} from './limits';

/** As WhatsApp documents: one in 6 s to one person, 45 at once borrowed from later, 80/s for a number. */
const whatsApp = () =>
	together(
		forEach(recipient, () => tokenBucket(1 / 6, 45)),
		forEach(instance, () => tokenBucket(80, 80)),
	);

/** As Telegram hints: 1/s in a chat with short bursts, 30/s in all. */
const telegram = () =>
	together(
		forEach(recipient, () => tokenBucket(1, 3)),
		tokenBucket(30, 30),
	);

export const mixed: Case[] = [
	...[true, false].flatMap((is): Case[] => [
		{
			group: 'mixed',
			name: `WhatsApp: 1,600 people, ${says(is)}`,
			possible: 19 * second,
			messages: people(1600),
			limit: whatsApp,
			says: is,
		},
		{
			group: 'mixed',
			name: `WhatsApp: 20 people with 50 each, ${says(is)}`,
			possible: 30 * second,
			messages: people(20, 50),
			limit: whatsApp,
			says: is,
		},
		{
			group: 'mixed',
			name: `Telegram: 600 people, ${says(is)}`,
			possible: 19 * second,
			messages: people(600),
			limit: telegram,
			says: is,
		},
		{
			group: 'mixed',
			name: `Telegram: 30 chats with 12 each, ${says(is)}`,
			possible: 11 * second,
			messages: rounds(30, 12),
			limit: telegram,
			says: is,
		},
		{
			group: 'mixed',
			name: `Telegram: 3 groups with 40 each, 20/min, ${says(is)}`,
			possible: minute,
			messages: rounds(3, 40),
			limit: () =>
				together(
					forEach(recipient, () => slidingWindow(20, minute)),
					tokenBucket(30, 30),
				),
			says: is,
		},
		{
			group: 'mixed',
			name: `60 people with five each, one in 2 s to one, 10/s for all, ${says(is)}`,
			possible: 30 * second,
			messages: people(60, 5),
			limit: () => together(each(2 * second), tokenBucket(10, 10)),
			says: is,
		},
		{
			group: 'mixed',
			name: `3 instances with 5/s, 100 each, one in 2 s to one, 12/s for all, ${says(is)}`,
			possible: 24 * second,
			messages: people(100, 3, 3),
			limit: () =>
				together(
					each(2 * second),
					forEach(instance, () => tokenBucket(5, 5)),
					tokenBucket(12, 12),
				),
			says: is,
		},
		{
			group: 'mixed',
			name: `3 instances with 5/s, 100 each, ${says(is)}`,
			possible: 19 * second,
			messages: people(300, 1, 3),
			limit: () => forEach(instance, () => tokenBucket(5, 5)),
			says: is,
		},
		{
			group: 'mixed',
			name: `3 instances, 100 each, 10/s for all, ${says(is)}`,
			possible: 29 * second,
			messages: people(300, 1, 3),
			limit: () => tokenBucket(10, 10),
			says: is,
		},
		{
			group: 'mixed',
			name: `two instances one after the other, 2/s each, 60 each, ${says(is)}`,
			possible: 29 * second,
			messages: people(120).map(({ to }, at) => ({ to, instance: `${at < 60 ? 0 : 1}` })),
			limit: () => forEach(instance, () => tokenBucket(2, 2)),
			says: is,
		},
		{
			group: 'mixed',
			name: `two runs with 100 each, 10/s, ${says(is)}`,
			possible: 20 * second,
			messages: people(100),
			runs: 2,
			limit: () => tokenBucket(10, 10),
			says: is,
		},
		{
			group: 'mixed',
			name: `10/s, then 2/s after 10 s, 140, ${says(is)}`,
			possible: 30 * second,
			messages: people(140),
			limit: () => changing(10 * second, tokenBucket(10, 1), tokenBucket(2, 1)),
			says: is,
		},
		{
			group: 'mixed',
			name: `2/s, then 20/s after 10 s, 420, ${says(is)}`,
			possible: 30 * second,
			messages: people(420),
			limit: () => changing(10 * second, tokenBucket(2, 1), tokenBucket(20, 1)),
			says: is,
		},
		{
			group: 'mixed',
			name: `10/s, every twentieth always refused, 300, ${says(is)}`,
			possible: 28.5 * second,
			messages: people(300),
			refused: 15,
			limit: () => together(someRefused(20, 5 * second), tokenBucket(10, 10)),
			says: is,
		},
		...(
			[
				[1, 100, 2],
				[3, 40, 2],
				[10, 20, 10],
				[100, 4, 10],
			] as const
		).flatMap(([count, each, rate]) =>
			[1, 10].map(
				(burst): Case => ({
					group: 'mixed',
					name: `${count} people with ${each} each, ${rate}/s for all, burst ${burst}, ${says(is)}`,
					possible: ((count * each - burst) * second) / rate,
					messages: people(count, each),
					limit: () => tokenBucket(rate, burst),
					says: is,
				}),
			),
		),
		...[0.05, 0.3, 2].flatMap((latency) =>
			[1, 8, 64].map((concurrency): Case => {
				const fastest = concurrency / (latency + 0.003);
				const rate = Math.min(10, fastest);
				return {
					group: 'mixed',
					name: `200 at 10/s, latency ${latency} s, ${concurrency} at once, ${says(is)}`,
					possible: (200 / rate) * second,
					messages: people(200),
					limit: () => tokenBucket(10, 10),
					says: is,
					concurrency,
					latencies: [latency * second],
				};
			}),
		),
		...[0.05, 0.3, 2].flatMap((latency) =>
			[1, 8, 64].map((concurrency): Case => {
				const fastest = (150 * (latency + 0.003) * second) / concurrency;
				return {
					group: 'mixed',
					name: `50 people with three each, one in 5 s, latency ${latency} s, ${concurrency} at once, ${says(is)}`,
					possible: Math.max(10 * second + latency * second, fastest),
					messages: people(50, 3),
					limit: () => each(5 * second),
					says: is,
					concurrency,
					latencies: [latency * second],
				};
			}),
		),
	]),
];
