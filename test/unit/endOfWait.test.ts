import { DateTime } from 'luxon';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { endOfWait, limitOf } from '../../nodes/MessagingIntegration/parameters/limitWaitTime';

const now = new Date('2026-03-01T10:00:00Z');

beforeEach(() => void jest.useFakeTimers({ now }));
afterEach(() => void jest.useRealTimers());

const limit = (values: object) => limitOf({ values }, 'America/New_York');
/** n8n saves the limit as JSON, which has no infinity. */
const till = (values: object) => {
	const [saved] = JSON.parse(JSON.stringify([limit(values)])) as [ReturnType<typeof limit>];
	return endOfWait(saved).toISOString();
};

it.each([undefined, null, {}])('without a limit, the wait has no end: %j', (option) => {
	expect(endOfWait(limitOf(option, 'UTC'))).toEqual(WAIT_INDEFINITELY);
});

it.each([
	[
		{ limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		'2026-03-01T10:45:00.000Z',
	],
	[
		{ limitType: 'afterTimeInterval', resumeAmount: '1.5', resumeUnit: 'hours' },
		'2026-03-01T11:30:00.000Z',
	],
	[{ resumeAmount: 2, resumeUnit: 'days' }, '2026-03-03T10:00:00.000Z'],
	[{}, '2026-03-01T11:00:00.000Z'],
	[
		{ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-03-02T08:00:00Z' },
		'2026-03-02T08:00:00.000Z',
	],
	// As the editor saves it.
	[
		{ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-03-02T18:00:00' },
		'2026-03-02T23:00:00.000Z',
	],
	[
		{ limitType: 'atSpecifiedTime', maxDateAndTime: Date.parse('2026-03-02T08:00:00Z') },
		'2026-03-02T08:00:00.000Z',
	],
	[
		{ limitType: 'atSpecifiedTime', maxDateAndTime: DateTime.fromISO('2026-03-02T08:00:00Z') },
		'2026-03-02T08:00:00.000Z',
	],
	[
		{ limitType: 'afterTimeInterval', resumeAmount: 1e308, resumeUnit: 'days' },
		WAIT_INDEFINITELY.toISOString(),
	],
])('ends as the option says: %j', (values, end) => {
	expect(till(values)).toBe(end);
});

it.each([
	'2026-03-02 18:00',
	'2026-03-02 18:00:00-05',
	'2026-03-02 23:00:00.000 +00:00',
	'2026-03-02T15:00-0800',
])('a date can be written as databases do: %s', (maxDateAndTime) => {
	expect(till({ limitType: 'atSpecifiedTime', maxDateAndTime })).toBe('2026-03-02T23:00:00.000Z');
});

it.each([
	{ limitType: 'afterTimeInterval', resumeAmount: 0, resumeUnit: 'minutes' },
	{ limitType: 'afterTimeInterval', resumeAmount: 'soon', resumeUnit: 'minutes' },
	{ limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'years' },
	{ limitType: 'atSpecifiedTime', maxDateAndTime: '' },
	{ limitType: 'atSpecifiedTime', maxDateAndTime: 'tomorrow' },
	{ limitType: 'atSpecifiedTime', maxDateAndTime: '12/31/2030 17:00' },
	...[
		'05.06.2030 17:00',
		'2030-12-31 5:00 PM',
		'Tuesday, 31 December 2030 17:00',
		// There is no such day.
		'2030-02-30 10:00',
	].map((maxDateAndTime) => ({ limitType: 'atSpecifiedTime', maxDateAndTime })),
	{ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-03-01T09:59:59Z' },
	{ limitType: 'atSpecifiedTime', maxDateAndTime: 'T'.repeat(100_000) },
	{ limitType: 'whenever' },
	// Expressions that find nothing.
	{ resumeAmount: undefined, resumeUnit: 'days' },
	{ resumeAmount: 2, resumeUnit: undefined },
	{ limitType: undefined, maxDateAndTime: '2030-01-01T00:00:00Z' },
])('a limit that is not in the future, or not certain, is an error: %j', (values) => {
	expect(() => till(values)).toThrow('The option "Limit Wait Time" cannot be used');
});

it('an interval begins when the question was sent, a date stays', () => {
	const read = [
		limit({ resumeAmount: 1, resumeUnit: 'minutes' }),
		limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-03-01T10:01:00Z' }),
	];
	jest.setSystemTime(new Date('2026-03-01T10:02:00Z'));
	expect(read.map((known) => endOfWait(known).toISOString())).toEqual([
		'2026-03-01T10:03:00.000Z',
		'2026-03-01T10:01:00.000Z',
	]);
});
