import type { Body } from './body';
import { proxyOf } from './proxyPage';

/** Why a request came to no answer, or an answer to no body. */
export type Break =
	| 'blocked'
	| 'cancelled'
	| 'connectTimeout'
	| 'cut'
	| 'dns'
	| 'file'
	| 'noProxy'
	| 'noTls'
	| 'proxy'
	| 'proxyAddress'
	| 'refused'
	| 'reset'
	| 'timeout'
	| 'tls'
	| 'tooLarge'
	| 'unreachable';

/** The head of an answer was read: its status decides, whatever became of its body. */
export interface Answer {
	kind: 'answer';
	status: number;
	headers: Record<string, string | string[] | undefined>;
	/** Empty where it could not be read. */
	body: Body;
	/** Why the body could not be read, where it could not. */
	unread?: { reason: Break; detail?: string };
}

/** The exchange ended before the head of an answer was read. */
export interface Broken {
	kind: 'break';
	reason: Break;
	/** Whether any byte of the request was written: if not, it was surely not carried out. */
	begun: boolean;
	/** The system's own words, for the description. */
	detail?: string;
	/** Where a proxy is the reason: the environment variable that names it. */
	proxyVariable?: string;
}

/** How one exchange with the service ended. */
export type Outcome = Answer | Broken;

/** What the service did with a request, as far as anyone here can know. */
export type Fate = 'carriedOut' | 'notCarriedOut' | 'unknown';

/**
 * A status below 300 is an acceptance and one from 300 to 499 a refusal; a 503 that says when to come
 * back is one too, and so is a 503 page that a proxy made up by itself. Any other 5xx, and a connection that broke once the request was on its way, leave it open.
 */
export function fateOf(outcome: Outcome): Fate {
	if (outcome.kind === 'break') return outcome.begun ? 'unknown' : 'notCarriedOut';
	if (outcome.status < 300) return 'carriedOut';
	if (outcome.status < 500) return 'notCarriedOut';
	const isRefusal =
		(outcome.status === 503 && outcome.headers['retry-after'] !== undefined) ||
		proxyOf(outcome.status, outcome.body) !== undefined;
	return isRefusal ? 'notCarriedOut' : 'unknown';
}
