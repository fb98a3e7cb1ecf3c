import type { IncomingMessage } from 'node:http';
import { passthroughEgressFilter } from '@n8n/backend-network';
import fc from 'fast-check';
import type { NodeEgressFilter } from 'n8n-workflow';

import type { Account } from '../../nodes/MessagingIntegration/api/account';
import { instanceId } from '../../nodes/MessagingIntegration/parameters/instance';
import { requestFor, versionPrefix } from '../../nodes/MessagingIntegration/api/endpoints';
import { dispatcherFor } from '../../nodes/MessagingIntegration/transport/dispatcher';
import { sendRequest } from '../../nodes/MessagingIntegration/transport/sendRequest';
import { accountAt } from './ask';
import { httpServer } from './httpServer';

const pieces = [
	'/',
	'//',
	'8.8.8.8',
	'\\',
	'@',
	':',
	'..',
	'.',
	'%2f',
	'%',
	'ü',
	'a',
	'[::1]',
	'https:',
];
const path = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), {
	maxLength: 6,
});
const id = fc.oneof(
	fc.string(),
	fc.string({ unit: 'grapheme' }),
	path.map((parts) => parts.join('')),
);
const query = fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 2 });

/** An account with any path in its base URL, even one that the credential would refuse. */
function accountWith(origin: string, parts: string[]): Account {
	const url = new URL(origin);
	url.pathname = parts.join('');
	return { ...accountAt(origin), prefix: url.pathname + versionPrefix };
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
		fc.asyncProperty(path, id, query, fc.boolean(), async (parts, given, pairs, lists) => {
			const instance = instanceId.rule.safeParse(given);
			fc.pre(instance.success);
			const request = {
				...(lists ? requestFor('getAll') : requestFor('send', instance.data)),
				query: pairs,
			};
			const outcome = await sendRequest(dispatcher, accountWith(service.url, parts), request, {
				timeout: 10_000,
			});
			expect(outcome).toMatchObject({ status: 200 });
			const [asked, got] = [checked.pop(), arrived.pop()];
			expect(asked?.host).toBe(new URL(service.url).host);
			expect(asked?.host).toBe(got?.headers.host);
			expect(`${asked?.pathname}${asked?.search}`).toBe(got?.url);
		}),
		{ numRuns: 300 },
	);
});
