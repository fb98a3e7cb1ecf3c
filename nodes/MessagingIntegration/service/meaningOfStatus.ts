import type { Answer, Break, Outcome } from './outcome';
import type { Body } from './responseBody';
import { saysItFailed } from './saysItFailed';

/** An answer by which the service accepted a request. */
type Accepted = Answer & { body: Exclude<Body, { kind: 'page' }> };

/** Whether an answer says that it failed. A run asks several times of each answer. */
const failed = new WeakMap<Answer, boolean>();

/**
 * Whether the service accepted a request. A web page does not come from the service, whatever its status, and some
 * services answer 200 and say that they failed.
 */
export function accepted(outcome: Outcome): outcome is Accepted {
	if (outcome.kind === 'break' || outcome.status >= 300) return false;
	if (outcome.body.kind === 'page') return false;
	const hasFailed = failed.get(outcome) ?? saysItFailed(outcome.body, outcome.isList);
	failed.set(outcome, hasFailed);
	return !hasFailed;
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
 * Statuses from 300 to 499 that do not say that the request was refused. 303 ("See Other"): it was processed, the result is
 * elsewhere. 408 and 499: a time limit ended the wait, perhaps while the service was processing the request.
 */
const noRefusals = [303, 408, 499];

/**
 * Whether the service processed a request, as far as the node can know. Most statuses from 300 to 499 refuse it, and so do
 * some 503 answers. After any other 5xx, a web page below 300, an answer below 300 that says that it failed, or a
 * connection that broke once the request was written, it is in doubt.
 */
export function processingOf(outcome: Outcome): 'processed' | 'notProcessed' | 'unknown' {
	if (outcome.kind === 'break') return outcome.wasWritten ? 'unknown' : 'notProcessed';
	if (accepted(outcome)) return 'processed';
	const isRefusal =
		outcome.status >= 300 && outcome.status < 500 && !noRefusals.includes(outcome.status);
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
