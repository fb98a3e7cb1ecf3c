// Tests: test/transport/connections.test.ts, test/transport/proxies.test.ts, test/transport/egressPolicy.test.ts
import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Url } from 'node:url';

import type { NodeEgressFilter } from 'n8n-workflow';
import { getProxyForUrl } from 'proxy-from-env';
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';

import { isLoopback } from '../service/account';
import type { Break, Broken } from '../service/outcome';
import { BrokenExchange } from './breaks';

const ofProxies = new Set<Break>(['noProxy', 'proxy', 'proxyAddress']);

/** The environment variable that sets the proxy of an origin, in the order of proxy-from-env. */
function variableFor(origin: string): string | undefined {
	const scheme = new URL(origin).protocol.replace(':', '');
	const names = [`npm_config_${scheme}_proxy`, `${scheme}_proxy`, 'npm_config_proxy', 'all_proxy'];
	return names.flatMap((name) => [name, name.toUpperCase()]).find((name) => process.env[name]);
}

function isUsable(proxy: string): boolean {
	try {
		const { protocol, username, password } = new URL(proxy);
		decodeURIComponent(username + password);
		return protocol === 'http:' || protocol === 'https:';
	} catch {
		return false;
	}
}

/** Empty if there is none. The package would parse a string with a function about which newer versions of Node.js warn. */
const proxyOf = (origin: string) => getProxyForUrl(new URL(origin) as unknown as Url);

/** The environment variable of the proxy through which n8n asks an origin, also one on this machine; undefined if there is none. */
export const proxyVariableFor = (origin: string) =>
	proxyOf(origin) === '' ? undefined : variableFor(origin);

/**
 * The proxy for requests to an origin in n8n's environment, resolved by the package that n8n uses; undefined if there
 * is none. It can contain a password, so it must not be shown to anybody. This machine needs none: the "localhost" of a
 * proxy is another machine, and the key may be sent to this one without TLS.
 * @throws BrokenExchange of reason `proxyAddress`
 */
export function proxyFor(origin: string): string | undefined {
	if (isLoopback(new URL(origin).hostname)) return undefined;
	const proxy = proxyOf(origin);
	if (proxy !== '' && !isUsable(proxy)) throw new BrokenExchange('proxyAddress');
	return proxy || undefined;
}

/** Adds the environment variable of the proxy to a break, if a proxy is the reason. */
export function withProxyVariable(broken: Broken, origin: string): Broken {
	return ofProxies.has(broken.reason) ? { ...broken, proxyVariable: variableFor(origin) } : broken;
}

type Connecting = { connect: buildConnector.connector };

/** The same connector, but some of its failures say that the proxy could not be reached, not the service. */
function blamingProxy(
	{ connect }: Connecting,
	isItsFault: (error: NodeJS.ErrnoException) => boolean,
): Connecting {
	return {
		connect: (options, callback) =>
			connect(options, (...[error, socket]) => {
				if (!error) callback(null, socket);
				else callback(isItsFault(error) ? new BrokenExchange('noProxy', error) : error, null);
			}),
	};
}

const toProxy = (options: object) => blamingProxy(options as Connecting, () => true);

/** The proxy closed the connection. undici would connect again and again, without end, after an error with this code. */
const throughProxy = (options: object) =>
	blamingProxy(options as Connecting, ({ code }) => code === 'UND_ERR_SOCKET');

/**
 * Connects to an origin through a proxy, with a tunnel for https.
 * @param requestTls for the connection to the service, inside the tunnel
 * @param pool creates the connection pools, to the proxy and through it
 */
function proxyAgent(
	proxy: string,
	requestTls: buildConnector.BuildOptions,
	pool: (origin: string | URL, options: Pool.Options & Connecting) => Dispatcher,
): ProxyAgent {
	const { href } = new URL(proxy);
	return new ProxyAgent({
		uri: proxy,
		proxyTls: allAddresses as buildConnector.BuildOptions,
		requestTls,
		// As in n8n's own requests, plain http uses no tunnel: the proxy gets the whole address.
		proxyTunnel: false,
		clientFactory: (origin, options) => pool(origin, toProxy(options)),
		// Called with the origin inside a tunnel, or with the proxy itself if there is no tunnel.
		factory: (origin, options) =>
			pool(origin, {
				...options,
				...(String(origin) === href ? toProxy : throughProxy)(options),
			}),
	});
}

/**
 * Checks the address of every request against n8n's egress policy. The lookup of a connection would not catch IP
 * addresses and hosts behind a proxy.
 */
function egressPolicy(filter: NodeEgressFilter): Dispatcher.DispatcherComposeInterceptor {
	return (dispatch) => (options, handler) => {
		// The request never reaches a connection, so there is no controller to pass on.
		const refuse = (error: Error) => handler.onResponseError?.(null as never, error);
		filter
			.validateUrl(new URL(String(options.origin) + options.path))
			.then((verdict) => {
				if (verdict.ok) dispatch(options, handler);
				else refuse(new BrokenExchange('blocked', verdict.error));
			})
			.catch(refuse);
		return true;
	};
}

/** Shorter than any server keeps an idle connection, so that a request hardly ever uses one that is closing (ms). */
const idleConnection = 500;

/** The user's own timeout ends the wait for a connection earlier; this ends the connection attempt itself (ms). */
const longestConnect = 60_000;

/**
 * All addresses of a host are tried, one after the other: the first one may be an IPv6 that does not answer. n8n switches
 * that off for the process (`setDefaultAutoSelectFamily`). Each gets longer than a service far away needs (ms).
 */
const allAddresses = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1000 };

/** A pool with the same limits, also behind a proxy. */
function pool(origin: string | URL, options: Pool.Options & Connecting): Pool {
	return new Pool(origin, {
		...options,
		keepAliveTimeout: idleConnection,
		keepAliveMaxTimeout: idleConnection,
	});
}

function create(filter: NodeEgressFilter | undefined, allowUnauthorizedCerts: boolean): Dispatcher {
	const tls = {
		rejectUnauthorized: !allowUnauthorizedCerts,
		timeout: longestConnect,
		...allAddresses,
	};
	// A proxy resolves the service's name itself, so the policy checks it before (egressPolicy).
	const policyLookup = filter?.createSecureLookup() ?? dns.lookup;
	// A name server could give any address for `x.localhost`, which may get the key without TLS (RFC 6761, 6.3).
	const lookup: LookupFunction = (name, ...rest) =>
		policyLookup(isLoopback(name) ? 'localhost' : name, ...rest);
	const direct = { ...tls, lookup };
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

type Policy = NodeEgressFilter | undefined;
const checking = new Map<Policy, Dispatcher>();
const notChecking = new Map<Policy, Dispatcher>();

/**
 * The connections of this process for an egress policy and a TLS setting. They are created once and kept: a pooled
 * connection saves a TCP and a TLS handshake for every item.
 * @param filter n8n's egress policy (n8n 2.30 and later), one object for the lifetime of the process
 */
export function dispatcherFor(filter: Policy, allowUnauthorizedCerts: boolean): Dispatcher {
	const kept = allowUnauthorizedCerts ? notChecking : checking;
	const dispatcher = kept.get(filter) ?? create(filter, allowUnauthorizedCerts);
	kept.set(filter, dispatcher);
	return dispatcher;
}
