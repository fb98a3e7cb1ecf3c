import type { Account } from '../api/account';

/** The headers of every request. n8n's own nodes give this name; some firewalls refuse a request without one. */
export function headersOf(account: Account): Record<string, string> {
	return { accept: 'application/json', 'user-agent': 'n8n', ...account.headers };
}
