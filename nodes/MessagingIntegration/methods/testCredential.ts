import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { type Account, accountOf, isLoopback } from '../service/account';
import { itemsOf } from '../service/answer';
import { readBody } from '../service/responseBody';
import { requestFor } from '../service/request';
import { inOneMessage } from '../service/words';
import { failureOf } from '../service/failureOf';
import type { Broken, Outcome } from '../service/outcome';
import type { ServiceRequest } from '../service/request';
import { failureFrom } from '../n8n/errors';
import { brokenOutcome } from '../transport/breaks';
import { dispatcherFor, proxyFor, withProxyVariable } from '../transport/dispatcher';
import { headersOf } from '../transport/headers';
import { addressOf, transmit } from '../transport/transmit';

/** How long the editor waits for the service (ms). */
const patience = 30_000;

/** The domain that n8n's request helper may ask: none. */
const nowhere = 'nowhere.invalid';

/**
 * Lists the instances of a service on this machine. n8n's request helper would give the key to a proxy, and cannot be
 * told not to, so it only checks the address: it asks the egress policy first, and then refuses each domain but one,
 * without a connection. Nothing is sent unless it got that far. n8n 1 has neither.
 */
async function listLocalInstances(
	{ helpers }: ICredentialTestFunctions,
	account: Account,
	request: ServiceRequest,
): Promise<Outcome> {
	const check = async (uri: string): Promise<Broken | undefined> => {
		const options = { uri, allowedDomains: nowhere, timeout: patience };
		const error = await helpers.request(options).then(
			() => new Error('The address was not checked'),
			(refusal: Error) => refusal,
		);
		return error.message.endsWith(nowhere)
			? undefined
			: brokenOutcome(error, { wasWritten: false });
	};
	// Nobody listens on this port, and no name server is asked.
	const known = await check('http://127.0.0.1:0');
	const isChecked = !known || known.reason === 'blocked';
	const refusal = isChecked && (await check(account.origin));
	if (refusal) return refusal;
	const dispatcher = dispatcherFor(undefined, account.allowUnauthorizedCerts);
	return await transmit(dispatcher, account, request, { timeout: patience });
}

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
		const isLocal = isLoopback(new URL(account.origin).hostname);
		const list = isLocal ? listLocalInstances : listInstances;
		const outcome = await list(this, account, request);
		const lacksScope =
			outcome.kind === 'answer' && outcome.status === 403 && outcome.body.kind !== 'page';
		if (itemsOf(request.kind, outcome) !== undefined)
			return { status: 'OK', message: 'Connection successful' };
		// n8n's editor shows its own words for every success, so the list of instances names the missing scope, too.
		const message = inOneMessage(failureOf(request, outcome, account));
		return { status: lacksScope ? 'OK' : 'Error', message };
	} catch (error) {
		return { status: 'Error', message: inOneMessage(failureFrom(error)) };
	}
}
