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

const after = (resumeAmount: unknown, resumeUnit: string) => ({
	limitType: 'afterTimeInterval',
	resumeAmount,
	resumeUnit,
});
const at = (maxDateAndTime: unknown) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });
const evening = '2026-03-02T23:00:00.000Z';

it.each([
	[after(45, 'minutes'), '2026-03-01T10:45:00.000Z'],
	[after('1.5', 'hours'), '2026-03-01T11:30:00.000Z'],
	[{}, '2026-03-01T11:00:00.000Z'],
	[after(1e308, 'days'), WAIT_INDEFINITELY.toISOString()],
	// As the editor saves it.
	[at('2026-03-02T18:00:00'), evening],
	[at(DateTime.fromISO(evening)), evening],
	// As databases write it.
	[at('2026-03-02 18:00'), evening],
	[at('2026-03-02 18:00:00-05'), evening],
	[at('2026-03-02 23:00:00.000 +00:00'), evening],
	[at('2026-03-02T15:00-0800'), evening],
])('ends as the option says: %j', (values, end) => {
	expect(till(values)).toBe(end);
});

it.each([
	...[after(0, 'minutes'), after('soon', 'minutes'), after(1, 'years'), { limitType: 'whenever' }],
	...['', 'tomorrow', '12/31/2030 17:00', '05.06.2030 17:00', '2030-12-31 5:00 PM'].map(at),
	...['Tuesday, 31 December 2030 17:00', '2026-03-01T09:59:59Z', 'T'.repeat(100_000)].map(at),
	// There is no such day.
	at('2030-02-30 10:00'),
	// Expressions that find nothing.
	{ resumeAmount: undefined, resumeUnit: 'days' },
	{ resumeAmount: 2, resumeUnit: undefined },
	{ limitType: undefined, maxDateAndTime: '2030-01-01T00:00:00Z' },
])('a limit that is not in the future, or not certain, is an error: %j', (values) => {
	expect(() => till(values)).toThrow('The option "Limit Wait Time" cannot be used');
});
