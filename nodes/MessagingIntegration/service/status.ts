import { isEmpty, isObject } from './json';
import type { Answer, Break, Outcome } from './outcome';
import type { Body } from './responseBody';

/** An answer by which the service accepted a request. */
type Accepted = Answer & { body: Exclude<Body, { kind: 'page' }> };

/**
 * Whether a web page answered. It does not come from the service, whatever its status. Amazon's firewall challenges a program
 * with a header alone: 202, no body, `x-amzn-waf-action: challenge`.
 */
export function isPage({ headers, body }: Answer): boolean {
	return body.kind === 'page' || headers['x-amzn-waf-action'] !== undefined;
}

/** What a service calls a message that it took over. The ID of a request says nothing about the message. */
const idName = /^(?:message[_-]?)?id$/i;

const hasId = (answer: object) =>
	Object.entries(answer).some(([name, value]) => idName.test(name) && !isEmpty(value));

/** Whether an answer with a status below 300 says that the service did not do what it was asked. Only its top level counts. */
function saysItFailed({ body }: Answer): boolean {
	if (body.kind !== 'json' || !isObject(body.value)) return false;
	const { success, ok, status, error, errors } = body.value;
	const saysNo =
		[success, ok, status].includes(false) ||
		['error', 'fail', 'failed'].includes(String(status)) ||
		!isEmpty(error) ||
		(Array.isArray(errors) && errors.length > 0);
	return saysNo && !hasId(body.value);
}

/** nginx adds the comments for some browsers, and its version if `server_tokens` is on. */
const nginxPage =
	/^<html>\s*<head><title>503 Service Temporarily Unavailable<\/title><\/head>\s*<body>\s*<center><h1>503 Service Temporarily Unavailable<\/h1><\/center>\s*<hr><center>nginx(?:\/[\d.]+(?: \([^<>()]+\))?)?<\/center>\s*<\/body>\s*<\/html>\s*(?:<!-- a padding to disable MSIE and Chrome friendly error page -->\s*)*$/;

/** nginx answers with its own 503 page if its `limit_req` refuses a request. */
function asks({ status, headers, body }: Answer): boolean {
	if (status === 429) return true;
	if (status !== 503) return false;
	return (
		headers['retry-after'] !== undefined || (body.kind === 'page' && nginxPage.test(body.value))
	);
}

/**
 * Statuses from 300 to 499 that do not say that the request was refused. 303 ("See Other"): it was processed, the result is
 * elsewhere. 408 and 499: a time limit ended the wait, perhaps while the service was processing the request.
 */
const noRefusals = [303, 408, 499];

/** What an answer can mean, and whether the service processed the request then. */
const processed = {
	accepted: 'yes',
	refused: 'no',
	slowDown: 'no',
	webPage: 'perhaps',
	saysItFailed: 'perhaps',
	inDoubt: 'perhaps',
} as const;

/** The only table of statuses. */
function meaningOf(answer: Answer): keyof typeof processed {
	const { status } = answer;
	if (status < 300 && isPage(answer)) return 'webPage';
	if (status < 300) return saysItFailed(answer) ? 'saysItFailed' : 'accepted';
	if (asks(answer)) return 'slowDown';
	return status >= 500 || noRefusals.includes(status) ? 'inDoubt' : 'refused';
}

/** Whether the service accepted a request. */
export function accepted(outcome: Outcome): outcome is Accepted {
	return outcome.kind === 'answer' && meaningOf(outcome) === 'accepted';
}

/** Whether the service processed a request, as far as the node can know. */
export function wasProcessed(outcome: Outcome): 'yes' | 'no' | 'perhaps' {
	if (outcome.kind === 'break') return outcome.wasWritten ? 'perhaps' : 'no';
	return processed[meaningOf(outcome)];
}

/** Whether the service asks to slow down. */
export function asksToSlowDown(outcome: Outcome): boolean {
	return outcome.kind === 'answer' && meaningOf(outcome) === 'slowDown';
}

/** Breaks that the next attempt would meet again. */
const permanent = new Set<Break>(
	// prettier-ignore
	['blocked', 'cancelled', 'file', 'noTls', 'proxy', 'proxyAddress', 'tls', 'tooLarge'],
);

/** Whether the next attempt of the same request may succeed. */
export function isTemporary(outcome: Outcome): boolean {
	if (outcome.kind === 'break') return !permanent.has(outcome.reason);
	if (accepted(outcome))
		return outcome.unread !== undefined && !permanent.has(outcome.unread.reason);
	return asksToSlowDown(outcome) || wasProcessed(outcome) === 'perhaps';
}
