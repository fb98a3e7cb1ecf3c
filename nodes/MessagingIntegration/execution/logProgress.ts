import type { Logger } from 'n8n-workflow';

/** ms */
const interval = 5000;

/**
 * Logs the progress of a long run every few seconds.
 * @returns `settled` counts one more settled item, `end` stops the logging
 */
export function logProgress(logger: Logger, all: number): { settled: () => void; end: () => void } {
	let settled = 0;
	const telling = setInterval(() => {
		logger.info(`Messaging Integration: ${settled} of ${all} items settled`);
	}, interval);
	return {
		settled: () => void settled++,
		end: () => clearInterval(telling),
	};
}
