// Tests: test/transport/brokenConnections.test.ts, test/unit/brokenExchange.test.ts
import type { Break, Broken } from '../service/outcome';
import { whyStopped } from '../service/whyStopped';

/** OpenSSL's words stand between numbers and names of its source: `1F:error:0A00010B:SSL routines:read:words:read.c:9:`. */
function opensslWords(message: string): string | undefined {
	const place = message.search(/error:[\dA-F]{8}:/);
	return place < 0 ? undefined : message.slice(place).split(':')[4];
}

/** The system's message. After several addresses of a host were tried, only the individual errors have one. */
function systemWords(error: unknown): string {
	const { errors, message = '' } = (error ?? {}) as { errors?: Error[]; message?: string };
	const words = errors?.[0]?.message ?? message;
	return opensslWords(words) || words;
}

/** An exchange that this side ended or could not start. */
export class BrokenExchange extends Error {
	constructor(
		readonly reason: Break,
		cause?: unknown,
	) {
		super(systemWords(cause), { cause });
	}
}

/** An exchange that ended because the run was stopped. */
export const cancelled = (signal: AbortSignal) =>
	new BrokenExchange('cancelled', whyStopped(signal));

/** Codes of Node.js (`errno`, TLS) and of undici; the first pattern that matches counts. */
const reasons: Array<[pattern: RegExp, reason: Break]> = [
	[/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns'],
	[/^ECONNREFUSED$/, 'refused'],
	[/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'unreachable'],
	[/^UND_ERR_CONNECT_TIMEOUT$/, 'connectTimeout'],
	[/^(UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT|ECONNABORTED)$/, 'timeout'],
	[/^UND_ERR_RES_EXCEEDED_MAX_SIZE$|^ERR_BUFFER_TOO_LARGE$/, 'tooLarge'],
	[/^UND_ERR_PRX_TLS$/, 'proxy'],
	[
		/^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/,
		'tls',
	],
];

interface Circumstances {
	/** Whether any of the request was written. */
	wasWritten: boolean;
	/** Whether the head of an answer was read. */
	answering?: boolean;
}

function breakOf(error: Error, { wasWritten, answering }: Circumstances): Break {
	if (error instanceof BrokenExchange) return error.reason;
	// n8n's own errors have no code: its egress policy refuses an address, also during a lookup (n8n 2.30 and later), or
	// its request helper met an untrusted certificate. Verified with 2.41.1, test/transport/egressPolicy and test/methods.
	if (error.name.startsWith('SsrfBlocked')) return 'blocked';
	if (error.name === 'NodeSslError') return 'tls';
	// Only undici's message says that a proxy did not open the tunnel or requires a password.
	if (/HTTP Tunneling|Proxy Authentication/.test(error.message)) return 'proxy';
	// OpenSSL's messages for bytes that are not TLS: there was no certificate.
	if (/wrong version number|packet length too long|http request/i.test(error.message))
		return 'noTls';
	const { code = '' } = error as NodeJS.ErrnoException;
	const known = reasons.find(([pattern]) => pattern.test(code))?.[1];
	if (known === 'timeout' && !wasWritten) return 'connectTimeout';
	return known ?? (answering ? 'cut' : wasWritten ? 'reset' : 'unreachable');
}

/** How an exchange broke. */
export function brokenOutcome(error: Error, circumstances: Circumstances): Broken {
	const reason = breakOf(error, circumstances);
	const words = systemWords(error);
	return {
		kind: 'break',
		reason,
		// The service never saw the request if its tunnel was not opened, nor all of it if its file could not be read.
		wasWritten: circumstances.wasWritten && reason !== 'proxy' && reason !== 'file',
		...(words && { detail: words }),
		...(reason === 'cancelled' && { stopped: whyStopped({ reason: error.cause }) }),
	};
}
