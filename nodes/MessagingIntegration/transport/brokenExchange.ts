import type { Break, Broken } from '../api/outcome';

/** The system's own words. Trying several addresses of a host ends in an error that only its parts describe. */
function wordsOf(error: unknown): string {
	const { errors, message = '' } = (error ?? {}) as { errors?: Error[]; message?: string };
	return errors?.[0]?.message ?? message;
}

/** An exchange that this side ended, or that could not start. */
export class BrokenExchange extends Error {
	constructor(
		readonly reason: Break,
		cause?: unknown,
	) {
		super(wordsOf(cause), { cause });
	}
}

/** Codes of Node.js (`errno`, TLS) and of undici; the first pattern that fits counts. */
const reasons: Array<[pattern: RegExp, reason: Break]> = [
	[/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns'],
	[/^ECONNREFUSED$/, 'refused'],
	[/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'unreachable'],
	[/^UND_ERR_CONNECT_TIMEOUT$/, 'connectTimeout'],
	[/^(UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT|ECONNABORTED)$/, 'timeout'],
	[/^UND_ERR_RES_EXCEEDED_MAX_SIZE$|^ERR_BUFFER_TOO_LARGE$/, 'tooLarge'],
	[/^UND_ERR_PRX_TLS$/, 'proxy'],
	[/^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/, 'tls'],
];

function reasonOf(error: Error, begun: boolean, answering: boolean): Break {
	if (error instanceof BrokenExchange) return error.reason;
	// n8n's policy refuses an address during the look-up with errors of its own.
	if (error.name.startsWith('SsrfBlocked')) return 'blocked';
	// What n8n's own request helper makes of a certificate that is not trusted; it has no code.
	if (error.name === 'NodeSslError') return 'tls';
	// undici says only in words that a proxy did not open the tunnel or wants a password.
	if (/HTTP Tunneling|Proxy Authentication/.test(error.message)) return 'proxy';
	// OpenSSL's words for bytes that are no TLS: a certificate was never seen.
	if (/wrong version number|packet length too long|http request/i.test(error.message)) return 'noTls';
	const { code = '' } = error as NodeJS.ErrnoException;
	const known = reasons.find(([pattern]) => pattern.test(code))?.[1];
	if (known === 'timeout' && !begun) return 'connectTimeout';
	return known ?? (answering ? 'cut' : begun ? 'reset' : 'unreachable');
}

/**
 * How an exchange broke.
 * @param begun whether any of the request was written
 * @param answering whether the head of an answer was read
 */
export function brokenOutcome(error: Error, begun: boolean, answering = false): Broken {
	const reason = reasonOf(error, begun, answering);
	const words = wordsOf(error);
	return {
		kind: 'break',
		reason,
		// The service never saw the request of a tunnel that was not opened, nor the end of a file that broke off.
		begun: begun && reason !== 'proxy' && reason !== 'file',
		...(words && { detail: words }),
	};
}
