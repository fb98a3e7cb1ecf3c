import * as z from 'zod/v4';

import { defaultTimeout } from '../api/request';
import { numberOf, wholeNumber } from './wholeNumber';

function yesOrNo(name: string) {
	return z.boolean({
		error: `The option "${name}" cannot be used\nSwitch it on or off, or give it true or false.`,
	});
}

const rateError =
	'The option "Requests per Second" cannot be used\nEnter a number from 0 up; 0 is no limit.';

/** A day: a longer pause is most likely one in ms (s). */
const longestPause = 86_400;
const pauseError = `The option "Pause Between Messages" cannot be used\nEnter seconds from 0 to ${longestPause} in "Min" and "Max". "Min" must not be larger than "Max".`;
const seconds = z.preprocess(
	numberOf,
	z
		.number({ error: pauseError })
		.min(0, { error: pauseError })
		.max(longestPause, { error: pauseError }),
);

/** n8n's shape of a collection with one entry, or with none. */
const pauseBetween = z
	.object(
		{
			values: z
				.object({ min: seconds, max: seconds }, { error: pauseError })
				.refine(({ min, max }) => min <= max, { error: pauseError })
				.optional(),
		},
		{ error: pauseError },
	)
	.transform(({ values }) => values);

/** The options that apply to a whole run (public interface, "options"). Other options are read for each item. */
export const runOptions = z.object({
	concurrency: wholeNumber('Concurrency', 1, 64).default(8),
	requestsPerSecond: z
		.preprocess(numberOf, z.number({ error: rateError }).min(0, { error: rateError }))
		.default(0),
	maxTries: wholeNumber('Max Tries', 1).default(3),
	timeout: wholeNumber('Timeout', 1).default(defaultTimeout),
	pauseBetween: pauseBetween.optional(),
	validateFirst: yesOrNo('Validate First').default(true),
	resendWhenUnsure: yesOrNo('Resend When Unsure').default(false),
});

export type RunOptions = z.output<typeof runOptions>;
