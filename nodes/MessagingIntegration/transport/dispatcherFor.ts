import type { NodeEgressFilter } from 'n8n-workflow';
import { Agent, buildConnector, type Dispatcher, Pool } from 'undici';

import { egressPolicy } from './egressPolicy';
import { proxyFor } from './proxies';
import { type Connecting, proxyAgent } from './proxyAgent';
import { withoutContinue } from './withoutContinue';

/** Shorter than any server keeps an idle connection, so that a request hardly ever uses one that is closing (ms). */
const idleConnection = 500;

/** The user's own timeout ends the wait for a connection earlier; this ends the connection attempt itself (ms). */
const longestConnect = 60_000;

/** A pool with the same limits, also behind a proxy. */
function pool(origin: string | URL, options: Pool.Options & Connecting): Pool {
	return new Pool(origin, {
		...options,
		connect: withoutContinue(options.connect),
		keepAliveTimeout: idleConnection,
		keepAliveMaxTimeout: idleConnection,
	});
}

const withoutPolicy = {};
const kept = new WeakMap<object, Map<boolean, Dispatcher>>();

function create(filter: NodeEgressFilter | undefined, allowUnauthorizedCerts: boolean): Dispatcher {
	const tls = { rejectUnauthorized: !allowUnauthorizedCerts, timeout: longestConnect };
	// A proxy resolves the service's name itself, so the policy checks it before (egressPolicy).
	const direct = { ...tls, ...(filter && { lookup: filter.createSecureLookup() }) };
	const agent = new Agent({
		factory(origin) {
			const proxy = proxyFor(String(origin));
			return proxy === undefined
				? pool(origin, { connect: buildConnector(direct) })
				: proxyAgent(proxy, tls, pool);
		},
	});
	return filter ? agent.compose(egressPolicy(filter)) : agent;
}

/**
 * The connections of this process for an egress policy and a TLS setting. They are created once and kept: a pooled
 * connection saves a TCP and a TLS handshake for every item.
 * @param filter n8n's egress policy (n8n 2.30 and later), one object for the lifetime of the process
 */
export function dispatcherFor(
	filter: NodeEgressFilter | undefined,
	allowUnauthorizedCerts: boolean,
): Dispatcher {
	const policy = filter ?? withoutPolicy;
	const byTls = kept.get(policy) ?? new Map<boolean, Dispatcher>();
	const dispatcher = byTls.get(allowUnauthorizedCerts) ?? create(filter, allowUnauthorizedCerts);
	kept.set(policy, byTls.set(allowUnauthorizedCerts, dispatcher));
	return dispatcher;
}
