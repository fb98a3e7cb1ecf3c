import { type Account, isLoopback } from './account';
import { errorCode, errorWords } from './answer';
import type { Body } from './body';
import { largestAnswer } from './endpoints';
import { type ErrorRow, errorTable, type Occasion } from './errorTable';
import { type Delivery, type Failure, lines, quoted, sentences } from './failure';
import { accepted, asksToSlowDown, type Outcome, retryAfter, processingOf } from './outcome';
import type { ServiceRequest } from './request';

/** Undefined for a read, which delivers nothing. */
function sentenceAbout(delivery: Delivery, { kind, effect }: ServiceRequest): string | undefined {
	if (effect === 'read') return undefined;
	if (delivery === 'notSent') return 'This was not sent, so it is safe to try again.';
	return kind === 'upload'
		? 'The service may have stored the file. Uploading again is safe; the service may store two copies.'
		: 'It may have been delivered: check before you send it again.';
}

/** Repeating a read does no harm, and neither does repeating a step before the message. */
function deliveryOf(request: ServiceRequest, outcome: Outcome): Delivery {
	return request.effect !== 'delivery' || processingOf(outcome) === 'notProcessed'
		? 'notSent'
		: 'unknown';
}

/** The occasions under which the table may list an outcome: its status, and the class of its status. */
function occasionsOf(outcome: Outcome): Occasion[] {
	if (outcome.kind === 'break') return [outcome.reason];
	if (accepted(outcome) && outcome.unread) return [outcome.unread.reason];
	const { status } = outcome;
	const hundreds = Math.min(Math.max(Math.floor(status / 100), 2), 5) as 2 | 3 | 4 | 5;
	return [status, `${hundreds}xx`];
}

/** What a row says of one of these occasions; undefined if it is about others. */
function messageIn({ on }: ErrorRow, occasions: Occasion[]): string | undefined {
	return occasions.map((occasion) => on[occasion]).find(Boolean);
}

/**
 * The pause that the service asks for, as a sentence. A long one is given in minutes: the run itself waits only a
 * few minutes, but a person may have to wait longer.
 */
function pauseAsked(outcome: Outcome): string | undefined {
	const seconds = Math.ceil((retryAfter(outcome) ?? 0) / 1000);
	if (seconds === 0) return undefined;
	const time = seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
	return `The service asks for a pause of ${time}.`;
}

/** Isolates words that are written from right to left. Otherwise they would change the order of the text after them. */
function inOneDirection(words: string): string {
	return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(words)
		? `\u2068${words}\u2069`
		: words;
}

/** The words of the network, n8n or the service about the failure, as a sentence. */
function quotation(
	words: string | undefined,
	speaker: 'The network' | 'n8n' | 'The page' | 'The service',
): string | undefined {
	return words && `${speaker} said: “${inOneDirection(words)}”${/[.!?…]$/.test(words) ? '' : '.'}`;
}

/** Describes why a request failed: its outcome is anything but a usable acceptance. */
export function failureOf(request: ServiceRequest, outcome: Outcome, account: Account): Failure {
	const { kind, instanceId } = request;
	const answered = outcome.kind === 'answer';
	const body: Body = answered ? outcome.body : { kind: 'empty' };
	const code = errorCode(body);
	const occasions = occasionsOf(outcome);
	const row = errorTable.find(
		(each) =>
			messageIn(each, occasions) &&
			(each.code === undefined || each.code === code) &&
			(each.kind === undefined || each.kind.includes(kind)) &&
			(each.isPage === undefined || body.kind === 'page'),
	);
	const { host, hostname } = new URL(account.origin);
	const name = `"${quoted(instanceId ?? '')}"`;
	const facts: Record<string, string> = {
		instance: instanceId === undefined ? 'the service' : `instance ${name}`,
		Instance: instanceId === undefined ? 'The service' : `Instance ${name}`,
		contentType: `"${request.contentType ?? ''}"`,
		host,
		hostname,
		largest: `${largestAnswer(kind) / 2 ** 20} MiB`,
		proxyVariable: (!answered && outcome.proxyVariable) || 'HTTP_PROXY, HTTPS_PROXY or ALL_PROXY',
		scope: `"${request.scope ?? ''}"`,
		status: answered ? String(outcome.status) : '',
	};
	const fill = (sentence?: string) =>
		sentence?.replace(/\{(\w+)\}/g, (_, fact: string) => facts[fact] ?? '');
	const delivery = deliveryOf(request, outcome);
	// A refusal's status or a page says enough, even if the body could not be read.
	const broken = !answered ? outcome : accepted(outcome) ? outcome.unread : undefined;
	// What happened to the message matters more than what to do about the connection.
	const happened = sentences(
		sentenceAbout(delivery, request),
		broken
			? quotation(quoted(broken.detail ?? ''), broken.reason === 'file' ? 'n8n' : 'The network')
			: quotation(errorWords(body), body.kind === 'page' ? 'The page' : 'The service'),
	);
	const advice = sentences(
		fill(row?.advice),
		fill(row?.also?.[kind]),
		kind !== 'list' && fill(row?.also?.items),
		isLoopback(hostname) && fill(row?.also?.thisMachine),
		pauseAsked(outcome),
	);
	return {
		message: fill(row && messageIn(row, occasions)) ?? '',
		description: lines(happened, advice),
		...(answered && { httpStatus: outcome.status }),
		...(code !== undefined && { code }),
		delivery,
		...(occasions.includes('cancelled') && { canceled: true }),
		...(asksToSlowDown(outcome) && {
			slowDown: { asked: retryAfter(outcome) ?? 0, isFile: kind === 'upload' },
		}),
		about: 'delivery',
	};
}
