import type { IExecuteFunctions, NodeEgressFilter } from 'n8n-workflow';

import { FailureError } from '../../nodes/MessagingIntegration/api/failure';
import { connect } from '../../nodes/MessagingIntegration/transport/connection';
import { runningSandbox } from '../sandbox/running-sandbox';
import { key, list, message } from './asking';
import { enforcedPolicy } from './n8n-egress-policy';

const { control, url } = runningSandbox();

interface Given {
	credential?: Record<string, unknown>;
	filter?: NodeEgressFilter;
	signal?: AbortSignal;
}

/** As much of an n8n context as a connection asks for; n8n before 2.30 has no egress filter. */
function context({ credential, filter, signal }: Given): IExecuteFunctions {
	const given = {
		signal,
		helpers: filter ? { getSecureEgressFilter: () => filter } : {},
		getCredentials: async (type: string) =>
			await Promise.resolve(type === 'messagingIntegrationApi' ? { baseUrl: url(), apiKey: key, ...credential } : {}),
		...(signal && {
			getExecutionCancelSignal(this: Given) {
				return this.signal;
			},
		}),
	};
	return given as unknown as IExecuteFunctions;
}

it('reaches the service of the credential', async () => {
	const { account, exchange } = await connect(context({}));
	expect(account.origin).toBe(url());
	expect(await exchange(message)).toMatchObject({ status: 202 });
	expect(await control().messages()).toHaveLength(1);
});

it('keeps to the egress policy of n8n', async () => {
	const { exchange } = await connect(context({ filter: enforcedPolicy() }));
	expect(await exchange(message)).toMatchObject({ kind: 'break', reason: 'blocked', begun: false });
	expect(await control().requests()).toEqual([]);
});

it('is over when the execution is stopped', async () => {
	const stop = new AbortController();
	const { exchange } = await connect(context({ signal: stop.signal }));
	expect(await exchange(list)).toMatchObject({ status: 200 });
	stop.abort();
	expect(await exchange(message)).toMatchObject({ kind: 'break', reason: 'cancelled', begun: false });
	expect(await control().messages()).toEqual([]);
});

it('gives up after the timeout it is told', async () => {
	await control().bend({ hang: true });
	const { exchange } = await connect(context({}), 300);
	expect(await exchange(message)).toMatchObject({ kind: 'break', reason: 'timeout' });
});

it('ignores SSL issues only where the credential says so', async () => {
	const { account } = await connect(context({}));
	const { account: lenient } = await connect(context({ credential: { allowUnauthorizedCerts: true } }));
	expect([account.allowUnauthorizedCerts, lenient.allowUnauthorizedCerts]).toEqual([false, true]);
});

it('refuses a credential that cannot be used, before anything is sent', async () => {
	await expect(connect(context({ credential: { apiKey: '' } }))).rejects.toThrow(FailureError);
	await expect(connect(context({ credential: { baseUrl: 'http://api.example.com' } }))).rejects.toThrow('not encrypted');
});

it('a query is encoded and sent as it is', async () => {
	const { exchange } = await connect(context({}));
	const query: Array<[string, string]> = [['q', 'a b&c=ü'], ['page', '2'], ['q', '#?']];
	await exchange({ ...list, query });
	expect(await control().requests()).toMatchObject([
		{ path: '/api/v1/instances', query: { q: ['a b&c=ü', '#?'], page: '2' } },
	]);
});
