import type { LookupFunction } from 'node:net';
import { getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net';
import { passthroughEgressFilter } from '@n8n/backend-network';
import type { NodeEgressFilter } from 'n8n-workflow';

import { runningSandbox, secureSandbox } from '../sandbox/support/runningSandbox';
import { ask, message } from './support/ask';

const { control, url } = runningSandbox();
const secure = secureSandbox();

const before = getDefaultAutoSelectFamily();
// As n8n does when it starts.
beforeEach(() => setDefaultAutoSelectFamily(false));
afterEach(() => setDefaultAutoSelectFamily(before));

/** An egress policy in whose network a host has these addresses, looked up as n8n's own policy does. */
function networkOf(addresses: string[]): NodeEgressFilter {
	const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
	const lookup: LookupFunction = (_, options, callback) => {
		const [first] = found;
		if (options.all) callback(null, found);
		else callback(null, first?.address ?? '', first?.family);
	};
	return { ...passthroughEgressFilter, createSecureLookup: () => lookup };
}

const withName = (address: string) => address.replace('127.0.0.1', 'service.localhost');

it.each([
	['refuses', ['127.0.0.2', '127.0.0.1']],
	['is an IPv6 that does not answer', ['100::1', '127.0.0.1']],
	['is an IPv4 that does not answer', ['192.0.2.1', '127.0.0.1']],
	['is one of several that do not answer', ['100::1', '127.0.0.2', '192.0.2.1', '127.0.0.1']],
])('a message is sent although the first address of the service %s', async (_, addresses) => {
	const asked = { request: message, filter: networkOf(addresses) };
	expect(await ask(withName(url()), asked)).toMatchObject({ status: 202 });
	expect(await control().requests()).toHaveLength(1);
});

it('all addresses are tried for a connection with TLS, too', async () => {
	const filter = networkOf(['100::1', '127.0.0.2', '127.0.0.1']);
	const credential = { allowUnauthorizedCerts: true };
	const asked = { request: message, filter, credential };
	expect(await ask(withName(secure()), asked)).toMatchObject({ status: 202 });
});

it('a message is not sent if no address answers, and the error says why', async () => {
	const filter = networkOf(['127.0.0.2', '127.0.0.3']);
	expect(await ask(withName(url()), { request: message, filter })).toMatchObject({
		kind: 'break',
		reason: 'refused',
		wasWritten: false,
		detail: expect.stringContaining('ECONNREFUSED'),
	});
});
