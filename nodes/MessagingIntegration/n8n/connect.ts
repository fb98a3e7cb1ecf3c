import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { type Account, accountOf } from '../api/account';
import type { Outcome } from '../api/outcome';
import { bestEffortTimeout, defaultTimeout, type ServiceRequest } from '../api/request';
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
	// Since n8n 2.30, whatever its types promise: 1.123.81 and 2.20.12 have no filter (test/versions).
	const filter = context.helpers.getSecureEgressFilter?.();
	const dispatcher = dispatcherFor(filter, account.allowUnauthorizedCerts);
	// Only executions can be stopped.
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		account,
		signal,
		send: async (request) => {
			const patience = request.bestEffort ? Math.min(timeout, bestEffortTimeout) : timeout;
			return await sendRequest(dispatcher, account, request, { timeout: patience, signal });
		},
	};
}
