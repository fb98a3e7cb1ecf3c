import { check } from '../../nodes/MessagingIntegration/api/failure';
import { runOptions } from '../../nodes/MessagingIntegration/parameters/options';
import { refusalOf } from './refusalOf';

it('has the documented defaults', () => {
	expect(check(runOptions, {})).toEqual({
		concurrency: 8,
		requestsPerSecond: 0,
		maxTries: 3,
		timeout: 30_000,
		validateFirst: true,
		resendWhenUnsure: false,
	});
});

it('accepts the allowed values', () => {
	const least = { concurrency: 1, requestsPerSecond: 0.5, maxTries: 1, timeout: 1 };
	expect(check(runOptions, least)).toMatchObject(least);
	expect(check(runOptions, { concurrency: 64 })).toMatchObject({ concurrency: 64 });
	// Expressions often get numbers from forms and sheets as text.
	expect(check(runOptions, { concurrency: '8', requestsPerSecond: '0.5' })).toMatchObject({
		concurrency: 8,
		requestsPerSecond: 0.5,
	});
});

it.each([
	['Concurrency', { concurrency: 0 }, 'Enter a whole number from 1 to 64.'],
	['Concurrency', { concurrency: 65 }, 'Enter a whole number from 1 to 64.'],
	['Concurrency', { concurrency: 1.5 }, 'Enter a whole number from 1 to 64.'],
	['Concurrency', { concurrency: 'eight' }, 'Enter a whole number from 1 to 64.'],
	['Concurrency', { concurrency: '' }, 'Enter a whole number from 1 to 64.'],
	['Concurrency', { concurrency: null }, 'Enter a whole number from 1 to 64.'],
	['Requests per Second', { requestsPerSecond: -1 }, 'Enter a number from 0 up; 0 is no limit.'],
	['Requests per Second', { requestsPerSecond: NaN }, 'Enter a number from 0 up; 0 is no limit.'],
	[
		'Requests per Second',
		{ requestsPerSecond: Infinity },
		'Enter a number from 0 up; 0 is no limit.',
	],
	['Max Tries', { maxTries: 0 }, 'Enter a whole number from 1 up.'],
	['Timeout', { timeout: 0 }, 'Enter a whole number from 1 up.'],
	// Past 24.8 days Node's timers fire at once.
	['Timeout', { timeout: 2 ** 31 }, 'Enter a whole number from 1 up.'],
	[
		'Send Nothing if One Item Is Wrong',
		{ validateFirst: 'yes' },
		'Switch it on or off, or give it true or false.',
	],
	[
		'Resend When Unsure',
		{ resendWhenUnsure: null },
		'Switch it on or off, or give it true or false.',
	],
])('refuses the option "%s" and says what it accepts: %j', (name, options, advice) => {
	const { message, description, delivery } = refusalOf(() => check(runOptions, options));
	expect(message).toBe(`The option "${name}" cannot be used`);
	expect(description).toBe(advice);
	expect(delivery).toBe('notSent');
});
