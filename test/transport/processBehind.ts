import type * as asking from './asking';
import { type ProxyEnvironment, setProxies } from './proxyEnvironment';

type Asking = typeof asking;

/**
 * The way to the service in a process of its own, as far as fresh modules make one: n8n starts with its
 * proxies set, and connections are made once a process.
 */
export async function processBehind(proxies: ProxyEnvironment): Promise<Asking['ask']> {
	let fresh: Asking | undefined;
	await jest.isolateModulesAsync(async () => {
		fresh = await import('./asking');
	});
	if (!fresh) throw new Error('The modules did not load');
	setProxies(proxies);
	return fresh.ask;
}
