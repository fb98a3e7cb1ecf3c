import fc from 'fast-check';

import { Refusal } from '../../nodes/MessagingIntegration/words/refusal';
import { option, optionOf, runOptions } from '../../nodes/MessagingIntegration/parameters/options';
import { randomValues } from './support/randomValues';
import { refusalOf } from './support/refusalOf';

it('has the documented defaults', () => {
	expect(runOptions.parse({})).toEqual({
		timeout: 120,
		dryRun: 'evaluations',
		whenUnsure: 'fail',
	});
});

it('takes numbers that are text, because expressions get them so from forms and sheets', () => {
	const given = { concurrency: '64', messagesPerMinute: '0.5', timeout: '1' };
	const read = { concurrency: 64, messagesPerMinute: 0.5, timeout: 1 };
	expect(runOptions.parse(given)).toMatchObject(read);
});

const upTo128 = 'Enter a whole number from 1 to 128.';
const above0 = 'Enter a number above 0.';
const seconds = 'Enter a number above 0, at most 2147483.';
const from1 = 'Enter a whole number from 1 up.';

it.each<[name: string, advice: string, options: object]>([
	['Messages at Once', upTo128, { concurrency: 0 }],
	['Messages at Once', upTo128, { concurrency: 129 }],
	['Messages at Once', upTo128, { concurrency: 1.5 }],
	['Messages per Minute', above0, { messagesPerMinute: 0 }],
	['Fail if More Than', from1, { failIfMoreThan: 0 }],
	['Timeout', seconds, { timeout: 0 }],
	// Past 24.8 days Node's timers fire at once.
	['Timeout', seconds, { timeout: 2 ** 31 }],
])('refuses the option "%s" and says what it accepts: %s %j', (name, advice, options) => {
	expect(refusalOf(() => runOptions.parse(options))).toMatchObject({
		message: `The option "${name}" cannot be used`,
		description: advice,
		delivery: 'notSent',
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
			return error instanceof Refusal;
		}
	};
	fc.assert(fc.property(fc.constantFrom(...names), given, isInWords), { numRuns: randomValues });
});
