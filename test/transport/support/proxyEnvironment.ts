type Name = 'HTTP_PROXY' | 'HTTPS_PROXY' | 'ALL_PROXY' | 'NO_PROXY';

export type ProxyEnvironment = Partial<Record<Name | Lowercase<Name>, string>>;

/** Makes these the only proxy settings of this process, whatever the machine has set. */
export function setProxies(given: ProxyEnvironment = {}): void {
	for (const name of Object.keys(process.env))
		if (/^(npm_config_)?(https?_|all_|no_)?proxy$/i.test(name)) delete process.env[name];
	for (const [name, value] of Object.entries(given)) process.env[name] = value;
}
