// Tests: test/engine/credentials.test.ts
import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeCredentialsDetails,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { type Account, accountOf } from '../service/account';
import type { Outcome } from '../service/outcome';
import { bestEffortTimeout, type Operation, type ServiceRequest } from '../service/request';
import { accepted } from '../service/status';
import { dispatcherFor } from '../transport/dispatcher';
import { transmit } from '../transport/transmit';
import type { EndOfRun } from './endOfRun';
import { inTurns } from './inTurns';
import { isConstant, itemsOfJson } from './parameters';
import { plainReader } from './plainFields';

const credentialName = 'messagingIntegrationApi';

/** Sends one request once. Never rejects: the outcome says how it ended. */
export type Transmit = (request: ServiceRequest) => Promise<Outcome>;

/** The connection of a node to the service that its credential names. */
export interface Connection {
	/** Tells the accounts of a run apart; empty if it has only one. */
	id: string;
	account: Account;
	transmit: Transmit;
	/** What the service accepted with the key in this run. */
	accepted: ReadonlySet<Operation>;
}

/** What ends requests early. @property took called with the time that each one took (ms) */
type Ends = Partial<Pick<EndOfRun, 'stopped' | 'hurry' | 'took'>>;

/** Connects as n8n would: under its egress policy, through its proxies, until the run is stopped. */
function connectTo(
	account: Account,
	context: IExecuteFunctions | ILoadOptionsFunctions,
	timeout: number,
	{ stopped, hurry, took }: Ends,
	id = '',
): Connection {
	// Since n8n 2.30, whatever its types promise: 1.123.81 and 2.20.12 have no filter (test/versions).
	const filter = context.helpers.getSecureEgressFilter?.();
	const dispatcher = dispatcherFor(filter, account.allowUnauthorizedCerts);
	const known = new Set<Operation>();
	return {
		id,
		account,
		accepted: known,
		transmit: async (request) => {
			const patience = request.bestEffort ? Math.min(timeout, bestEffortTimeout) : timeout;
			const begun = performance.now();
			const ends = { timeout: patience, stopped, hurry };
			const outcome = await transmit(dispatcher, account, request, ends);
			took?.(performance.now() - begun);
			if (accepted(outcome)) known.add(request.operation);
			return outcome;
		},
	};
}

/**
 * The connection of the credential.
 * @param timeout ms without progress before a request is given up
 * @throws Refusal if the credential cannot be used
 */
export async function connect(
	context: IExecuteFunctions | ILoadOptionsFunctions,
	timeout: number,
	ends: Ends = {},
): Promise<Connection> {
	const account = accountOf(await context.getCredentials(credentialName));
	return connectTo(account, context, timeout, ends);
}

/** An expression that has the same value for all items. */
const shared = /^=\s*\{\{\s*\$(?:vars|secrets|env)(?:\.\w+)+\s*\}\}\s*$/;

/**
 * What can differ from item to item in the credential, as it was entered: n8n's helper gives that as well. To resolve a
 * credential costs 0.8 ms and more. Undefined if the helper does not give it.
 */
async function enteredForItems(context: IExecuteFunctions): Promise<object | undefined> {
	// What n8n's context has and does not show (1.123.81, 2.20.12, 2.41.1).
	const { additionalData, mode } = context as unknown as {
		additionalData: IWorkflowExecuteAdditionalData;
		mode: WorkflowExecuteMode;
	};
	try {
		const saved = context.getNode().credentials?.[credentialName] as INodeCredentialsDetails;
		const { credentialsHelper } = additionalData;
		const args = [credentialName, mode, context.getExecuteData(), true] as const;
		const entered = await credentialsHelper.getDecrypted(additionalData, saved, ...args);
		return Object.fromEntries(
			Object.entries(entered).filter(
				([, value]) => typeof value !== 'string' || !shared.test(value),
			),
		);
	} catch {
		return undefined;
	}
}

/**
 * The connections of a run, by item: one for each account that the credential gives.
 * @returns a function that throws Refusal for an item whose credential cannot be used
 * @throws Refusal if that of no item can be used
 */
export async function connections(
	context: IExecuteFunctions,
	timeout: number,
	ends: Ends,
): Promise<(item: number) => Connection> {
	const { length } = context.getInputData();
	const entered = length < 2 ? {} : await enteredForItems(context);
	if (entered && isConstant(entered)) {
		const connection = await connect(context, timeout, ends);
		return () => connection;
	}
	const known = new Map<string, Connection>();
	const resolved = async (item: number): Promise<Connection | Error> => {
		try {
			const account = accountOf(await context.getCredentials(credentialName, item));
			const key = JSON.stringify(account);
			const connection =
				known.get(key) ?? connectTo(account, context, timeout, ends, String(known.size));
			known.set(key, connection);
			return connection;
		} catch (error) {
			return error as Error;
		}
	};
	const fieldsOf = plainReader(entered);
	const items = itemsOfJson(context);
	const byFields = new Map<string, Connection | Error>();
	const results = new Array<Connection | Error>();
	const find = async (item: number) => {
		const fields = fieldsOf?.(items[item]?.json);
		// Of other expressions, only n8n knows the value.
		const key = fields ? JSON.stringify(fields) : `item ${item}`;
		const result = byFields.get(key) ?? (await resolved(item));
		byFields.set(key, result);
		results.push(result);
	};
	await inTurns(length, find, ends.stopped);
	const connectionOf = (item: number) => {
		const result = results[item];
		if (!result || result instanceof Error) throw result ?? new Error(`There is no item ${item}`);
		return result;
	};
	if (known.size === 0) connectionOf(0);
	return connectionOf;
}
