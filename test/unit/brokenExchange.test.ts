import {
	BrokenExchange,
	brokenOutcome,
	cancelled,
} from '../../nodes/MessagingIntegration/transport/breaks';

const coded = (code: string, message = 'words') => Object.assign(new Error(message), { code });

const before = 'before anything was written';
const after = 'after the request has begun';
const within = 'in the middle of an answer';

it.each([
	['ENOTFOUND', before, 'dns'],
	['EAI_AGAIN', before, 'dns'],
	['ECONNREFUSED', before, 'refused'],
	['EHOSTUNREACH', before, 'unreachable'],
	['UND_ERR_CONNECT_TIMEOUT', before, 'connectTimeout'],
	['ETIMEDOUT', before, 'connectTimeout'],
	['UND_ERR_PRX_TLS', before, 'proxy'],
	['CERT_HAS_EXPIRED', before, 'tls'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', before, 'tls'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', before, 'tls'],
	['ERR_TLS_CERT_ALTNAME_INVALID', before, 'tls'],
	['EPROTO', before, 'tls'],
	['ECONNRESET', before, 'unreachable'],
	['ETIMEDOUT', after, 'timeout'],
	['UND_ERR_HEADERS_TIMEOUT', after, 'timeout'],
	['ECONNRESET', after, 'reset'],
	['UND_ERR_SOCKET', within, 'cut'],
	['UND_ERR_BODY_TIMEOUT', within, 'timeout'],
	['UND_ERR_RES_EXCEEDED_MAX_SIZE', within, 'tooLarge'],
	['ERR_BUFFER_TOO_LARGE', within, 'tooLarge'],
])('explains %s %s as %s', (code, when, reason) => {
	const wasWritten = when !== before;
	const outcome = { kind: 'break', reason, wasWritten, detail: 'words' };
	expect(brokenOutcome(coded(code), { wasWritten, answering: when === within })).toEqual(outcome);
});

it.each([
	'error:0A00010B:SSL routines:ssl3_get_record:wrong version number',
	'error:0A0000C6:SSL routines:tls_get_more_records:packet length too long',
	'error:0A00009C:SSL routines::http request',
])('recognises a host that does not speak TLS: %s', (words) => {
	const outcome = {
		kind: 'break',
		reason: 'noTls',
		wasWritten: false,
		detail: words.split(':').at(-1),
	};
	expect(brokenOutcome(coded('EPROTO', words), { wasWritten: false })).toEqual(outcome);
});

it('keeps the reason if the node itself ended the exchange', () => {
	const gone = new BrokenExchange('file', new Error('gone'));
	for (const [error, outcome] of [
		[
			cancelled(AbortSignal.abort('workflowTimeout')),
			{ reason: 'cancelled', wasWritten: true, stopped: 'workflowTimeout' },
		],
		[gone, { reason: 'file', wasWritten: false, detail: 'gone' }],
	] as const)
		expect(brokenOutcome(error, { wasWritten: true })).toEqual({ kind: 'break', ...outcome });
});

it('recognises a refusal of the egress policy by its name', () => {
	const refusal = Object.assign(coded('ENOTFOUND'), { name: 'SsrfBlockedIpError' });
	expect(brokenOutcome(refusal, { wasWritten: false })).toMatchObject({ reason: 'blocked' });
});

it.each([
	'Proxy response (502) !== 200 when HTTP Tunneling',
	'Proxy Authentication Required (407)',
])('counts a message as not sent if the tunnel did not open: %s', (message) => {
	const outcome = { reason: 'proxy', wasWritten: false };
	expect(brokenOutcome(coded('UND_ERR_ABORTED', message), { wasWritten: true })).toMatchObject(
		outcome,
	);
});

it('quotes the error of the first address if all addresses of a host failed', () => {
	const errors = [new Error('connect ECONNREFUSED ::1:80'), new Error('other')];
	const all = Object.assign(new AggregateError(errors, ''), { code: 'ECONNREFUSED' });
	const words = 'connect ECONNREFUSED ::1:80';
	expect(brokenOutcome(all, { wasWritten: false })).toMatchObject({
		reason: 'refused',
		detail: words,
	});
	const none = brokenOutcome(new AggregateError([]), { wasWritten: false });
	expect(none).toEqual({ kind: 'break', reason: 'unreachable', wasWritten: false });
});
