import { type buildConnector, type Dispatcher, type Pool, ProxyAgent } from 'undici';

import { BrokenExchange } from './brokenExchange';

type Connecting = { connect: buildConnector.connector };

/** The same connections, whose failures say that they were to the proxy and not to the service. */
function toProxy({ connect }: Connecting): Connecting {
	return {
		connect: (options, callback) =>
			connect(options, (...[error, socket]) => {
				if (error) callback(new BrokenExchange('noProxy', error), null);
				else callback(null, socket);
			}),
	};
}

/**
 * The way to an origin through a proxy: a tunnel for https.
 * @param requestTls of the connection to the service, inside the tunnel
 * @param pool makes the pools of connections, to the proxy and through it
 */
export function proxyAgent(
	proxy: string,
	requestTls: buildConnector.BuildOptions,
	pool: (origin: string | URL, options: Pool.Options) => Dispatcher,
): ProxyAgent {
	const { href } = new URL(proxy);
	return new ProxyAgent({
		uri: proxy,
		requestTls,
		// Plain http goes through a proxy as n8n's own requests do: as a whole address, not in a tunnel.
		proxyTunnel: false,
		clientFactory: (origin, options) => pool(origin, toProxy(options as Connecting)),
		// Asked for the origin of a tunnel, and for the proxy itself where there is none.
		factory: (origin, options) => pool(origin, String(origin) === href ? toProxy(options as Connecting) : options),
	});
}
