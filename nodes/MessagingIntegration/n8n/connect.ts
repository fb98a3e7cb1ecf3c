import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { type Account, accountOf } from '../api/account';
import type { Outcome } from '../api/outcome';
import { bestEffortTimeout, defaultTimeout, type ServiceRequest } from '../api/request';
import { dispatcherFor } from '../transport/dispatcher';
import { transmit } from '../transport/transmit';
import { isConstant } from './parameters';

const credentialName = 'messagingIntegrationApi';

/** Sends one request once. Never rejects: the outcome says how it ended. */
export type Transmit = (request: ServiceRequest) => Promise<Outcome>;

/** The connection of a node to the service that its credential names. */
export interface Connection {
	/** Tells the accounts of a run apart; empty if it has only one. */
	id: string;
	account: Account;
	transmit: Transmit;
	/** Aborts when the execution is stopped. */
	signal?: AbortSignal;
}

/** Connects as n8n would: under its egress policy, through its proxies, until the execution is stopped. */
function connectTo(
	account: Account,
	context: IExecuteFunctions | ILoadOptionsFunctions,
	timeout: number,
	id = '',
): Connection {
	// Since n8n 2.30, whatever its types promise: 1.123.81 and 2.20.12 have no filter (test/versions).
	const filter = context.helpers.getSecureEgressFilter?.();
	const dispatcher = dispatcherFor(filter, account.allowUnauthorizedCerts);
	// Only executions can be stopped.
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		id,
		account,
		signal,
		transmit: async (request) => {
			const patience = request.bestEffort ? Math.min(timeout, bestEffortTimeout) : timeout;
			return await transmit(dispatcher, account, request, { timeout: patience, signal });
		},
	};
}

/**
 * The connection of the credential.
 * @param timeout ms without progress before a request is given up
 * @throws InputError if the credential cannot be used
 */
export async function connect(
	context: IExecuteFunctions | ILoadOptionsFunctions,
	timeout = defaultTimeout,
): Promise<Connection> {
	return connectTo(accountOf(await context.getCredentials(credentialName)), context, timeout);
}

/**
 * Whether all items have the same account. n8n's helper also gives a credential as it was entered; otherwise each item
 * would cost 0.8 ms. False if it does not.
 */
async function isSameForAll(context: IExecuteFunctions): Promise<boolean> {
	if (context.getInputData().length < 2) return true;
	// What n8n's context has and does not show (1.123.81, 2.20.12, 2.41.1).
	const { additionalData, mode } = context as unknown as {
		additionalData: IWorkflowExecuteAdditionalData;
		mode: WorkflowExecuteMode;
	};
	const saved = context.getNode().credentials?.[credentialName];
	try {
		const { credentialsHelper } = additionalData;
		const args = [credentialName, mode, context.getExecuteData(), true] as const;
		return (
			saved !== undefined &&
			isConstant(await credentialsHelper.getDecrypted(additionalData, saved, ...args))
		);
	} catch {
		return false;
	}
}

/**
 * The connections of a run, by item: one for each account that the credential gives.
 * @returns a function that throws InputError for an item whose credential cannot be used
 * @throws InputError if that of no item can be used
 */
export async function connections(
	context: IExecuteFunctions,
	timeout: number,
): Promise<(item: number) => Connection> {
	if (await isSameForAll(context)) {
		const connection = await connect(context, timeout);
		return () => connection;
	}
	const known = new Map<string, Connection>();
	const results = new Array<Connection | Error>();
	for (const item of context.getInputData().keys()) {
		try {
			const account = accountOf(await context.getCredentials(credentialName, item));
			const key = JSON.stringify(account);
			const connection = known.get(key) ?? connectTo(account, context, timeout, String(known.size));
			known.set(key, connection);
			results.push(connection);
		} catch (error) {
			results.push(error as Error);
		}
	}
	const connectionOf = (item: number) => {
		const result = results[item];
		if (!result || result instanceof Error) throw result ?? new Error(`There is no item ${item}`);
		return result;
	};
	if (known.size === 0) connectionOf(0);
	return connectionOf;
}
