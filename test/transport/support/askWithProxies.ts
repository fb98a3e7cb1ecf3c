import type * as askModule from './ask';
import { type ProxyEnvironment, setProxies } from './proxyEnvironment';

type AskModule = typeof askModule;

/**
 * `ask` in freshly loaded modules, with these proxy settings. The node reads the proxy settings once per
 * process, and fresh modules come close to a new process.
 */
export async function askWithProxies(proxies: ProxyEnvironment): Promise<AskModule['ask']> {
	let fresh: AskModule | undefined;
	await jest.isolateModulesAsync(async () => {
		fresh = await import('./ask');
	});
	if (!fresh) throw new Error('The modules did not load');
	setProxies(proxies);
	return fresh.ask;
}
