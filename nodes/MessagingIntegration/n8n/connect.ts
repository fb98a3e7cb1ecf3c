import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { type Account, accountOf } from '../api/account';
import type { Outcome } from '../api/outcome';
import { defaultTimeout, type ServiceRequest } from '../api/request';
import { dispatcherFor } from '../transport/dispatcher';
import { sendRequest } from '../transport/sendRequest';

/** Sends one request. Never rejects: the outcome says how it ended. */
export type Send = (request: ServiceRequest) => Promise<Outcome>;

/** The connection of a node to the service that its credential names. */
export interface Connection {
	account: Account;
	send: Send;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
}

/**
 * What n8n's types promise, but not every context has: `getSecureEgressFilter` came with n8n 2.30, and only executions
 * have `getExecutionCancelSignal`. Verified with n8n-core 2.41.1 in both contexts, and with n8n 1.123.81 and 2.20.12,
 * which have no filter (test/versions).
 */
interface LaterContext {
	helpers: { getSecureEgressFilter?: IExecuteFunctions['helpers']['getSecureEgressFilter'] };
	getExecutionCancelSignal?: IExecuteFunctions['getExecutionCancelSignal'];
}

/**
 * Reads the credential once and connects to the service as n8n would: under its egress policy, through its
 * proxies, until the execution is stopped.
 * @param timeout ms without progress before a request is given up
 * @throws FailureError if the credential cannot be used
 */
export async function connect(
	context: IExecuteFunctions | ILoadOptionsFunctions,
	timeout = defaultTimeout,
): Promise<Connection> {
	const account = accountOf(await context.getCredentials('messagingIntegrationApi'));
	const later: LaterContext = context;
	const filter = later.helpers.getSecureEgressFilter?.();
	const dispatcher = dispatcherFor(filter, account.allowUnauthorizedCerts);
	const signal = later.getExecutionCancelSignal?.call(context);
	return {
		account,
		signal,
		send: async (request) => await sendRequest(dispatcher, account, request, { timeout, signal }),
	};
}
