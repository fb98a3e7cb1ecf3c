// Tests: test/unit/endOfWait.test.ts
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import * as z from 'zod/v4';

import { refusal } from '../words/refusal';
import type { WaitLimit } from '../question/question';
import { choices, entries, field, fixedCollection } from './editorFields';
import { asWords, dateIn, numberOf } from './typedValues';

/** An entry before the user changes it, in the shape of n8n's own nodes. */
const unchanged = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' };

const showOnlyForInterval = { show: { limitType: ['afterTimeInterval'] } };

/** The row in the table of options. The value is checked where the time zone is known. */
export const limitWaitTime = {
	field: fixedCollection('Limit Wait Time', {
		default: { values: { ...unchanged, resumeAmount: 45, resumeUnit: 'minutes' } },
		description: 'When to stop waiting. The output is then { "data": { "timedOut": true } }.',
		options: entries({
			limitType: field('options', 'Limit Type', unchanged.limitType, {
				options: choices({
					afterTimeInterval: 'After Time Interval',
					atSpecifiedTime: 'At Specified Time',
				}),
			}),
			resumeAmount: field('number', 'Amount', unchanged.resumeAmount, {
				typeOptions: { minValue: 0, numberPrecision: 2 },
				displayOptions: showOnlyForInterval,
			}),
			resumeUnit: field('options', 'Unit', unchanged.resumeUnit, {
				options: choices({ minutes: 'Minutes', hours: 'Hours', days: 'Days' }),
				displayOptions: showOnlyForInterval,
			}),
			maxDateAndTime: field('dateTime', 'Max Date and Time', '', {
				displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
			}),
		}),
	}),
	rule: z.unknown(),
};

/** ms */
const units: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/**
 * How long to wait for an answer: an interval (ms), or until a time in the future. Undefined for no limit.
 * @param limitWaitTime the option, in the shape of n8n's own nodes
 */
export function limitOf(limitWaitTime: unknown, timeZone: string): WaitLimit | undefined {
	const { values } = Object(limitWaitTime) as { values?: Record<string, unknown> };
	if (values === undefined) return undefined;
	// An expression that finds nothing gives undefined, and is not what was left unchanged.
	const given: Record<string, unknown> = { ...unchanged, ...values };
	const { limitType, resumeUnit, maxDateAndTime: time } = given;
	const amount = numberOf(given.resumeAmount);
	const interval = typeof amount === 'number' ? amount * (units[String(resumeUnit)] ?? NaN) : NaN;
	// JSON has no infinity.
	if (limitType === 'afterTimeInterval' && interval > 0)
		return Math.min(interval, WAIT_INDEFINITELY.getTime());
	const date =
		typeof time === 'number' ? new Date(time) : dateIn(String(asWords(time)), timeZone)?.toJSDate();
	if (limitType === 'atSpecifiedTime' && date && date.getTime() > Date.now())
		return date.toISOString();
	throw refusal('limitWaitTimeUnusable');
}

/** When the wait for an answer to a question that has just been sent ends. A date may have passed: it ends at once. */
export function endOfWait(limit: WaitLimit | undefined): Date {
	if (limit === undefined) return WAIT_INDEFINITELY;
	const end = new Date(typeof limit === 'number' ? Date.now() + limit : limit);
	// n8n takes a later date for "no limit".
	return end < WAIT_INDEFINITELY ? end : WAIT_INDEFINITELY;
}
