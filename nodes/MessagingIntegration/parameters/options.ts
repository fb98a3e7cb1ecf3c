import type { IExecuteFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { check } from '../api/failure';
import { defaultTimeout } from '../api/request';

/** Converts a number that arrived as text, for example from a form or a sheet. */
export function numberOf(given: unknown): unknown {
	return typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
}

/** Timers of Node.js that are longer than this fire at once (ms). */
const longestTimer = 2 ** 31 - 1;

/** The schema of an option. @param most defaults to the longest timer */
export function wholeNumber(name: string, least: number, most = longestTimer) {
	const error = `The option "${name}" cannot be used\nEnter a whole number from ${least}${most < longestTimer ? ` to ${most}` : ' up'}.`;
	return z.preprocess(numberOf, z.int({ error }).min(least, { error }).max(most, { error }));
}

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

/** Reads the run's options one by one, because an expression in an option of an item must not fail the whole run. */
export function readRunOptions(context: IExecuteFunctions): RunOptions {
	const saved = (context.getNode().parameters.options ?? {}) as object;
	const names = Object.keys(runOptions.shape).filter((name) => name in saved);
	// An expression that finds nothing returns undefined, which would look like a missing option.
	const given = names.map((name) => [name, context.getNodeParameter(`options.${name}`, 0) ?? null]);
	return check(runOptions, Object.fromEntries(given));
}
