import type { Logger } from 'n8n-workflow';

import { durationText } from '../delivery/durationText';
import type { PauseRange } from '../delivery/pauses';

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
