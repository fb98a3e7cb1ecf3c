import { type Account, isLoopback, versionPrefix } from './account';
import { codeOf, inOneDirection, wordsOf } from './answer';
import type { Body } from './responseBody';
import type { Certainty } from '../delivery';
import type { NameOfRefusal, RequestFacts } from '../words/refusals';
import { quoted } from '../words/sentences';
import { because, type Failed, type Why } from '../words/why';
import type { Answer, Break, Outcome } from './outcome';
import { retryAfter } from './retryAfter';
import { pathOf, type RequestKind, type ServiceRequest } from './request';
import { accepted, isPage, wasProcessed } from './status';
import { webAddressOf } from './webAddressOf';

/** Repeating a read does no harm, and neither does repeating a step before the message. */
function deliveryOf(request: ServiceRequest, outcome: Outcome): Certainty {
	return request.effect !== 'delivery' || wasProcessed(outcome) === 'no' ? 'notSent' : 'unknown';
}

/** Why a request failed that got no answer, or none that could be read. */
const nameOfBreak: Record<Break, NameOfRefusal> = {
	blocked: 'addressNotAllowed',
	cancelled: 'stoppedBeforeAnswer',
	connectTimeout: 'connectTimeout',
	cut: 'answerBrokeOff',
	dns: 'hostUnknown',
	file: 'fileUnreadable',
	noProxy: 'proxyUnreachable',
	noTls: 'noTls',
	proxy: 'proxyRefused',
	proxyAddress: 'proxyAddress',
	refused: 'connectionRefused',
	reset: 'connectionBroke',
	timeout: 'timeout',
	tls: 'certificate',
	tooLarge: 'answerTooLarge',
	unreachable: 'unreachable',
};

const nameOfStatus: Partial<Record<number, NameOfRefusal>> = {
	401: 'keyRefused',
	403: 'missingScope',
	408: 'waitedTooLong',
	499: 'waitedTooLong',
	429: 'rateLimited',
	404: 'notFound',
	409: 'conflict',
	413: 'tooLarge',
	415: 'typeRefused',
	503: 'unavailable',
};

/** With a page, they say that the request did not come to the service. */
const isOfFirewall = [401, 403, 407];

/** With a page, they say that another server is at this address. */
const isNoEndpoint = [404, 405, 410];

/** Whatever it is, it does not say that the service knows no instances. */
const isAboutTheCaller = [401, 403, 408, 429, 499];

/** What the run knows of the key with which a request was sent. */
export interface KnownOfKey {
	/** Whether the service accepted a request of this kind with it. */
	wasAccepted: boolean;
}

function nameOfAnswer(
	answer: Answer,
	kind: RequestKind,
	{ wasAccepted }: KnownOfKey,
): NameOfRefusal {
	const { status, body } = answer;
	const isOfPage = isPage(answer);
	if (isOfPage && (status < 300 || isNoEndpoint.includes(status))) return 'webPage';
	if (status < 300 && !accepted(answer)) return 'refusedInAnswer';
	if (status < 300) return kind === 'upload' ? 'noStorageRef' : 'noList';
	if (status < 400) return 'redirected';
	if (isOfPage && isOfFirewall.includes(status)) return 'pageRefused';
	if (status === 403 && wasAccepted) return 'refused';
	if (kind === 'list' && status < 500 && !isAboutTheCaller.includes(status)) return 'noList';
	if (status === 422 && codeOf(body) === 'NOT_SUPPORTED_BY_ENGINE') return 'notSupported';
	// Only files and messages are too large, or of a wrong type.
	const isOther = kind === 'indication' && (status === 413 || status === 415);
	return (
		(isOther ? undefined : nameOfStatus[status]) ?? (status < 500 ? 'refused' : 'serviceFailed')
	);
}

function nameOf(outcome: Outcome, kind: RequestKind, known: KnownOfKey): NameOfRefusal {
	if (outcome.kind === 'break') return nameOfBreak[outcome.reason];
	if (accepted(outcome) && outcome.unread) return nameOfBreak[outcome.unread.reason];
	return nameOfAnswer(outcome, kind, known);
}

function responseBodyOf(outcome: Outcome): Body {
	return outcome.kind === 'answer' ? outcome.body : { kind: 'empty' };
}

/** What the network or n8n said about the failure. */
function quotation(outcome: Outcome): RequestFacts['said'] {
	// A refusal's status says enough, even if its body could not be read.
	const broken = outcome.kind === 'break' ? outcome : accepted(outcome) && outcome.unread;
	const words = broken ? quoted(broken.detail ?? '') : '';
	if (!broken || words === '') return undefined;
	return { by: broken.reason === 'file' ? 'n8n' : 'network', words: inOneDirection(words) };
}

function unescaped(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

/** Where a redirect leads, without its query, which may hold a secret, and the base URL that leads there at once. */
function redirectOf(
	outcome: Outcome,
	request: ServiceRequest,
	{ origin, prefix, apiKey }: Account,
) {
	if (outcome.kind === 'break' || outcome.status < 300 || outcome.status >= 400) return undefined;
	const { location } = outcome.headers;
	if (location === undefined) return {};
	// It may be a path alone.
	const url = webAddressOf(String(location), origin + prefix + pathOf(request));
	if (!url || [url.href, quoted(unescaped(url.pathname))].some((one) => one.includes(apiKey)))
		return {};
	const path = versionPrefix + pathOf(request);
	const base = url.origin + url.pathname.slice(0, -path.length);
	const isNew = base !== origin + prefix.slice(0, -versionPrefix.length);
	return {
		location: quoted(url.origin + url.pathname),
		...(url.pathname.endsWith(path) && isNew && { newBaseUrl: quoted(base) }),
	};
}

function factsOf(request: ServiceRequest, outcome: Outcome, account: Account): RequestFacts {
	const { instanceId, kind, effect, contentType = '', scope = '' } = request;
	const { host, hostname } = new URL(account.origin);
	const body = responseBodyOf(outcome);
	const code = codeOf(body);
	const redirect = redirectOf(outcome, request, account);
	// A page that comes with a redirect gives no reason.
	const words = redirect ? undefined : wordsOf(body);
	const said = quotation(outcome);
	const pause = retryAfter(outcome);
	const { stopped } = (outcome.kind === 'break' ? outcome : outcome.unread) ?? {};
	const variable = outcome.kind === 'break' ? outcome.proxyVariable : undefined;
	return {
		kind,
		effect,
		host,
		hostname,
		contentType,
		scope,
		isThisMachine: isLoopback(hostname),
		...(account.allowUnauthorizedCerts && { ignoresCertificates: true }),
		isPage: outcome.kind === 'answer' && isPage(outcome),
		instance: quoted(instanceId ?? ''),
		proxyVariable: variable ?? 'HTTP_PROXY, HTTPS_PROXY or ALL_PROXY',
		...(outcome.kind === 'answer' && { status: outcome.status }),
		...(code !== undefined && { code }),
		...(words !== undefined && { words }),
		...(said !== undefined && { said }),
		...(pause !== undefined && { pause }),
		...(stopped && { stopped }),
		...redirect,
	};
}

const nothingKnown: KnownOfKey = { wasAccepted: false };

/**
 * Why a request failed: its outcome is anything but a usable acceptance.
 * @param known what the run knows of the account's key
 */
export function reasonOfFailure(
	request: ServiceRequest,
	outcome: Outcome,
	account: Account,
	known = nothingKnown,
): Why {
	return because(nameOf(outcome, request.kind, known), factsOf(request, outcome, account));
}

/** The same, and whether the request may have been processed. */
export const failureOf = (
	request: ServiceRequest,
	outcome: Outcome,
	account: Account,
	known = nothingKnown,
): Failed => ({
	...reasonOfFailure(request, outcome, account, known),
	delivery: deliveryOf(request, outcome),
	origin: 'request',
});
