import { type Account, accountOf } from '../../../nodes/MessagingIntegration/service/account';
import { readBody } from '../../../nodes/MessagingIntegration/service/responseBody';
import { failureOf, type KnownOfKey } from '../../../nodes/MessagingIntegration/service/failureOf';
import type { Break, Outcome } from '../../../nodes/MessagingIntegration/service/outcome';
import {
	messageTo,
	type Operation,
	requestFor,
	type ServiceRequest,
} from '../../../nodes/MessagingIntegration/service/request';
import { describe as wordsOf } from '../../../nodes/MessagingIntegration/words/describe';
import { requestFactsOf } from '../../../nodes/MessagingIntegration/words/why';
import { fileOf } from '../../transport/support/fileOf';

export const key = 'live_Zx81kQ-opaque';

export const account: Account = accountOf({ baseUrl: 'https://api.example.com', apiKey: key });

const every: Record<Operation, true> = {
	getAll: true,
	send: true,
	upload: true,
	typing: true,
	read: true,
};
export const operations = Object.keys(every) as Operation[];

/** A request of the operation. */
export function requestOf(operation: Operation, instanceId = 'demo'): ServiceRequest {
	if (operation === 'getAll') return requestFor(operation);
	if (operation === 'send') return messageTo(instanceId, '491700000000', {}, 'poll');
	if (operation === 'upload') return { ...requestFor(operation, instanceId), file: fileOf([]) };
	return requestFor(operation, instanceId);
}

/** An answer with this text as its body. */
export function answer(status: number, text = '', headers: Record<string, string> = {}): Outcome {
	return { kind: 'answer', status, headers, body: readBody(text, key) };
}

/** An answer whose head was read and whose body was lost for this reason. */
export const unread = (status: number, reason: Break = 'cut', detail?: string): Outcome => ({
	kind: 'answer',
	status,
	headers: {},
	body: { kind: 'empty' },
	unread: { reason, detail },
});

export const jsonAnswer = (status: number, value: unknown) => answer(status, JSON.stringify(value));

export const broken = (reason: Break, wasWritten = false, detail?: string): Outcome => ({
	kind: 'break',
	reason,
	wasWritten,
	...(detail !== undefined && { detail }),
});

const reasons: Record<Break, true> = {
	blocked: true,
	cancelled: true,
	connectTimeout: true,
	cut: true,
	dns: true,
	file: true,
	noProxy: true,
	noTls: true,
	proxy: true,
	proxyAddress: true,
	refused: true,
	reset: true,
	timeout: true,
	tls: true,
	tooLarge: true,
	unreachable: true,
};

/** Every reason. The compiler reports a new one that is missing here. */
export const allReasons = Object.keys(reasons) as Break[];

/** Why a request failed, with the words that users read. */
export function describedFailure(
	request: ServiceRequest,
	outcome: Outcome,
	own = account,
	known?: KnownOfKey,
) {
	const failure = failureOf(request, outcome, own, known);
	const { status, code } = requestFactsOf(failure) ?? {};
	return { ...failure, ...wordsOf(failure), status, code };
}
