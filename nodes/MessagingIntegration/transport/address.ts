import type { Account } from '../api/account';
import type { ServiceRequest } from '../api/request';

/** The address of a request, as undici expects it. */
export interface Address {
	/** `https://host:port` */
	origin: string;
	/** From the first slash, query included. */
	path: string;
}

export function addressOf(
	{ origin, prefix }: Account,
	{ path, query = [] }: ServiceRequest,
): Address {
	const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
	return { origin, path: prefix + path + search };
}

/**
 * The whole URL. Its parts are joined, not resolved: `new URL(path, origin)` takes a path that starts with `//` for a
 * host.
 */
export function urlOf({ origin, path }: Address): string {
	return origin + path;
}

/** The headers of every request. n8n's own nodes use this user agent; some firewalls refuse requests without one. */
export function headersOf(account: Account): Record<string, string> {
	return { accept: 'application/json', 'user-agent': 'n8n', ...account.headers };
}
