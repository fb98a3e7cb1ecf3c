import { tryToParseDateTime, WAIT_INDEFINITELY } from 'n8n-workflow';
import * as z from 'zod/v4';

import { check } from '../api/check';
import { numberOf } from '../input/wholeNumber';

const advice =
	'Enter an amount and a unit, or a date and time in the future, in the option "Limit Wait Time".';
const error = `The option "Limit Wait Time" cannot be used\n${advice}`;

/** ms */
const units = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

const interval = z
	.object(
		{
			limitType: z.literal('afterTimeInterval').default('afterTimeInterval'),
			resumeAmount: z.preprocess(numberOf, z.number({ error }).positive({ error })).default(1),
			resumeUnit: z.enum(['minutes', 'hours', 'days'], { error }).default('hours'),
		},
		{ error },
	)
	.transform(
		({ resumeAmount, resumeUnit }) => new Date(Date.now() + resumeAmount * units[resumeUnit]),
	);

/** @param timeZone for a date without one, as the editor saves it */
function dateIn(timeZone: string) {
	const parsed = (value: unknown) => {
		try {
			return typeof value === 'string' ? tryToParseDateTime(value, timeZone).toMillis() : value;
		} catch {
			return undefined;
		}
	};
	return z
		.object({
			limitType: z.literal('atSpecifiedTime'),
			maxDateAndTime: z.preprocess(parsed, z.coerce.date({ error })),
		})
		.transform(({ maxDateAndTime }) => maxDateAndTime);
}

function limitIn(timeZone: string) {
	return (
		z
			.union([dateIn(timeZone), interval], { error })
			.refine((end) => end.getTime() > Date.now(), { error })
			// n8n takes a later date for "no limit".
			.transform((end) => (end < WAIT_INDEFINITELY ? end : WAIT_INDEFINITELY))
	);
}

/**
 * When the wait for an answer ends.
 * @param limitWaitTime the option, in the shape of n8n's own nodes; undefined for no limit
 * @param timeZone the workflow's, for a date without one
 * @throws FailureError for a time that is not in the future
 */
export function waitTill(limitWaitTime: unknown, timeZone: string): Date {
	const { values } = (limitWaitTime ?? {}) as { values?: Record<string, unknown> };
	if (values === undefined) return WAIT_INDEFINITELY;
	// An expression that finds nothing gives undefined, which would look like a missing value.
	const given = Object.entries(values).map(([name, value]) => [name, value ?? null]);
	return check(limitIn(timeZone), Object.fromEntries(given));
}
