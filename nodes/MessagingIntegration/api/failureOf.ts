import { type Account, isLoopback } from './account';
import { errorCode, errorWords } from './answer';
import type { Body } from './body';
import { largestAnswer } from './request';
import { type ErrorRow, errorTable, type Occasion } from './errorTable';
import { type Delivery, type Failure, lines, quoted, sentences } from './failure';
import { accepted, asksToSlowDown, type Outcome, retryAfter, processingOf } from './outcome';
import type { RequestKind, ServiceRequest } from './request';

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
function messageIn({ on }: Pick<ErrorRow, 'on'>, occasions: Occasion[]): string | undefined {
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

/** What the network, n8n or the service said about the failure, as a sentence. */
function quotation(outcome: Outcome): string | undefined {
	// A refusal's status or a page says enough, even if the body could not be read.
	const broken = outcome.kind === 'break' ? outcome : accepted(outcome) && outcome.unread;
	const [speaker, words] = broken
		? [broken.reason === 'file' ? 'n8n' : 'The network', quoted(broken.detail ?? '')]
		: [bodyOf(outcome).kind === 'page' ? 'The page' : 'The service', errorWords(bodyOf(outcome))];
	return words && `${speaker} said: “${inOneDirection(words)}”${/[.!?…]$/.test(words) ? '' : '.'}`;
}

function bodyOf(outcome: Outcome): Body {
	return outcome.kind === 'answer' ? outcome.body : { kind: 'empty' };
}

/** The first row that fits. */
function rowFor(kind: RequestKind, body: Body, occasions: Occasion[]): ErrorRow | undefined {
	return errorTable.find(
		(row) =>
			messageIn(row, occasions) &&
			(row.code === undefined || row.code === errorCode(body)) &&
			(row.kind === undefined || row.kind.includes(kind)) &&
			(row.isPage === undefined || body.kind === 'page'),
	);
}

/** Fills in the placeholders of the table. */
function filler(request: ServiceRequest, outcome: Outcome, { origin }: Account) {
	const { instanceId, kind } = request;
	const { host, hostname } = new URL(origin);
	const [status, variable] =
		outcome.kind === 'answer' ? [outcome.status] : ['', outcome.proxyVariable];
	const name = instanceId === undefined ? undefined : `"${quoted(instanceId)}"`;
	const facts: Record<string, string> = {
		instance: name ? `instance ${name}` : 'the service',
		Instance: name ? `Instance ${name}` : 'The service',
		contentType: `"${request.contentType ?? ''}"`,
		host,
		hostname,
		largest: `${largestAnswer(kind) / 2 ** 20} MiB`,
		proxyVariable: variable ?? 'HTTP_PROXY, HTTPS_PROXY or ALL_PROXY',
		scope: `"${request.scope ?? ''}"`,
		status: String(status),
	};
	return (sentence = '') => sentence.replace(/\{(\w+)\}/g, (_, fact: string) => facts[fact] ?? '');
}

/** Describes why a request failed: its outcome is anything but a usable acceptance. */
export function failureOf(request: ServiceRequest, outcome: Outcome, account: Account): Failure {
	const { kind } = request;
	const body = bodyOf(outcome);
	const code = errorCode(body);
	const occasions = occasionsOf(outcome);
	const { advice, also, ...row } = rowFor(kind, body, occasions) ?? { on: {} };
	const fill = filler(request, outcome, account);
	const delivery = deliveryOf(request, outcome);
	return {
		message: fill(messageIn(row, occasions)),
		// What happened to the message matters more than what to do about the connection.
		description: lines(
			sentences(sentenceAbout(delivery, request), quotation(outcome)),
			sentences(
				fill(advice),
				fill(also?.[kind]),
				kind !== 'list' && fill(also?.items),
				isLoopback(new URL(account.origin).hostname) && fill(also?.thisMachine),
				pauseAsked(outcome),
			),
		),
		...(outcome.kind === 'answer' && { httpStatus: outcome.status }),
		...(code !== undefined && { code }),
		delivery,
		...(occasions.includes('cancelled') && { canceled: true }),
		...(asksToSlowDown(outcome) && {
			slowDown: { retryAfter: retryAfter(outcome) ?? 0, isFile: kind === 'upload' },
		}),
		about: 'request',
	};
}
