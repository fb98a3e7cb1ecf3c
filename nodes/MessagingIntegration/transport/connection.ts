import type { Account } from '../api/account';
import { pathOf } from '../api/endpoints';
import type { Outcome } from '../api/outcome';
import type { ServiceRequest } from '../api/request';

/** Sends one request. Never rejects: the outcome says how it ended. */
export type Send = (request: ServiceRequest) => Promise<Outcome>;

/** The connection of a node to the service that its credential names. */
export interface Connection {
	account: Account;
	send: Send;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
}

/** What ends a request, or the wait for n8n's storage, early. */
export interface Limits {
	/** How long there may be no progress (ms). */
	timeout: number;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
}

/** Where a request goes: `https://host:port`, and from the first slash, query included. */
export interface Address {
	origin: string;
	path: string;
}

export function addressOf({ origin, prefix }: Account, request: ServiceRequest): Address {
	const { query = [] } = request;
	const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
	return { origin, path: prefix + pathOf(request) + search };
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
