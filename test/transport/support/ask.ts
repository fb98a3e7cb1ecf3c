import type { IExecuteFunctions, NodeEgressFilter } from 'n8n-workflow';

import { keys } from '../../../dev/sandbox/accounts';
import { type Account, accountOf } from '../../../nodes/MessagingIntegration/service/account';
import type { Outcome } from '../../../nodes/MessagingIntegration/service/outcome';
import {
	messageTo,
	requestFor,
	type ServiceRequest,
} from '../../../nodes/MessagingIntegration/service/request';
import { connect } from '../../../nodes/MessagingIntegration/n8n/connect';
import { setProxies } from './proxyEnvironment';

setProxies();

export const key: string = keys.all.key;

/** The account for a credential with this base URL. */
export function accountAt(baseUrl: string, more: Record<string, unknown> = {}): Account {
	return accountOf({ baseUrl, apiKey: key, ...more });
}

export const list: ServiceRequest = requestFor('getAll');

export const message: ServiceRequest = messageTo('demo', '491700000000', {
	type: 'text',
	text: 'hello',
});

interface AskOptions {
	request?: ServiceRequest;
	filter?: NodeEgressFilter;
	/** Further properties of the credential. */
	credential?: Record<string, unknown>;
	timeout?: number;
	signal?: AbortSignal;
}

/** Sends one request to this service, over the same connections as the node. */
export async function ask(
	baseUrl: string,
	{ request = list, filter, credential, timeout = 20_000, signal }: AskOptions = {},
): Promise<Outcome> {
	const context = {
		// n8n before 2.30 has no egress filter.
		helpers: filter ? { getSecureEgressFilter: () => filter } : {},
		getCredentials: async () => await Promise.resolve({ baseUrl, apiKey: key, ...credential }),
	};
	const { transmit } = await connect(context as unknown as IExecuteFunctions, timeout, {
		stopped: signal,
		hurry: signal,
	});
	return await transmit(request);
}
