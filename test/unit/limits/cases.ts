import type { Outcome } from '../../../nodes/MessagingIntegration/api/outcome';
import { seededRandom } from '../seededRandom';
import { type Case, each, minute, people, says, second, someRefused } from './case';
import {
	always,
	forEach,
	free,
	instance,
	punishing,
	refusing,
	slidingWindow,
	tokenBucket,
} from './limits';
import { mixed } from './mixedCases';
import { ofServices } from './serviceCases';

const refusal: Outcome = {
	kind: 'answer',
	status: 429,
	headers: { 'retry-after': '0' },
	body: { kind: 'empty' },
};

const throughSlow = people(500).map((message, index) => ({
	...message,
	instance: index % 25 === 7 ? 'slow' : 'fast',
}));

const scope: Case[] = [
	{
		group: 'scope',
		name: '60 people with two each, one per person in 6 s',
		possible: 6 * second,
		messages: people(60, 2),
		limit: () => each(6 * second),
		says: true,
	},
	...[true, false].map(
		(is): Case => ({
			group: 'scope',
			name: `15 people with eight each, one per person in 3 s, ${says(is)}`,
			possible: 21 * second,
			messages: people(15, 8),
			limit: () => each(3 * second),
			says: is,
		}),
	),
	...[true, false].map(
		(is): Case => ({
			group: 'scope',
			name: `500, 20 through an instance with 1/s, ${says(is)}`,
			possible: 19 * second,
			messages: throughSlow,
			limit: () => forEach(instance, (key) => (key === 'slow' ? tokenBucket(1, 1) : free)),
			says: is,
		}),
	),
	{
		group: 'scope',
		name: '2,000 people, 1 of 100 refused at random, Retry-After 1',
		possible: 3 * second,
		messages: people(2000),
		limit: (random) => refusing(() => random() < 0.01, second),
		says: true,
	},
	...[5, 60].flatMap((wait) => [
		{
			group: 'scope' as const,
			name: `200 people, every tenth always refused, Retry-After ${wait}`,
			possible: second / 4,
			messages: people(200),
			refused: 20,
			limit: () => someRefused(10, wait * second),
			says: true,
		},
	]),
	{
		group: 'scope',
		name: '1,000 people, every tenth always refused, Retry-After 1',
		possible: second,
		messages: people(1000),
		refused: 100,
		limit: () => someRefused(10, second),
		says: true,
	},
	{
		group: 'scope',
		name: '1,000 people, every tenth always refused, no Retry-After',
		possible: second,
		messages: people(1000),
		refused: 100,
		limit: () => someRefused(10, second),
		says: false,
	},
	...[5, 60].map(
		(wait): Case => ({
			group: 'scope',
			name: `two instances with 50 each, one always refused, Retry-After ${wait}`,
			possible: 100,
			messages: people(100, 1, 2),
			refused: 50,
			limit: () => forEach(instance, (key) => (key === '1' ? always(wait * second) : free)),
			says: true,
		}),
	),
	{
		group: 'scope',
		name: '600 at 10/s, burst 1, no Retry-After',
		possible: minute,
		messages: people(600),
		limit: () => tokenBucket(10, 1),
		says: false,
		most: 65,
	},
];

const punish: Case[] = [
	{
		group: 'punish',
		name: '20 at 2/s, quiet for 10 s after a refusal, no Retry-After',
		possible: 10 * second,
		messages: people(20),
		limit: () => punishing(tokenBucket(2, 2), 10 * second),
		says: false,
		ends: 180,
		goal: 0,
		most: 30,
	},
	{
		group: 'punish',
		name: '20 at 2/s, quiet for 60 s after a refusal, no Retry-After',
		possible: 10 * second,
		messages: people(20),
		limit: () => punishing(tokenBucket(2, 2), minute),
		says: false,
		goal: 0,
		most: 100,
	},
	{
		group: 'punish',
		name: '25 with 10 in 60 s, refusals count, no Retry-After',
		possible: 2 * minute,
		messages: people(25),
		limit: () => slidingWindow(10, minute, true),
		says: false,
		ends: 215,
		goal: 0.5,
		most: 40,
	},
	{
		group: 'punish',
		name: '25 with 10 in 60 s, refusals count, Retry-After',
		possible: 2 * minute,
		messages: people(25),
		limit: () => slidingWindow(10, minute, true),
		says: true,
		goal: 0.5,
		most: 40,
	},
	{
		group: 'scope',
		name: '24, one refused, then no answer for 1 s each',
		possible: 3000,
		messages: people(24),
		limit: () => free,
		says: true,
		refused: 24,
		ends: 5,
		fault: (_, count) => ({
			outcome: count === 1 ? refusal : { kind: 'break', reason: 'timeout', begun: true },
			after: count === 1 ? 1 : second,
		}),
	},
	...[299, 3600].map(
		(wait): Case => ({
			group: 'punish',
			name: `40, everybody always refused, Retry-After ${wait}`,
			ends: wait < 300 ? 300 : 1,
			possible: 0,
			messages: people(40),
			refused: 40,
			limit: () => always(wait * second),
			says: true,
		}),
	),
	{
		group: 'punish',
		name: '40, everybody always refused, no Retry-After',
		ends: 301,
		possible: 0,
		messages: people(40),
		refused: 40,
		limit: () => always(second),
		says: false,
	},
];

/** Cases that reach less than 80 %: as much as was measured, without three points. */
const lowerGoals: Record<string, number> = {
	'WhatsApp: 20 people with 50 each, Retry-After': 0.69,
	'Telegram: 30 chats with 12 each, Retry-After': 0.67,
	'3 instances with 5/s, 100 each, one in 2 s to one, 12/s for all, Retry-After': 0.76,
	'two runs with 100 each, 10/s, Retry-After': 0.62,
	'10/s, then 2/s after 10 s, 140, Retry-After': 0.52,
	'2/s, then 20/s after 10 s, 420, Retry-After': 0.46,
	'10/s, every twentieth always refused, 300, Retry-After': 0.48,
	'10 people with 20 each, 10/s for all, burst 1, Retry-After': 0.57,
	'200 at 10/s, latency 2 s, 64 at once, Retry-After': 0.59,
	'50 people with three each, one in 5 s, latency 0.05 s, 1 at once, Retry-After': 0.73,
	'50 people with three each, one in 5 s, latency 0.3 s, 8 at once, Retry-After': 0.73,
	'50 people with three each, one in 5 s, latency 2 s, 64 at once, Retry-After': 0.77,
	'WhatsApp: 20 people with 50 each, no Retry-After': 0.63,
	'Telegram: 30 chats with 12 each, no Retry-After': 0.77,
	'10/s, then 2/s after 10 s, 140, no Retry-After': 0.75,
	'3 people with 40 each, 2/s for all, burst 1, no Retry-After': 0.74,
	'100 people with 4 each, 10/s for all, burst 1, no Retry-After': 0.75,
	'200 at 10/s, latency 2 s, 64 at once, no Retry-After': 0.68,
	'50 people with three each, one in 5 s, latency 0.05 s, 1 at once, no Retry-After': 0.44,
	'50 people with three each, one in 5 s, latency 0.3 s, 1 at once, no Retry-After': 0.76,
	'50 people with three each, one in 5 s, latency 0.3 s, 8 at once, no Retry-After': 0.5,
	'16 at 2/s, a token bucket with burst 1, Retry-After': 0.74,
	'20 at 2/s, a token bucket with burst 1, Retry-After': 0.76,
	'60 at 10/s, fixed windows of a second, Retry-After': 0.73,
	'60 at 10/s, a token bucket with burst 1, Retry-After': 0.56,
	'120 at 10/s, a token bucket with burst 1, Retry-After': 0.68,
};

export const goalOf = ({ name, goal }: Case) => goal ?? lowerGoals[name] ?? 0.8;

export const cases: Case[] = [...scope, ...punish, ...mixed, ...ofServices];

/** The random numbers of a case, other than those of the simulation. */
export const randomOf = (seed: number) => seededRandom(seed * 7919);
