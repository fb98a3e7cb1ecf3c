import fc from 'fast-check';

import { check, InputError } from '../../nodes/MessagingIntegration/service/inputError';
import { option, optionOf, runOptions } from '../../nodes/MessagingIntegration/parameters/options';
import { refusalOf } from './support/refusalOf';

it('has the documented defaults', () => {
	expect(check(runOptions, {})).toEqual({
		concurrency: 8,
		requestsPerSecond: 0,
		maxTries: 3,
		timeout: 30_000,
		mostMessages: 0,
		rehearse: 'evaluations',
		whenUnsure: 'fail',
	});
});

it('takes numbers that are text, because expressions get them so from forms and sheets', () => {
	const given = { concurrency: '64', requestsPerSecond: '0.5', timeout: '1' };
	const read = { concurrency: 64, requestsPerSecond: 0.5, timeout: 1 };
	expect(check(runOptions, given)).toMatchObject(read);
});

const upTo64 = 'Enter a whole number from 1 to 64.';
const from0 = 'Enter a number from 0 up; 0 is no limit.';
const from1 = 'Enter a whole number from 1 up.';

it.each<[name: string, advice: string, options: object]>([
	['Concurrency', upTo64, { concurrency: 0 }],
	['Concurrency', upTo64, { concurrency: 65 }],
	['Concurrency', upTo64, { concurrency: 1.5 }],
	['Requests per Second', from0, { requestsPerSecond: -1 }],
	['Max Tries', from1, { maxTries: 0 }],
	['Timeout', from1, { timeout: 0 }],
	// Past 24.8 days Node's timers fire at once.
	['Timeout', from1, { timeout: 2 ** 31 }],
])('refuses the option "%s" and says what it accepts: %s %j', (name, advice, options) => {
	expect(refusalOf(() => check(runOptions, options))).toMatchObject({
		...{ message: `The option "${name}" cannot be used`, description: advice, delivery: 'notSent' },
	});
});

it('takes whatever JSON an expression gives for an option, or refuses it in words', () => {
	const fields = ['from', 'until', 'clock', 'min', 'max', 'by', 'maxLength', 'limitType'];
	const entry = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 1 }));
	const values = fc.record({ values: fc.oneof(fc.jsonValue({ maxDepth: 1 }), entry) });
	const names = Object.keys(option) as Array<Parameters<typeof optionOf>[1]>;
	const given = fc.oneof(fc.jsonValue(), values);
	const isInWords = (name: (typeof names)[number], value: unknown) => {
		try {
			optionOf({ [name]: value }, name);
			return true;
		} catch (error) {
			return error instanceof InputError;
		}
	};
	fc.assert(fc.property(fc.constantFrom(...names), given, isInWords), { numRuns: 20_000 });
});
