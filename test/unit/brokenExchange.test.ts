import { BrokenExchange, brokenOutcome } from '../../nodes/MessagingIntegration/transport/breaks';

const coded = (code: string, message = 'words') => Object.assign(new Error(message), { code });

it.each([
	['ENOTFOUND', 'dns'],
	['EAI_AGAIN', 'dns'],
	['ENODATA', 'dns'],
	['ECONNREFUSED', 'refused'],
	['EHOSTUNREACH', 'unreachable'],
	['ENETUNREACH', 'unreachable'],
	['EADDRNOTAVAIL', 'unreachable'],
	['UND_ERR_CONNECT_TIMEOUT', 'connectTimeout'],
	['ETIMEDOUT', 'connectTimeout'],
	['UND_ERR_PRX_TLS', 'proxy'],
	['CERT_HAS_EXPIRED', 'tls'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
	['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
	['EPROTO', 'tls'],
	['ECONNRESET', 'unreachable'],
	['UND_ERR_SOCKET', 'unreachable'],
])('explains %s before anything was written as %s', (code, reason) => {
	const outcome = { kind: 'break', reason, begun: false, detail: 'words' };
	expect(brokenOutcome(coded(code), { begun: false })).toEqual(outcome);
});

it.each([
	['ETIMEDOUT', 'timeout'],
	['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
	['UND_ERR_BODY_TIMEOUT', 'timeout'],
	['ECONNRESET', 'reset'],
	['EPIPE', 'reset'],
	['UND_ERR_SOCKET', 'reset'],
	['HPE_INVALID_CONSTANT', 'reset'],
])('explains %s after the request has begun as %s', (code, reason) => {
	const outcome = { kind: 'break', reason, begun: true, detail: 'words' };
	expect(brokenOutcome(coded(code), { begun: true })).toEqual(outcome);
});

it.each([
	['UND_ERR_SOCKET', 'cut'],
	['ECONNRESET', 'cut'],
	['UND_ERR_BODY_TIMEOUT', 'timeout'],
	['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'tooLarge'],
	['ERR_BUFFER_TOO_LARGE', 'tooLarge'],
	['Z_DATA_ERROR', 'cut'],
])('explains %s in the middle of an answer as %s', (code, reason) => {
	expect(brokenOutcome(coded(code), { begun: true, answering: true })).toMatchObject({
		reason,
		begun: true,
	});
});

it.each([
	'error:0A00010B:SSL routines:ssl3_get_record:wrong version number',
	'error:0A0000C6:SSL routines:tls_get_more_records:packet length too long',
	'error:0A00009C:SSL routines::http request',
])('recognises a host that does not speak TLS: %s', (words) => {
	const error = Object.assign(new Error(words), { code: 'EPROTO' });
	expect(brokenOutcome(error, { begun: false })).toMatchObject({ reason: 'noTls', begun: false });
});

it('keeps the reason if the node itself ended the exchange', () => {
	expect(brokenOutcome(new BrokenExchange('cancelled'), { begun: true })).toEqual({
		kind: 'break',
		reason: 'cancelled',
		begun: true,
	});
	expect(brokenOutcome(new BrokenExchange('file', new Error('gone')), { begun: false })).toEqual({
		kind: 'break',
		reason: 'file',
		begun: false,
		detail: 'gone',
	});
});

it('recognises a refusal of the egress policy by its name', () => {
	const refusal = Object.assign(new Error('10.0.0.1 is blocked'), {
		name: 'SsrfBlockedIpError',
		code: 'ENOTFOUND',
	});
	expect(brokenOutcome(refusal, { begun: false })).toMatchObject({
		reason: 'blocked',
		begun: false,
	});
});

it.each([
	['Proxy response (502) !== 200 when HTTP Tunneling'],
	['Proxy Authentication Required (407)'],
])('counts a message as not sent if the tunnel did not open: %s', (message) => {
	expect(brokenOutcome(coded('UND_ERR_ABORTED', message), { begun: true })).toMatchObject({
		reason: 'proxy',
		begun: false,
	});
});

it('quotes the error of the first address if all addresses of a host failed', () => {
	const all = Object.assign(
		new AggregateError([new Error('connect ECONNREFUSED ::1:80'), new Error('other')], ''),
		{ code: 'ECONNREFUSED' },
	);
	expect(brokenOutcome(all, { begun: false })).toEqual({
		kind: 'break',
		reason: 'refused',
		begun: false,
		detail: 'connect ECONNREFUSED ::1:80',
	});
	expect(brokenOutcome(new AggregateError([]), { begun: false })).toEqual({
		kind: 'break',
		reason: 'unreachable',
		begun: false,
	});
});
