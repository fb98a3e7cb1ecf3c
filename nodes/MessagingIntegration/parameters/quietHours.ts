import * as z from 'zod/v4';

import { refuses } from '../words/refusal';
import type { Parameters } from '../n8n/parameters';
import { isObject } from '../service/json';
import type { NotBefore } from '../service/request';
import { choices, entries, field, fixedCollection } from './editorFields';
import { inCollection } from './typedValues';

const unusable = refuses('quietHoursUnusable');

/** With two digits for the hour, so that times can be compared as texts. Databases write 21:00:00. */
const time = z
	.string({ error: unusable })
	.trim()
	.regex(/^(?:[01]?\d|2[0-3]):[0-5]\d(?::00(?:\.0+)?)?$/, { error: unusable })
	.transform((typed) => typed.replace(/(:\d\d):.*/, '$1').padStart(5, '0'));

/** A field that was not saved has its default. One whose expression finds nothing is there, as undefined: an error. */
const withNulls = (values: unknown) =>
	isObject(values)
		? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]))
		: values;

const rule = z
	.object(
		{
			from: time.default('21:00'),
			until: time.default('08:00'),
			clock: z.enum(['recipient', 'workflow'], { error: unusable }).default('recipient'),
		},
		{ error: unusable },
	)
	.refine(({ from, until }) => from !== until, { error: unusable });

type Quiet = z.output<typeof rule>;

/** The row in the table of options. */
export const quietHours = {
	field: fixedCollection('Quiet Hours', {
		default: { values: { from: '21:00', until: '08:00', clock: 'recipient' } },
		description:
			'When nobody is to get a message. The item then fails, and "details.sendAfter" of the error output says when it may go, for n8n\'s Wait node.',
		options: entries({
			from: field('string', 'From', '21:00', { placeholder: 'e.g. 21:00' }),
			until: field('string', 'Until', '08:00', { placeholder: 'e.g. 08:00' }),
			clock: field('options', 'Clock', 'recipient', {
				options: choices({
					recipient: ["Recipient's Time", "That of the number's country"],
					workflow: ["Workflow's Time", 'The time zone in the settings of the workflow'],
				}),
			}),
		}),
	}),
	rule: inCollection(z.preprocess(withNulls, rule), unusable),
};

/** ms */
const minute = 60_000;
const minutesOfDay = 1440;

/** The formats by time zone. To make one takes 50 times as long as to use it. */
type Formats = Map<string, Intl.DateTimeFormat>;
const clocks: Formats = new Map();
const dates: Formats = new Map();

function formatIn(zone: string, known: Formats, locale: string, style: object) {
	const format = known.get(zone) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone: zone });
	known.set(zone, format);
	return format;
}

const digits = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** The time of a day in a time zone, such as "07:05". */
const timeIn = (zone: string, at: number) => formatIn(zone, clocks, 'en-GB', digits).format(at);

const isQuiet = ({ from, until }: Quiet, now: string) =>
	from < until ? from <= now && now < until : from <= now || now < until;

/** The time zones of a country: none if they are not known. Node.js 24 has a function for what was a property. */
export function zonesOf(country: string): string[] {
	const locale = new Intl.Locale(`und-${country}`) as Partial<Zoned>;
	return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** What TypeScript does not know of Intl.Locale. */
interface Zoned extends Intl.Locale {
	timeZones: string[];
	getTimeZones: () => string[] | undefined;
}

/** The first moment at which none of the zones is quiet: undefined if it is now, null if there is none. */
function firstMoment(quiet: Quiet, zones: string[], now: number, most: number) {
	const isLoud = (at: number) => !zones.some((zone) => isQuiet(quiet, timeIn(zone, at)));
	if (isLoud(now)) return undefined;
	const start = Math.floor(now / minute);
	for (let passed = 1; passed <= most; passed++) {
		const at = (start + passed) * minute;
		if (isLoud(at)) return at;
	}
	return null;
}

/** What was found in this minute, because the rows of a list ask for the same. */
const found = new Map<string, string | undefined>();

/**
 * When a message may go that quiet hours hold back (ISO 8601); undefined if it may go now.
 * @param country of the recipient; undefined if it is not known
 * @param zone that of the workflow
 */
export function sendAfter(
	quiet: Quiet,
	country: string | undefined,
	zone: string,
	now: number,
): string | undefined {
	const asked = JSON.stringify([quiet, country, zone, Math.floor(now / minute)]);
	if (found.has(asked)) return found.get(asked);
	const zones = quiet.clock === 'recipient' && country !== undefined ? zonesOf(country) : [];
	const there = zones.length > 0 ? firstMoment(quiet, zones, now, minutesOfDay) : null;
	// The hour in which messages may go can be the one that a clock leaves out.
	const at = there === null ? firstMoment(quiet, [zone], now, 3 * minutesOfDay) : there;
	const moment = typeof at === 'number' ? new Date(at).toISOString() : undefined;
	if (found.size > 1000) found.clear();
	found.set(asked, moment);
	return moment;
}

/** As in "2026-03-01 08:00 (Europe/Berlin)". Sweden writes dates as ISO 8601 does. */
function timeForPeople(at: string, zone: string): string {
	const format = formatIn(zone, dates, 'sv-SE', { dateStyle: 'short', timeStyle: 'short' });
	return `${format.format(new Date(at))} (${zone})`;
}

/** Asks when an item may be sent that is in quiet hours. @param countryOf the recipient */
export function sendAfterOf(
	parameters: Parameters,
	countryOf: () => string | undefined,
	quiet: Quiet | undefined,
): (() => NotBefore | undefined) | undefined {
	if (!quiet) return undefined;
	const country = countryOf();
	const zone = parameters.context.getTimezone();
	return () => {
		const at = sendAfter(quiet, country, zone, Date.now());
		return at === undefined ? undefined : { sendAfter: at, shown: timeForPeople(at, zone) };
	};
}
