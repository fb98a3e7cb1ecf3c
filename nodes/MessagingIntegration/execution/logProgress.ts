import type { Logger } from 'n8n-workflow';

/** ms */
const interval = 5000;

/**
 * Tells n8n's log how far a long run is, every few seconds.
 * @returns what counts an item as settled, and what ends the telling
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
