import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import {
	durationText,
	expectedDuration,
	pauseWithin,
} from '../../nodes/MessagingIntegration/run/pauses';

const range = { min: 10, max: 20 };
const to = (instanceId: string, duration?: number) => {
	const request = requestFor('send', instanceId);
	return { request, ...(duration !== undefined && { typing: { request, duration } }) };
};

it.each([
	[0, 10_000],
	[0.5, 15_000],
	[1, 20_000],
])('a pause is random, from the shortest to the longest (chance %d)', (chance, pause) => {
	expect(pauseWithin(range, chance)).toBe(pause);
});

it.each([
	['nothing', [], 0],
	['one message', [to('a')], 0],
	['the slower of two instances', [to('a'), to('b'), to('b'), to('b'), to('a')], 30_000],
	['typing indications', [to('a', 1000), to('a', 2000)], 18_000],
])('the expected duration counts %s', (_, messages, duration) => {
	expect(expectedDuration(messages, range)).toBe(duration);
});

it.each([
	[400, '0 s'],
	[119_000, '119 s'],
	[150_000, '3 min'],
	[9_000_000, '2.5 h'],
])('%d ms are "%s"', (duration, text) => {
	expect(durationText(duration)).toBe(text);
});
