// Tests: test/engine/pace.test.ts, test/engine/keySecrecy.test.ts
import type { Logger } from 'n8n-workflow';

import type { Transmit } from '../n8n/connect';

/** Logs the outcome of each attempt, without anything that identifies a recipient, content or key. */
export function logged(transmit: Transmit, logger: Logger): Transmit {
	return async (request) => {
		const started = performance.now();
		const outcome = await transmit(request);
		logger.debug('Messaging Integration: request', {
			operation: request.operation,
			instance: request.instanceId,
			outcome: outcome.kind === 'answer' ? outcome.status : outcome.reason,
			duration: Math.round(performance.now() - started),
		});
		return outcome;
	};
}
