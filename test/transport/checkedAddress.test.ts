import type { IncomingMessage } from 'node:http';
import { passthroughEgressFilter } from '@n8n/backend-network';
import fc from 'fast-check';
import type { NodeEgressFilter } from 'n8n-workflow';

import type { Account } from '../../nodes/MessagingIntegration/service/account';
import { instanceId } from '../../nodes/MessagingIntegration/parameters/instance';
import { versionPrefix } from '../../nodes/MessagingIntegration/service/account';
import { requestFor, type ServiceRequest } from '../../nodes/MessagingIntegration/service/request';
import { dispatcherFor } from '../../nodes/MessagingIntegration/transport/dispatcher';
import { transmit } from '../../nodes/MessagingIntegration/transport/transmit';
import { accountAt } from './support/ask';
import { httpServer } from './support/httpServer';

const pieces = ['//', '8.8.8.8', '..', '%2f', '[::1]', 'https:', ...'/\\@:.%üa'];
const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 }));
const path = fc.string({ unit: piece, maxLength: 6 });
const id = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), path);
const query = fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 2 });

/** An account with any path in its base URL, even one that the credential would refuse. */
function accountWith(origin: string, pathname: string): Account {
	const url = Object.assign(new URL(origin), { pathname });
	return { ...accountAt(origin), prefix: url.pathname + versionPrefix };
}

/** Undefined for an ID that the node refuses. */
function usable(given: string): string | undefined {
	try {
		return instanceId.rule.parse(given);
	} catch {
		return undefined;
	}
}

it('the egress policy checks exactly the address that is dialled, for any base URL and instance ID', async () => {
	const checked: URL[] = [];
	const arrived: IncomingMessage[] = [];
	const filter: NodeEgressFilter = {
		...passthroughEgressFilter,
		createSecureLookup: () => passthroughEgressFilter.createSecureLookup(),
		validateUrl: async (target) => {
			checked.push(new URL(target));
			return await passthroughEgressFilter.validateUrl(target);
		},
	};
	const service = await httpServer((request, response) => {
		arrived.push(request);
		request.resume().on('end', () => response.end('[]'));
	});
	const dispatcher = dispatcherFor(filter, false);

	await fc.assert(
		fc.asyncProperty(path, id, query, fc.boolean(), async (pathname, given, pairs, lists) => {
			const instance = usable(given);
			fc.pre(instance !== undefined);
			const asks = lists ? requestFor('getAll') : requestFor('typing', instance);
			const account = accountWith(service.url, pathname);
			const request = { ...asks, query: pairs } as ServiceRequest;
			expect(await transmit(dispatcher, account, request, { timeout: 10_000 })).toMatchObject({
				status: 200,
			});
			const [asked, got] = [checked.pop(), arrived.pop()];
			expect(asked?.host).toBe(new URL(service.url).host);
			expect(asked?.host).toBe(got?.headers.host);
			expect(`${asked?.pathname}${asked?.search}`).toBe(got?.url);
		}),
		{ numRuns: 300 },
	);
});
