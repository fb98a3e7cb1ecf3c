import type { Logger, NodeExecutionHint } from 'n8n-workflow';

import type { PauseRange } from './pauses';

/** A duration as people say it, rounded: "45 s", "12 min" or "1.5 h". @param duration ms */
export function durationText(duration: number): string {
	const seconds = Math.round(duration / 1000);
	if (seconds < 120) return `${seconds} s`;
	if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
	return `${Math.round(seconds / 360) / 10} h`;
}

/** What users should know about a run when it ends. */
export interface Summary {
	/** Items that an earlier run had sent; its answer was returned. */
	remembered: number;
	/** Messages that were skipped because their Send Once Key had been sent before. */
	skipped: number;
	/** Requests repeated after an error. */
	repeated: number;
	/** How often the service asked to slow down. */
	slowed: number;
	/** Whether the user allowed repeating requests in doubt. */
	mayRepeat: boolean;
	/** Typing indications that failed; their messages were still sent. */
	untyped: number;
	/** Recipients that look like phone numbers without a country code. */
	local: number;
	/** Pauses between messages that the user asked for. */
	pauses: number;
	/** How long the run took (ms); only known if there were pauses. */
	duration: number;
}

export function newSummary(): Summary {
	return {
		remembered: 0,
		skipped: 0,
		repeated: 0,
		slowed: 0,
		mayRepeat: false,
		untyped: 0,
		local: 0,
		pauses: 0,
		duration: 0,
	};
}

function count(number: number, one: string, many: string): string | undefined {
	if (number === 0) return undefined;
	return number === 1 ? `1 ${one}` : `${number} ${many}`;
}

/** For people who test a workflow: every run after the first skips everything. */
const sendAgain =
	'To send again, for example in a test, change the key: put a word such as "test2-" in front of it.';
const withCountryCode = (them: string) =>
	`Begin ${them} with the country code. For messages, "Default Country" below "To" adds it.`;

/** Why the run took longer, and that no message was sent twice, if that is certain. */
function delay({ repeated, slowed, mayRepeat }: Summary): string | undefined {
	if (slowed + repeated === 0) return undefined;
	const reason =
		slowed > 0 ? 'The service asked to slow down' : 'Some requests failed and were repeated';
	return `${reason}, so the run took longer.${mayRepeat ? '' : ' No message was sent twice.'}`;
}

function paused({ pauses, duration }: Summary): string | undefined {
	if (pauses === 0) return undefined;
	const times = pauses === 1 ? 'once' : `${pauses} times`;
	return `The node paused ${times} between messages. The run took ${durationText(duration)}.`;
}

/**
 * The hint about failed items, if the workflow continues after errors: n8n then marks the node as successful.
 * @param isSeparate whether the failed items have an output of their own
 */
export function failureHint(
	{ notSent, inDoubt, all }: { notSent: number; inDoubt: number; all: number },
	isSeparate: boolean,
): NodeExecutionHint | undefined {
	const failed = notSent + inDoubt;
	if (failed === 0) return undefined;
	const was = failed === 1 ? 'was' : 'were';
	const items = all === 1 ? '1 item' : `${failed} of ${all} items`;
	const what =
		inDoubt === 0
			? `${items} ${was} not sent.`
			: notSent === 0
				? `${items} may or may not have been delivered.`
				: `${items} failed: ${notSent} not sent, ${inDoubt} in doubt (may have been delivered).`;
	const where = isSeparate
		? 'The tab "Error Branch" shows which and why.'
		: 'Look for the field "error" in the output: it says why.';
	return { message: `${what} ${where}`, type: 'warning', location: 'outputPane' };
}

/** The hints below the output; none if there is nothing to tell. */
export function hintsOf(facts: Summary): NodeExecutionHint[] {
	const { remembered, skipped, untyped, local } = facts;
	return [
		count(
			remembered,
			'item was sent by an earlier run and was not sent again.',
			'items were sent by an earlier run and were not sent again.',
		),
		count(
			skipped,
			`item was skipped: this node has already sent its Send Once Key. ${sendAgain}`,
			`items were skipped: this node has already sent their Send Once Keys. ${sendAgain}`,
		),
		delay(facts),
		paused(facts),
		count(
			untyped,
			'typing indication failed; its message was sent.',
			'typing indications failed; their messages were sent.',
		),
		count(
			local,
			`recipient looks like a phone number without a country code. ${withCountryCode('it')}`,
			`recipients look like phone numbers without a country code. ${withCountryCode('them')}`,
		),
	]
		.filter((message) => message !== undefined)
		.map((message) => ({ message, location: 'outputPane' }));
}

/** ms */
const interval = 5000;

/** Logs how long the pauses between messages will probably take. @param duration ms */
export function logExpectedPauses(
	logger: Logger,
	{ min, max }: PauseRange,
	duration: number,
): void {
	if (duration === 0) return;
	logger.info(
		`Messaging Integration: pauses of ${min} to ${max} s between messages, expected to take about ${durationText(duration)} in all`,
	);
}

/**
 * Logs the progress of a long run every few seconds.
 * @returns `settled` counts one more settled item, `end` stops the logging
 */
export function logProgress(logger: Logger, all: number): { settled: () => void; end: () => void } {
	let settled = 0;
	const telling = setInterval(() => {
		logger.info(`Messaging Integration: ${settled} of ${all} settled`);
	}, interval);
	return {
		settled: () => void settled++,
		end: () => clearInterval(telling),
	};
}
