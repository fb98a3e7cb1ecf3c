const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;

export type ProxyEnvironment = Partial<Record<(typeof names)[number], string>>;

/** Makes these the only proxy settings of this process, whatever the machine that runs the tests has. */
export function setProxies(given: ProxyEnvironment = {}): void {
	for (const name of [...names, 'ALL_PROXY']) {
		delete process.env[name];
		delete process.env[name.toLowerCase()];
	}
	for (const [name, value] of Object.entries(given)) process.env[name] = value;
}
