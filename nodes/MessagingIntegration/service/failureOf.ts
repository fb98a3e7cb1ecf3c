import { type Account, isLoopback } from './account';
import { errorCode, errorWords } from './answer';
import type { Body } from './responseBody';
import { type Delivery, failed, type Failed } from './ending';
import { accepted, type Answer, type Outcome, processingOf, retryAfter } from './outcome';
import { largestAnswer, type RequestKind, type ServiceRequest } from './request';
import { reasonOfBreak, type RequestReason } from './requestWords';
import { quoted } from './sentences';
import type { RequestFacts } from './facts';

/** Repeating a read does no harm, and neither does repeating a step before the message. */
function deliveryOf(request: ServiceRequest, outcome: Outcome): Delivery {
	return request.effect !== 'delivery' || processingOf(outcome) === 'notProcessed'
		? 'notSent'
		: 'unknown';
}

const reasonOfStatus: Partial<Record<number, RequestReason>> = {
	401: 'keyRefused',
	403: 'missingScope',
	408: 'waitedTooLong',
	429: 'rateLimited',
	404: 'notFound',
	409: 'conflict',
	413: 'tooLarge',
	415: 'typeRefused',
	503: 'unavailable',
};

/** Whatever it is, it does not say that the service knows no instances. */
const isAboutTheCaller = [401, 403, 408, 429];

function reasonOfAnswer({ status, body }: Answer, kind: RequestKind): RequestReason {
	const isPage = body.kind === 'page';
	if (isPage && (status < 300 || status === 404)) return 'webPage';
	if (status < 300) return kind === 'upload' ? 'noStorageRef' : 'noList';
	if (status < 400) return 'redirected';
	if (isPage && (status === 401 || status === 403)) return 'pageRefused';
	if (kind === 'list' && status < 500 && !isAboutTheCaller.includes(status)) return 'noList';
	if (status === 422 && errorCode(body) === 'NOT_SUPPORTED_BY_ENGINE') return 'notSupported';
	// Only files and messages are too large, or of a wrong type.
	const isOther = kind === 'indication' && (status === 413 || status === 415);
	return (
		(isOther ? undefined : reasonOfStatus[status]) ?? (status < 500 ? 'refused' : 'serviceFailed')
	);
}

function reasonOf(outcome: Outcome, kind: RequestKind): RequestReason {
	if (outcome.kind === 'break') return reasonOfBreak[outcome.reason];
	if (accepted(outcome) && outcome.unread) return reasonOfBreak[outcome.unread.reason];
	return reasonOfAnswer(outcome, kind);
}

/** Isolates words that are written from right to left. Otherwise they would change the order of the text after them. */
function inOneDirection(words: string): string {
	return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(words)
		? `\u2068${words}\u2069`
		: words;
}

function responseBodyOf(outcome: Outcome): Body {
	return outcome.kind === 'answer' ? outcome.body : { kind: 'empty' };
}

/** What the network, n8n or the service said about the failure, as a sentence. */
function quotation(outcome: Outcome): string | undefined {
	// A refusal's status or a page says enough, even if the body could not be read.
	const broken = outcome.kind === 'break' ? outcome : accepted(outcome) && outcome.unread;
	const [speaker, words] = broken
		? [broken.reason === 'file' ? 'n8n' : 'The network', quoted(broken.detail ?? '')]
		: [
				responseBodyOf(outcome).kind === 'page' ? 'The page' : 'The service',
				errorWords(responseBodyOf(outcome)),
			];
	if (!words) return undefined;
	return `${speaker} said: “${inOneDirection(words)}”${/[.!?…]$/.test(words) ? '' : '.'}`;
}

function factsOf(request: ServiceRequest, outcome: Outcome, { origin }: Account): RequestFacts {
	const { instanceId, kind, effect, contentType = '', scope = '' } = request;
	const { host, hostname } = new URL(origin);
	const code = errorCode(responseBodyOf(outcome));
	const said = quotation(outcome);
	const pause = retryAfter(outcome);
	const variable = outcome.kind === 'break' ? outcome.proxyVariable : undefined;
	return {
		...{ kind, effect, host, hostname, contentType, scope },
		isThisMachine: isLoopback(hostname),
		instance: quoted(instanceId ?? ''),
		largest: `${largestAnswer(kind) / 2 ** 20} MiB`,
		proxyVariable: variable ?? 'HTTP_PROXY, HTTPS_PROXY or ALL_PROXY',
		...(outcome.kind === 'answer' && { status: outcome.status }),
		...(code !== undefined && { code }),
		...(said !== undefined && { said }),
		...(pause !== undefined && { pause }),
	};
}

/** Why a request failed: its outcome is anything but a usable acceptance. */
export function failureOf(request: ServiceRequest, outcome: Outcome, account: Account): Failed {
	const reason = reasonOf(outcome, request.kind);
	const facts = factsOf(request, outcome, account);
	return failed(reason, facts, deliveryOf(request, outcome), 'request');
}
