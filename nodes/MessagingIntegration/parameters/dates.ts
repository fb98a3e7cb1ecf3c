import * as z from 'zod/v4';

const isoDate = z.union([
	z.iso.date(),
	z.iso.time(),
	z.iso.datetime({ local: true, offset: true }),
]);

/**
 * A date, a time or both in ISO 8601, also with a space between the two, as databases write them. Undefined for other
 * texts, which n8n would read in the time zone of its process, and for a day that does not exist.
 */
export function isoIn(text: string): string | undefined {
	// The pattern below would take seconds for a very long text.
	if (text.length > 100) return undefined;
	const iso = text
		.trim()
		.replace(/^(\S+) +/, '$1T')
		.replace(' ', '')
		.replace(/^([^T]*T.*[+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
	return isoDate.safeParse(iso).data;
}
