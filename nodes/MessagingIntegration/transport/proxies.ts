import type { Url } from 'node:url';

import { getProxyForUrl } from 'proxy-from-env';

import type { Break, Broken } from '../api/outcome';
import { BrokenExchange } from './brokenExchange';

const ofProxies = new Set<Break>(['noProxy', 'proxy', 'proxyAddress']);

/** The proxy of an origin in n8n's environment, resolved by the package that n8n uses; empty if there is no proxy. */
function resolved(origin: string): string {
	// The package would parse a string with a function about which newer versions of Node.js warn.
	return getProxyForUrl(new URL(origin) as unknown as Url);
}

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

/**
 * The proxy for requests to an origin; undefined if there is no proxy. It can contain a password, so it must not be
 * shown to anybody.
 * @throws BrokenExchange of reason `proxyAddress`
 */
export function proxyFor(origin: string): string | undefined {
	const proxy = resolved(origin);
	if (proxy !== '' && !isUsable(proxy)) throw new BrokenExchange('proxyAddress');
	return proxy || undefined;
}

/** Adds the environment variable of the proxy to a break, if a proxy is the reason. */
export function withProxyVariable(broken: Broken, origin: string): Broken {
	return ofProxies.has(broken.reason) ? { ...broken, proxyVariable: variableFor(origin) } : broken;
}
