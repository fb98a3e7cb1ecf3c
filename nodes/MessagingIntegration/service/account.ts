import * as z from 'zod/v4';

import { authenticationHeader, withoutQuotes } from './authenticationHeader';
import { check, invalidInput, refuses } from './inputError';
import { webAddressOf } from './webAddressOf';

/** The path carries the version (API reference, part 9). */
export const versionPrefix = '/api/v1';

/** True for host names, as a URL has them, that always mean this machine. */
export function isLoopback(hostname: string): boolean {
	return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** A validated credential: the service's address and how to authenticate. */
export interface Account {
	/** Scheme, host and port, without a path: `https://host:port`. */
	origin: string;
	/** The path in front of every endpoint, including the version, without a trailing slash. */
	prefix: string;
	/** Only the header that carries the API key. */
	headers: Record<string, string>;
	/** Only used to remove the key from answers that echo it. */
	apiKey: string;
	allowUnauthorizedCerts: boolean;
}

/** The address of an endpoint, behind the version. */
const endpoint = new RegExp(`(${versionPrefix})/instances(?:/[^/]+)*$`);

const baseUrlAdvice =
	'The credential\'s "Base URL" needs the address of the service, for example https://api.example.com.';
const apiKeyAdvice = 'Copy the key again into the credential\'s "API Key".';

function withoutEndingSlash({ pathname }: URL): string {
	return pathname.replace(/(?<!\/)\/+$/, '');
}

/**
 * A host that can only be one: its name has a dot or a port. In `localhost:8080`, the digits are a port. A word without
 * a dot is refused: it may be the API key in the wrong field, which must not be looked up as a host.
 */
const bareHost = /^(localhost|\[[\da-f:.]+\]|[^\s/\\:_.]+(\.[^\s/\\:_]+|(?=:\d)))(:\d+)?([/?#]|$)/i;

/** `{{ $vars.key }}` in a fixed field: an expression that is none. The words are not quoted: they can stand beside a key. */
const withoutBraces = /^(?![^]*\{\{[^{}]*\$[A-Za-z_(])/;

const isFixed = (what: string, field: string) =>
	refuses(
		'credentialUnusable',
		`The ${what} has {{ }} as words, not as an expression`,
		`Switch the credential's "${field}" from "Fixed" to "Expression".`,
	);

const noBaseUrl = refuses('credentialUnusable', 'The base URL is empty', baseUrlAdvice);

const baseUrl = z
	.string({ error: noBaseUrl })
	.trim()
	.min(1, { error: noBaseUrl, abort: true })
	.regex(withoutBraces, { error: isFixed('base URL', 'Base URL') })
	.transform((address) => (bareHost.test(address) ? `https://${address}` : address))
	.transform((address) => webAddressOf(address))
	.pipe(
		z.instanceof(URL, {
			error: refuses('credentialUnusable', 'The base URL is not a web address', baseUrlAdvice),
		}),
	)
	.refine(({ username, password }) => username + password === '', {
		error: refuses(
			'credentialUnusable',
			'The base URL contains a user name or password',
			`${baseUrlAdvice} Only the API key is used to log in.`,
		),
	})
	.refine(({ search, hash }) => search + hash === '', {
		error: refuses(
			'credentialUnusable',
			'The base URL must not contain ? or #',
			`${baseUrlAdvice} Leave out "?" and "#" and what follows.`,
		),
	})
	.refine((url) => !withoutEndingSlash(url).includes('//'), {
		error: refuses(
			'credentialUnusable',
			'The base URL has two slashes in a row',
			`${baseUrlAdvice} Leave out one of the slashes.`,
		),
	});

/** The beginning of a header that was copied with the key. */
const headerOf = (key: string) =>
	/^(?:(?:authorization|x-api-key)\s*:\s*)?(?:bearer|basic|token)(?=\s)|^(?:authorization|x-api-key)\s*:/i.exec(
		key,
	)?.[0];

const noKey = refuses('credentialUnusable', 'The API key is empty', apiKeyAdvice);

const apiKey = z
	.string({ error: noKey })
	.regex(/\S/, { error: noKey })
	.regex(withoutBraces, { error: isFixed('API key', 'API Key') })
	.regex(/^[^\r\n]*$/, {
		error: refuses(
			'credentialUnusable',
			'The API key has line breaks',
			`${apiKeyAdvice} It is a single line.`,
		),
	})
	.overwrite(withoutQuotes)
	.refine((key) => !headerOf(key), {
		error: ({ input }) => {
			const begin = headerOf(String(input)) ?? '';
			throw invalidInput(
				'credentialUnusable',
				`The API key begins with "${begin}"`,
				`Leave out "${begin}" in the credential's "API Key": the node writes the header. "Authentication" chooses which one.`,
			);
		},
	})
	.regex(/^[\x21-\x7e]+$/, {
		error: refuses(
			'credentialUnusable',
			'The API key contains characters that no key has',
			`${apiKeyAdvice} It has no spaces, accents or invisible characters.`,
		),
	})
	.regex(/^(?!eyJ[\w-]*\.[\w-]+\.[\w-]*$)/, {
		error: refuses(
			'credentialUnusable',
			'The API key is a login token (JWT)',
			'Such a token is for a person who signs in. Create an API key at the service and copy it into the credential\'s "API Key".',
		),
	});

function onOrOff(field: string) {
	const error = refuses(
		'credentialUnusable',
		`The switch "${field}" is neither on nor off`,
		'Switch it on or off in the credential, or give it true or false.',
	);
	return z.boolean({ error }).default(false);
}

const credential = z
	.object({
		baseUrl,
		apiKey,
		authentication: z
			.enum(['apiKeyHeader', 'bearer'], {
				error: refuses(
					'credentialUnusable',
					'The authentication is not known',
					'Choose a header in the credential\'s "Authentication".',
				),
			})
			.default('apiKeyHeader'),
		allowHttp: onOrOff('Allow HTTP'),
		allowUnauthorizedCerts: onOrOff('Ignore SSL Issues (Insecure)'),
	})
	.refine(
		(given) =>
			given.baseUrl.protocol === 'https:' || given.allowHttp || isLoopback(given.baseUrl.hostname),
		{
			error: refuses(
				'credentialUnusable',
				'The base URL is not encrypted',
				'With http:// anyone on the network can read the API key. Use https:// in the credential\'s "Base URL", or switch on "Allow HTTP" for a network you trust.',
			),
		},
	);

/**
 * Turns a decrypted credential into an account. The base URL may end with a slash or with the version prefix.
 * @throws InputError; its sentences never contain the key
 */
export function accountOf(decrypted: unknown): Account {
	const given = check(credential, decrypted);
	// People copy the address of an endpoint, too.
	const path = withoutEndingSlash(given.baseUrl).replace(endpoint, '$1');
	const prefix = path.endsWith(versionPrefix) ? path : path + versionPrefix;
	return {
		origin: given.baseUrl.origin,
		prefix,
		headers: authenticationHeader(given),
		apiKey: given.apiKey,
		allowUnauthorizedCerts: given.allowUnauthorizedCerts,
	};
}
