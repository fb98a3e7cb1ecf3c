import type { Logger } from 'n8n-workflow';

import type { Send } from '../n8n/connect';

/** Logs the outcome of each request, without anything that identifies a recipient, content or key. */
export function logged(send: Send, logger: Logger): Send {
	return async (request) => {
		const started = performance.now();
		const outcome = await send(request);
		logger.debug('Messaging Integration: request', {
			operation: request.operation,
			instance: request.instanceId,
			outcome: outcome.kind === 'answer' ? outcome.status : outcome.reason,
			duration: Math.round(performance.now() - started),
		});
		return outcome;
	};
}
