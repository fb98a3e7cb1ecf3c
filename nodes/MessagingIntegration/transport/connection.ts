import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { type Account, accountOf } from '../api/account';
import type { Outcome } from '../api/outcome';
import { defaultTimeout, type ServiceRequest } from '../api/request';
import { dispatcherFor } from './dispatcherFor';
import { sendRequest } from './sendRequest';

/** Sends one request. The outcome says how that ended: it never rejects. */
export type Send = (request: ServiceRequest) => Promise<Outcome>;

/** The way from one node to the service its credential names. */
export interface Connection {
	account: Account;
	send: Send;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
}

/** What a context lacks in older n8n: the egress filter came with 2.30, the cancel signal is for executions alone. */
interface LaterContext {
	helpers: { getSecureEgressFilter?: IExecuteFunctions['helpers']['getSecureEgressFilter'] };
	getExecutionCancelSignal?: IExecuteFunctions['getExecutionCancelSignal'];
}

/**
 * Reads the credential once and reaches the service as n8n would: under its egress policy, through its
 * proxies, until the execution is stopped.
 * @param timeout ms without progress before a request is given up
 * @throws FailureError where the credential cannot be used
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
