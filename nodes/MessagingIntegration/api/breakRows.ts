import type { ErrorRow } from './errorRow';

const connection =
	'Check the credential\'s "Base URL" and whether the service can be reached from n8n';

const slow = 'The service may be slow, or something on the way holds the request back.';

/** What users read if no answer could be read: the part of the error table about connections, proxies and files. */
export const breakRows: ErrorRow[] = [
	{
		on: 'blocked',
		message: 'n8n does not allow requests to {host}',
		advice:
			'Its egress policy protects internal addresses. Ask the person who runs n8n to allow the address, or check the credential\'s "Base URL".',
	},
	// n8n looks for the word "canceled": it then counts the run as canceled, not as failed.
	{
		on: 'cancelled',
		message: 'The execution was canceled before the service answered',
		advice:
			'A new execution sends all items again, except those with a Send Once Key: leave out those that were sent.',
	},
	{
		on: 'connectTimeout',
		kind: 'list',
		message: '{host} did not take the connection in time',
		advice: `${connection}.`,
	},
	{
		on: 'connectTimeout',
		message: '{host} did not take the connection in time',
		advice: `${connection}, or raise the option "Timeout".`,
	},
	{
		on: 'cut',
		message: 'The service broke off in the middle of its answer',
		advice: "If it stays like this, ask the service's operator.",
	},
	{ on: 'dns', message: 'The host name {host} is not known', advice: `${connection}.` },
	{
		on: 'file',
		message: "The file could not be read from n8n's storage",
		advice: 'It may have been removed: rerun the node that creates it.',
	},
	{
		on: 'noProxy',
		message: 'The proxy from {proxyVariable} cannot be reached',
		advice:
			'Requests to {host} go through it. Ask the person who runs n8n to look at this environment variable and at NO_PROXY.',
	},
	{
		on: 'noTls',
		message: 'No secure connection to {host} can be made',
		advice:
			'It answers, but without TLS. The credential\'s "Base URL" may need another port, or http:// in front.',
	},
	{
		on: 'paused',
		message: 'The service accepts no requests at the moment',
		advice: 'It refused those before this one, so this item was not tried. Try again later.',
	},
	{
		on: 'proxy',
		message: 'The proxy from {proxyVariable} did not let the connection to {host} through',
		advice: 'Ask the person who runs n8n to look at this environment variable and at NO_PROXY.',
	},
	{
		on: 'proxyAddress',
		message: 'The environment variable {proxyVariable} holds no proxy that can be used',
		advice:
			'It needs an address like http://proxy.example.com:3128. Ask the person who runs n8n to correct it, or to name {host} in NO_PROXY.',
	},
	{
		on: 'refused',
		isLoopback: true,
		message: '{host} refused the connection',
		advice: `${connection}; it may be switched off. In Docker, {hostname} is the container itself: use host.docker.internal for the machine that runs Docker, or the name of the service in the Compose file.`,
	},
	{
		on: 'refused',
		message: '{host} refused the connection',
		advice: `${connection}; it may be switched off.`,
	},
	{
		on: 'reset',
		message: 'The connection to {host} broke before the answer',
		advice: 'If it stays like this, a proxy or firewall on the way may be the reason.',
	},
	{
		on: 'timeout',
		kind: 'list',
		message: '{host} did not answer in time',
		advice: slow,
	},
	{
		on: 'timeout',
		message: '{host} did not answer in time',
		advice: `${slow} The option "Timeout" gives it more time.`,
	},
	{
		on: 'tls',
		message: 'No secure connection to {host} can be made',
		advice:
			'Its certificate is not trusted or does not fit. For a certificate of your own, switch on "Ignore SSL Issues (Insecure)" in the credential.',
	},
	{
		on: 'tooLarge',
		message: 'The answer from {host} is larger than {largest}',
		advice: 'Check the credential\'s "Base URL"; such an answer is no answer of this service.',
	},
	{
		on: 'unreachable',
		message: '{host} cannot be reached over the network',
		advice: `${connection}.`,
	},
];
