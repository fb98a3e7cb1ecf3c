// Tests: test/methods/testingACredential.test.ts, test/methods/testingACredentialBehindAProxy.test.ts
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { type Account, accountOf, isLoopback } from '../service/account';
import { itemsOf } from '../service/outputOfAnswer';
import { readBody } from '../service/responseBody';
import { requestFor } from '../service/request';
import { failureOf } from '../service/failureOf';
import type { Outcome } from '../service/outcome';
import type { ServiceRequest } from '../service/request';
import { isPage } from '../service/status';
import { failureFrom } from '../n8n/errors';
import { brokenOutcome } from '../transport/breaks';
import { proxyFor, proxyVariableFor, withProxyVariable } from '../transport/dispatcher';
import { headersOf } from '../transport/headers';
import { addressOf } from '../transport/transmit';
import { inOneMessage } from '../words/describe';
import { refusal } from '../words/refusal';

/** How long the editor waits for the service (ms). */
const patience = 30_000;

/** In a credential test, only n8n's own request helper follows the egress policy and the proxies. */
async function listInstances(
	{ helpers }: ICredentialTestFunctions,
	account: Account,
	request: ServiceRequest,
): Promise<Outcome> {
	try {
		// For a proxy that cannot be used, n8n's helper only says "Invalid URL".
		proxyFor(account.origin);
		const { origin, path } = addressOf(account, request);
		const { statusCode, headers, body } = (await helpers.request({
			method: request.method,
			uri: origin + path,
			headers: headersOf(account),
			rejectUnauthorized: !account.allowUnauthorizedCerts,
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
			timeout: patience,
		})) as { statusCode: number; headers: Record<string, string>; body?: unknown };
		const text = typeof body === 'string' ? body : '';
		const read = readBody(text, account.apiKey, headers['content-type']);
		return { kind: 'answer', status: statusCode, headers, body: read };
	} catch (error) {
		const broken = brokenOutcome(error as Error, { wasWritten: false });
		return withProxyVariable(broken, account.origin);
	}
}

/** Tests a credential by reading the list of instances. A key that lacks only the scope for the list passes, too. */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const account = accountOf(data);
		const request = requestFor('getAll');
		const { origin } = account;
		const { hostname } = new URL(origin);
		const variable = isLoopback(hostname) && proxyVariableFor(origin);
		if (variable) throw refusal('testThroughProxy', { variable, hostname });
		const outcome = await listInstances(this, account, request);
		const lacksScope = outcome.kind === 'answer' && outcome.status === 403 && !isPage(outcome);
		if (itemsOf(request.kind, outcome) !== undefined)
			return { status: 'OK', message: 'Connection successful' };
		// n8n's editor shows its own words for every success, so the list of instances names the missing scope, too.
		const message = inOneMessage(failureOf(request, outcome, account));
		return { status: lacksScope ? 'OK' : 'Error', message };
	} catch (error) {
		return { status: 'Error', message: inOneMessage(failureFrom(error)) };
	}
}
