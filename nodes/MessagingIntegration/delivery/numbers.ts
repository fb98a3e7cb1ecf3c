// Tests: test/package/options.test.ts

/** Every number that decides how long something takes, or how often it happens. Times are ms. */

const second = 1000;
const minute = 60 * second;

/** How often a long run logs its progress. */
export const progressInterval = 5 * second;

/** Who was asked cannot answer while others wait to be asked, so they wait at most so long after the last one. */
export const longestWaitToAsk = 10 * second;

/** How often a step is attempted that was certainly not processed, and the wait after the first attempt, doubled after each further one. */
export const repeat = { attempts: 3, first: 500 };

/**
 * How many deliveries are in progress if the user does not say: `least` at first. An answer is fast if it took at most `slower`
 * times as long as the fastest one, plus `slack`. Until the first slower one, and from the answer number `least` on, there are
 * `start` more for each answer. Then there is one more for each fast answer, one less for each slower one, and half as many
 * after a refusal.
 */
export const atOnce = { least: 8, most: 128, slower: 1.25, slack: 2, start: 5 };

/** A recipient or an instance that accepts nothing for this time is given up. */
export const givenUpAfter = 5 * minute;

/** `Retry-After` has whole seconds, so a second may mean any shorter time. */
export const shortest = second;

/** After a refusal, a recipient waits for `first`, plus half of what it has waited so far, but at most for `longest`. */
export const recipientWait = { first: 250, longest: minute };

/**
 * When messages may ask an instance that accepts nothing (since its first refusal): three in two seconds, twelve in a
 * minute, twenty in five. Services ban clients that ask more often.
 */
export const askAt = [0, 100, 700, 2100];
for (let last = 2100; last < givenUpAfter; askAt.push(last))
	last += Math.min(0.47 * last, 30 * second);

/** After so many requests in a row that may have arrived, an instance waits as after a refusal. */
export const doubtsOfAFault = 3;

/** So many more requests that were refused than accepted show that all recipients of an instance share a limit. */
export const refusalsOfAll = 4;

/**
 * The rate of an instance that has a limit, in messages per ms: what each accepted message adds, and the slowest, because refusals
 * at random would slow the run down further and further.
 */
export const rate = { growth: 0.1 / second, slowest: 0.2 / second };

/**
 * An execution shows in each `heartbeat` that it is still working on a key. One that shows nothing for `longestSilence`
 * counts as dead. Another one looks for that in each `poll`. Of the first `asked` items of a retry, one key that was begun
 * shows that the run which n8n lost had keys.
 */
export const key = { heartbeat: second, longestSilence: 6 * second, poll: 100, asked: 20 };
