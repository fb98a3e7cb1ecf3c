// Tests: test/methods/testingACredential.test.ts, test/methods/authenticate.test.ts
import type { Account } from '../service/account';
import type { ServiceRequest } from '../service/request';

/** The headers of every request. n8n's own nodes use this user agent; some firewalls refuse requests without one. */
export function headersOf(
	account: Account,
	request: Pick<ServiceRequest, 'body'> = {},
	form?: { headers: Record<string, string> },
): Record<string, string> {
	return {
		accept: 'application/json',
		'user-agent': 'n8n',
		...account.headers,
		...(request.body && { 'content-type': 'application/json' }),
		...form?.headers,
	};
}
