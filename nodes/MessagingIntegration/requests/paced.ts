import type { Send } from '../n8n/connect';
import type { Clock } from './clock';

/** The limit that the user sets for a run. */
interface OwnLimit {
	/** 0 for none. */
	requestsPerSecond: number;
	/** When the next request may start (ms). The accounts of a run share it. */
	next: { at: number };
	clock: Clock;
	/** No request starts after it aborts. */
	signal?: AbortSignal;
}

/** Sends no faster than the user allows. */
export function paced(send: Send, { requestsPerSecond, next, clock, signal }: OwnLimit): Send {
	return async (request) => {
		const now = clock.now();
		const at = Math.max(next.at, now);
		next.at = at + (requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0);
		// Only the end of the run can reject a wait.
		if (at > now) await clock.sleep(at - now, signal).catch(() => undefined);
		if (signal?.aborted) return { kind: 'break', reason: 'cancelled', begun: false };
		return await send(request);
	};
}
