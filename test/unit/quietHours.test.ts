import fc from 'fast-check';
import { getCountries } from 'libphonenumber-js/core';

import { countryOf } from '../../nodes/MessagingIntegration/parameters/phoneNumber';
import { sendAfter, zonesOf } from '../../nodes/MessagingIntegration/parameters/quietHours';

const metadata = require('libphonenumber-js/metadata.max.json') as never;
const countries = getCountries(metadata);
const known = countries.filter((country) => zonesOf(country).length > 0);

const night = { from: '21:00', until: '08:00', clock: 'recipient' } as const;
const at = (time: string) => Date.parse(time);
const day = 86_400_000;

/** The time of day, by another way than that of the node. */
const timeIn = (timeZone: string, moment: number) =>
	new Date(moment).toLocaleTimeString('sv-SE', { timeZone }).slice(0, 5);
const isQuiet = ({ from, until }: { from: string; until: string }, time: string) =>
	from < until ? time >= from && time < until : time >= from || time < until;

it('the time zones of nearly all countries are known', () => {
	expect(countries.filter((country) => !known.includes(country))).toEqual(
		expect.not.arrayContaining(['DE', 'US', 'BR', 'IN', 'AU']),
	);
	expect(countries.length - known.length).toBeLessThan(10);
});

it.each<[what: string, now: string, until: string | undefined]>([
	['in the evening until the morning', '2026-11-24T20:00Z', '2026-11-25T07:00:00.000Z'],
	['after midnight until the morning', '2026-11-25T03:30:12Z', '2026-11-25T07:00:00.000Z'],
	['to their last minute', '2026-11-25T06:59:59Z', '2026-11-25T07:00:00.000Z'],
	['not at their end', '2026-11-25T07:00Z', undefined],
	['not by day', '2026-11-25T12:00Z', undefined],
	['not before their beginning', '2026-11-24T19:59:59Z', undefined],
	['over the night that is one hour shorter', '2026-03-28T23:00Z', '2026-03-29T06:00:00.000Z'],
	['over the night that is one hour longer', '2026-10-24T22:00Z', '2026-10-25T07:00:00.000Z'],
])('in Germany, quiet hours over midnight hold %s', (_, now, until) => {
	expect(sendAfter(night, 'DE', 'Asia/Tokyo', at(now))).toBe(until);
});

it.each<[what: string, now: string, until: string | undefined]>([
	['in the middle', '2026-11-24T12:00Z', '2026-11-24T14:00:00.000Z'],
	['not before', '2026-11-24T11:59Z', undefined],
	['not after', '2026-11-24T14:00Z', undefined],
])('quiet hours within a day hold %s', (_, now, until) => {
	const siesta = { from: '13:00', until: '15:00', clock: 'recipient' } as const;
	// The Canary Islands are an hour behind.
	expect(sendAfter(siesta, 'ES', 'UTC', at('2026-07-01T11:30Z'))).toBe('2026-07-01T14:00:00.000Z');
	expect(sendAfter(siesta, 'DE', 'UTC', at(now))).toBe(until);
});

it('an end that the clock leaves out is the moment of the jump', () => {
	// In Germany, 2:00 becomes 3:00 on that day, at 1:00 UTC.
	const quiet = { ...night, until: '02:30' };
	expect(sendAfter(quiet, 'DE', 'UTC', at('2026-03-28T23:00Z'))).toBe('2026-03-29T01:00:00.000Z');
	const begins = { ...night, from: '02:15', until: '02:45' };
	expect(sendAfter(begins, 'DE', 'UTC', at('2026-03-29T00:30Z'))).toBeUndefined();
	// The hour that there is twice is quiet twice.
	const twice = { ...night, until: '02:30' };
	expect(sendAfter(twice, 'DE', 'UTC', at('2026-10-25T00:15Z'))).toBe('2026-10-25T00:30:00.000Z');
	expect(sendAfter(twice, 'DE', 'UTC', at('2026-10-25T01:00Z'))).toBe('2026-10-25T01:30:00.000Z');
});

it('if the only loud hour of a day does not exist, the workflow’s clock counts', () => {
	const quiet = { ...night, from: '03:00', until: '02:00' };
	const now = at('2026-03-28T12:00Z');
	expect(sendAfter(quiet, 'DE', 'Asia/Tokyo', now)).toBe('2026-03-28T17:00:00.000Z');
	expect(sendAfter({ ...quiet, clock: 'workflow' }, 'DE', 'Europe/Berlin', now)).toBe(
		'2026-03-30T00:00:00.000Z',
	);
});

it('an ID, and a country without a known time zone, follow the workflow’s clock', () => {
	const now = at('2026-11-24T20:30Z');
	expect(sendAfter(night, undefined, 'Europe/Berlin', now)).toBe('2026-11-25T07:00:00.000Z');
	expect(sendAfter(night, undefined, 'America/New_York', now)).toBeUndefined();
	expect(sendAfter(night, 'XX', 'Europe/Berlin', now)).toBe('2026-11-25T07:00:00.000Z');
	expect(sendAfter({ ...night, clock: 'workflow' }, 'US', 'Europe/Berlin', now)).toBeDefined();
});

it.each([
	['525512345678', 'MX'],
	// With the 1 that some services still want.
	['5215512345678', 'MX'],
	// Only possible: new numbers that nobody knows yet, in codes that several countries share.
	['4919991234567', 'DE'],
	['15551234567', 'US'],
	['441111111111', 'GB'],
	['71111111111', 'RU'],
	['61111111111', 'AU'],
	['4712345678', 'NO'],
	// A code that belongs to no country, IDs, and too few digits.
	['80012345678', undefined],
	['120363025246125486', undefined],
	['1203630@g.us', undefined],
	['-1001234567890', undefined],
	['4917', undefined],
])('the country of %s is %s', (to, country) => expect(countryOf(to)).toBe(country));

it('in the United States, it is loud once it is so from New York to Hawaii', () => {
	const hawaii = '2026-11-24T18:00:00.000Z';
	expect(sendAfter(night, 'US', 'UTC', at('2026-11-24T13:00Z'))).toBe(hawaii);
	expect(sendAfter(night, 'US', 'UTC', at('2026-11-24T20:00Z'))).toBeUndefined();
});

const time = fc
	.nat({ max: 1439 })
	.map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
/** The days on which clocks change in Europe, the United States, Chile, Australia and Lord Howe, and others. */
const moment = fc
	.tuple(
		fc.constantFrom(
			...['2026-03-08', '2026-03-29', '2026-04-05', '2026-06-21', '2026-09-06', '2026-10-04'],
			...['2026-10-25', '2026-11-01', '2026-12-31'],
		),
		fc.integer({ min: -day, max: day }),
	)
	.map(([date, passed]) => at(date) + passed);

it('in every country, a message goes when no zone of it is quiet, and is held until the first such minute', () => {
	let country = 0;
	const property = (from: string, until: string, now: number) => {
		fc.pre(from !== until);
		const one = known[country++ % known.length] as string;
		const zones = zonesOf(one);
		const quiet = { ...night, from, until };
		const isLoud = (when: number) => zones.every((zone) => !isQuiet(quiet, timeIn(zone, when)));
		const found = sendAfter(quiet, one, 'UTC', now);
		if (found === undefined) {
			// It is loud now, or never within a day, and then the workflow's clock counts.
			expect(isLoud(now) || !isQuiet(quiet, timeIn('UTC', now))).toBe(true);
			return;
		}
		expect(isLoud(now)).toBe(false);
		const end = at(found);
		expect(end).toBeGreaterThan(now);
		if (isLoud(end)) {
			for (const before of [60_000, 17 * 60_000, 3_600_000])
				if (end - before > now) expect(isLoud(end - before)).toBe(false);
		} else expect(isQuiet(quiet, timeIn('UTC', end))).toBe(false);
	};
	fc.assert(fc.property(time, time, moment, property), { numRuns: 2 * known.length });
});
