import { assert, date, integer, property, string } from 'fast-check';
import { readRetryAfter, retryAfter } from '../../nodes/MessagingIntegration/service/retryAfter';
import { anyCharacter } from './support/randomValues';
import { answer } from './support/outcomes';

const now = Date.UTC(2026, 0, 2, 3, 4, 5);

it.each([
	['1', 1000],
	[' 007 ', 7000],
	['Fri, 02 Jan 2026 03:04:15 GMT', 10_000],
	['Friday, 02-Jan-26 03:04:15 GMT', 10_000],
	['Fri, 02 Jan 2026 03:04:04 GMT', 0],
	[['2', '9'], 2000],
])('%j asks for %d ms', (header, wait) => {
	expect(readRetryAfter(header, now)).toBe(wait);
});

it.each([
	...[undefined, '', 'soon', '-1', '1.5', '1e3', '0x10', '１', '1 minute', '10, 20'],
	...['Never, 99 Foo', 'Fri, ', '2026-01-02T03:04:15Z'],
])('%j asks for nothing', (header) => {
	expect(readRetryAfter(header, now)).toBeUndefined();
});

it('accepts any HTTP date, and does not wait for a past one', () => {
	const anyDate = date({ min: new Date(0), max: new Date(Date.UTC(9999, 0)), noInvalidDate: true });
	assert(
		property(anyDate, integer({ min: 0, max: Date.UTC(9999, 0) }), (then, present) => {
			const second = Math.floor(then.getTime() / 1000) * 1000;
			expect(readRetryAfter(then.toUTCString(), present)).toBe(Math.max(0, second - present));
		}),
	);
});

it('never turns a text into a negative wait', () => {
	assert(
		property(string({ unit: anyCharacter }), (text) => {
			const wait = readRetryAfter(text, now);
			expect(wait === undefined || wait >= 0).toBe(true);
		}),
	);
});

describe('a date from a service whose clock differs', () => {
	const minute = 60_000;
	it.each([-10, 60 * 24])('by %d minutes asks for the pause that it means', (minutes) => {
		const sent = Date.now() + minutes * minute;
		const headers = {
			date: new Date(sent).toUTCString(),
			'retry-after': new Date(sent + 7000).toUTCString(),
		};
		expect(retryAfter(answer(429, '', headers))).toBe(7000);
	});

	it.each([undefined, 'soon', '2026'])('counts from now if the answer is dated %j', (date) => {
		const headers = {
			...(date !== undefined && { date }),
			'retry-after': new Date(Date.now() + minute).toUTCString(),
		};
		const asked = retryAfter(answer(503, '', headers)) ?? NaN;
		expect(Math.abs(asked - minute)).toBeLessThan(minute / 2);
	});
});

it('takes a number without end for a long time, but not for ever', () => {
	expect(readRetryAfter('9'.repeat(400), now)).toBe(2 ** 31 * 1000);
});
