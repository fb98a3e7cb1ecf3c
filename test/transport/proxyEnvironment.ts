const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'] as const;
const others = [
	'npm_config_proxy',
	'npm_config_http_proxy',
	'npm_config_https_proxy',
	'npm_config_no_proxy',
];

type Name = (typeof names)[number];

export type ProxyEnvironment = Partial<Record<Name | Lowercase<Name>, string>>;

/** Makes these the only proxy settings of this process, whatever the machine has set. */
export function setProxies(given: ProxyEnvironment = {}): void {
	for (const name of [...names, ...others]) {
		delete process.env[name.toUpperCase()];
		delete process.env[name.toLowerCase()];
	}
	for (const [name, value] of Object.entries(given)) process.env[name] = value;
}
