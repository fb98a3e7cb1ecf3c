import type { Account } from '../api/account';

/** The headers of every request. n8n's own nodes use this user agent; some firewalls refuse requests without one. */
export function headersOf(account: Account): Record<string, string> {
	return { accept: 'application/json', 'user-agent': 'n8n', ...account.headers };
}
