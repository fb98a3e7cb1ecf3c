import type { Body } from './responseBody';
import { saysItFailed } from './saysItFailed';
import type { WhyStopped } from './whyStopped';

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
	/** Between the first byte of the request and the end of the answer (ms), so without the set-up of a connection. */
	took?: number;
	/** Why the body could not be read; absent if it was read. */
	unread?: Pick<Broken, 'reason' | 'detail' | 'stopped'>;
}

/** The attempt ended before the head of an answer was read. */
export interface Broken {
	kind: 'break';
	reason: Break;
	/**
	 * Whether the service may have processed the request. False if no byte of it was written, if the proxy opened no
	 * tunnel, or if the file could not be read to its end.
	 */
	wasWritten: boolean;
	/** The system's own error message, for the description. */
	detail?: string;
	/** If it was given up because the run was stopped: why. */
	stopped?: WhyStopped;
	/** If the request was not sent because of a pause: how long the service wants no requests (ms), if it says so. */
	pause?: number;
	/** If a proxy is the reason: the environment variable that names it. */
	proxyVariable?: string;
}

/** How one attempt ended. */
export type Outcome = Answer | Broken;

/** An answer by which the service accepted a request. */
type Accepted = Answer & { body: Exclude<Body, { kind: 'page' }> };

/**
 * Whether the service accepted a request. A web page does not come from the service, whatever its status, and some
 * services answer 200 and say that they failed.
 */
export function accepted(outcome: Outcome): outcome is Accepted {
	if (outcome.kind === 'break' || outcome.status >= 300) return false;
	return outcome.body.kind !== 'page' && !saysItFailed(outcome.body);
}

/** nginx adds the comments for some browsers, and its version if `server_tokens` is on. */
const nginxPage =
	/^<html>\s*<head><title>503 Service Temporarily Unavailable<\/title><\/head>\s*<body>\s*<center><h1>503 Service Temporarily Unavailable<\/h1><\/center>\s*<hr><center>nginx(?:\/[\d.]+(?: \([^<>()]+\))?)?<\/center>\s*<\/body>\s*<\/html>\s*(?:<!-- a padding to disable MSIE and Chrome friendly error page -->\s*)*$/;

const haproxyPage =
	/^<html><body><h1>503 Service Unavailable<\/h1>\s*No server is available to handle this request\.\s*<\/body><\/html>\s*$/;

/** All that Traefik and Envoy say if no server of the service is ready. */
const noServer = /^\s*(?:no available server|no healthy upstream)\s*$/;

/** By these, Cloudflare says that it got no connection to the service: refused, no way, no TLS, no valid certificate. */
const notConnected = [521, 523, 525, 526];

/**
 * Who refused a request with a 5xx: whoever sent `Retry-After` with a 503, or a proxy that answered by itself, so that the
 * service never saw the request. Only the proxy's exact words prove that, because other answers can come after the
 * service processed the request.
 */
function refuserOf({ status, headers, body }: Answer): 'asking' | 'nginx' | 'proxy' | undefined {
	const isCloudflare = String(headers.server).toLowerCase() === 'cloudflare';
	if (isCloudflare && notConnected.includes(status)) return 'proxy';
	if (status !== 503) return undefined;
	if (headers['retry-after'] !== undefined) return 'asking';
	if (body.kind === 'text') return noServer.test(body.value) ? 'proxy' : undefined;
	if (body.kind !== 'page') return undefined;
	if (nginxPage.test(body.value)) return 'nginx';
	return haproxyPage.test(body.value) ? 'proxy' : undefined;
}

/**
 * Whether the service processed a request, as far as the node can know. A status from 300 to 499 refuses it, and so do
 * some 503 answers. After any other 5xx, a 303 ("See Other": it was processed, the result is elsewhere), a web page
 * below 300, an answer below 300 that says that it failed, or a connection that broke once the request was written, it
 * is in doubt.
 */
export function processingOf(outcome: Outcome): 'processed' | 'notProcessed' | 'unknown' {
	if (outcome.kind === 'break') return outcome.wasWritten ? 'unknown' : 'notProcessed';
	if (accepted(outcome)) return 'processed';
	const isRefusal = outcome.status >= 300 && outcome.status < 500 && outcome.status !== 303;
	return isRefusal || refuserOf(outcome) ? 'notProcessed' : 'unknown';
}

/** Whether the service asks to slow down. nginx answers with its own 503 page if its `limit_req` refuses a request. */
export function asksToSlowDown(outcome: Outcome): boolean {
	if (outcome.kind === 'break') return false;
	return outcome.status === 429 || ['asking', 'nginx'].includes(refuserOf(outcome) ?? '');
}

/** Breaks that the next attempt would meet again. */
const permanent = new Set<Break>(
	// prettier-ignore
	['blocked', 'cancelled', 'file', 'noTls', 'paused', 'proxy', 'proxyAddress', 'tls', 'tooLarge'],
);

/** Whether the next attempt of the same request may succeed. */
export function isTemporary(outcome: Outcome): boolean {
	if (outcome.kind === 'break') return !permanent.has(outcome.reason);
	if (accepted(outcome))
		return outcome.unread !== undefined && !permanent.has(outcome.unread.reason);
	const { status } = outcome;
	return status === 429 || status >= 500 || processingOf(outcome) === 'unknown';
}

/** HTTP dates start with the name of the day. Date.parse accepts other texts too, but they are not dates here. */
function httpDate(text: string): number {
	return /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : NaN;
}

/** A number that is longer than any time is still one (s). */
const longestRetryAfter = 2 ** 31;

/**
 * Reads a `Retry-After` header, which holds seconds or a date.
 * @param now ms since 1970
 * @returns ms from now, 0 for a date in the past; undefined if the header holds neither
 */
export function readRetryAfter(header: Answer['headers'][string], now: number) {
	const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
	if (/^\d+$/.test(value)) return Math.min(Number(value), longestRetryAfter) * 1000;
	const date = httpDate(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * How long (ms) the service wants no requests; undefined if it does not say. A date counts from the `Date` of the same
 * answer, because the clock of the service may differ from this one.
 */
export function retryAfter(outcome: Outcome): number | undefined {
	if (outcome.kind === 'break') return outcome.pause;
	if (outcome.status !== 429 && outcome.status !== 503) return undefined;
	const { date, 'retry-after': header } = outcome.headers;
	const sent = httpDate(String(date));
	return readRetryAfter(header, Number.isNaN(sent) ? Date.now() : sent);
}
