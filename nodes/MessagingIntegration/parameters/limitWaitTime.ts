import { type INodeProperties, tryToParseDateTime, WAIT_INDEFINITELY } from 'n8n-workflow';
import * as z from 'zod/v4';

import { check } from '../api/failure';
import type { Limit } from '../question/question';
import { numberOf } from './rules';

/** The row in the table of options. The value is checked where the time zone is known. */
export const limitWaitTime = {
	field: {
		displayName: 'Limit Wait Time',
		type: 'fixedCollection',
		description: 'When to stop waiting. The output is then { "data": { "timedOut": true } }.',
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
		options: [
			{
				displayName: 'Values',
				name: 'values',
				values: [
					{
						displayName: 'Limit Type',
						name: 'limitType',
						type: 'options',
						default: 'afterTimeInterval',
						options: [
							{ name: 'After Time Interval', value: 'afterTimeInterval' },
							{ name: 'At Specified Time', value: 'atSpecifiedTime' },
						],
					},
					{
						displayName: 'Amount',
						name: 'resumeAmount',
						type: 'number',
						default: 1,
						typeOptions: { minValue: 0, numberPrecision: 2 },
						displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					},
					{
						displayName: 'Unit',
						name: 'resumeUnit',
						type: 'options',
						default: 'hours',
						displayOptions: { show: { limitType: ['afterTimeInterval'] } },
						options: [
							{ name: 'Minutes', value: 'minutes' },
							{ name: 'Hours', value: 'hours' },
							{ name: 'Days', value: 'days' },
						],
					},
					{
						displayName: 'Max Date and Time',
						name: 'maxDateAndTime',
						type: 'dateTime',
						default: '',
						displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
					},
				],
			},
		],
	} as Omit<INodeProperties, 'name'>,
	rule: z.unknown(),
};

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
	// JSON has no infinity.
	.transform(({ resumeAmount, resumeUnit }) =>
		Math.min(resumeAmount * units[resumeUnit], WAIT_INDEFINITELY.getTime()),
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
		.refine(({ maxDateAndTime }) => maxDateAndTime.getTime() > Date.now(), { error })
		.transform(({ maxDateAndTime }) => maxDateAndTime.toISOString());
}

/**
 * How long to wait for an answer.
 * @param limitWaitTime the option, in the shape of n8n's own nodes; undefined for no limit
 * @param timeZone the workflow's, for a date without one
 * @throws FailureError for a time that is not in the future
 */
export function limitOf(limitWaitTime: unknown, timeZone: string): Limit | undefined {
	const { values } = (limitWaitTime ?? {}) as { values?: Record<string, unknown> };
	if (values === undefined) return undefined;
	// An expression that finds nothing gives undefined, which would look like a missing value.
	const given = Object.entries(values).map(([name, value]) => [name, value ?? null]);
	return check(z.union([dateIn(timeZone), interval], { error }), Object.fromEntries(given));
}

/** When the wait for an answer to a question that has just been sent ends. A date may have passed: it ends at once. */
export function endOfWait(limit: Limit | undefined): Date {
	if (limit === undefined) return WAIT_INDEFINITELY;
	const end = new Date(typeof limit === 'number' ? Date.now() + limit : limit);
	// n8n takes a later date for "no limit".
	return end < WAIT_INDEFINITELY ? end : WAIT_INDEFINITELY;
}
