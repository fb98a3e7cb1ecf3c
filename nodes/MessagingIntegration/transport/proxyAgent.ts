import { type buildConnector, type Dispatcher, type Pool, ProxyAgent } from 'undici';

import { BrokenExchange } from './brokenExchange';

export type Connecting = { connect: buildConnector.connector };

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
export function proxyAgent(
	proxy: string,
	requestTls: buildConnector.BuildOptions,
	pool: (origin: string | URL, options: Pool.Options & Connecting) => Dispatcher,
): ProxyAgent {
	const { href } = new URL(proxy);
	return new ProxyAgent({
		uri: proxy,
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
