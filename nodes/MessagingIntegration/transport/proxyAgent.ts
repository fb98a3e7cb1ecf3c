import { type buildConnector, type Dispatcher, type Pool, ProxyAgent } from 'undici';

import { BrokenExchange } from './brokenExchange';

type Connecting = { connect: buildConnector.connector };

/** The same connector, but its failures say that the proxy could not be reached, not the service. */
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
 * The same connector, but a proxy that closes the connection ends the attempt. undici connects again and again, without
 * end, after an error with this code.
 */
function throughProxy({ connect }: Connecting): Connecting {
	return {
		connect: (options, callback) =>
			connect(options, (...[error, socket]) => {
				if (!error) callback(null, socket);
				else if ((error as NodeJS.ErrnoException).code !== 'UND_ERR_SOCKET') callback(error, null);
				else callback(new BrokenExchange('noProxy', error), null);
			}),
	};
}

/**
 * Connects to an origin through a proxy, with a tunnel for https.
 * @param requestTls for the connection to the service, inside the tunnel
 * @param pool creates the connection pools, to the proxy and through it
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
		// As in n8n's own requests, plain http uses no tunnel: the proxy gets the whole address.
		proxyTunnel: false,
		clientFactory: (origin, options) => pool(origin, toProxy(options as Connecting)),
		// Called with the origin inside a tunnel, or with the proxy itself if there is no tunnel.
		factory: (origin, options) =>
			pool(origin, {
				...options,
				...(String(origin) === href ? toProxy : throughProxy)(options as Connecting),
			}),
	});
}
