import type { Body } from './body';
import { proxyOf } from './proxyOf';

/** Why no answer arrived, or why the body of an answer could not be read. */
export type Break =
	| 'blocked'
	| 'cancelled'
	| 'connectTimeout'
	| 'cut'
	| 'dns'
	| 'file'
	| 'noProxy'
	| 'noTls'
	| 'paused'
	| 'proxy'
	| 'proxyAddress'
	| 'refused'
	| 'reset'
	| 'timeout'
	| 'tls'
	| 'tooLarge'
	| 'unreachable';

/** The head of an answer was read. Its status decides, even if its body could not be read. */
export interface Answer {
	kind: 'answer';
	status: number;
	headers: Record<string, string | string[] | undefined>;
	/** If it could not be read: empty, or a page without words. */
	body: Body;
	/** Why the body could not be read; absent if it was read. */
	unread?: { reason: Break; detail?: string };
}

/** The attempt ended before the head of an answer was read. */
export interface Broken {
	kind: 'break';
	reason: Break;
	/**
	 * Whether the service may have processed the request. False if no byte of it was written, if the proxy opened no
	 * tunnel, or if the file could not be read to its end.
	 */
	begun: boolean;
	/** The system's own error message, for the description. */
	detail?: string;
	/** If the request was not sent because of a pause: how long the service wants no requests (ms), if it says so. */
	pause?: number;
	/** If a proxy is the reason: the environment variable that names it. */
	proxyVariable?: string;
}

/** How one attempt ended. */
export type Outcome = Answer | Broken;

/** Whether the service processed a request, as far as the node can know. */
export type Processing = 'processed' | 'notProcessed' | 'unknown';

/** An answer by which the service accepted a request. */
type Accepted = Answer & { body: Exclude<Body, { kind: 'page' }> };

/** Whether the service accepted a request. A web page does not come from the service, whatever its status. */
export function accepted(outcome: Outcome): outcome is Accepted {
	return outcome.kind === 'answer' && outcome.status < 300 && outcome.body.kind !== 'page';
}

/**
 * A status from 300 to 499 refuses the request. A 503 with `Retry-After` is a refusal too, and so is a 503 page that a
 * proxy made by itself. After any other 5xx, a web page below 300, or a connection that broke once the request was
 * begun, the request is in doubt.
 */
export function processingOf(outcome: Outcome): Processing {
	if (outcome.kind === 'break') return outcome.begun ? 'unknown' : 'notProcessed';
	if (accepted(outcome)) return 'processed';
	if (outcome.status >= 300 && outcome.status < 500) return 'notProcessed';
	const isRefusal =
		(outcome.status === 503 && outcome.headers['retry-after'] !== undefined) ||
		proxyOf(outcome.status, outcome.body) !== undefined;
	return isRefusal ? 'notProcessed' : 'unknown';
}
