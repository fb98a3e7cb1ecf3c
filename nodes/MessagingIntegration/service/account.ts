// Tests: test/unit/baseUrl.test.ts, test/unit/apiKey.test.ts
import * as z from 'zod/v4';

import { refusal, refuses } from '../words/refusal';
import { authenticationHeader, withoutQuotes } from './authenticationHeader';
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

const noBaseUrl = refuses('baseUrlEmpty');

const baseUrl = z
	.string({ error: noBaseUrl })
	.trim()
	.min(1, { error: noBaseUrl, abort: true })
	.regex(withoutBraces, { error: refuses('credentialHasBraces', { field: 'Base URL' }) })
	.transform((address) => (bareHost.test(address) ? `https://${address}` : address))
	.transform((address) => webAddressOf(address))
	.pipe(z.instanceof(URL, { error: refuses('baseUrlNoAddress') }))
	.refine(({ username, password }) => username + password === '', {
		error: refuses('baseUrlHasLogin'),
	})
	.refine(({ search, hash }) => search + hash === '', { error: refuses('baseUrlHasQuery') })
	.refine((url) => !withoutEndingSlash(url).includes('//'), {
		error: refuses('baseUrlHasEmptyPart'),
	});

/** The beginning of a header that was copied with the key. */
const headerOf = (key: string) =>
	/^(?:(?:authorization|x-api-key)\s*:\s*)?(?:bearer|basic|token)(?=\s)|^(?:authorization|x-api-key)\s*:/i.exec(
		key,
	)?.[0];

const noKey = refuses('keyEmpty');

const apiKey = z
	.string({ error: noKey })
	.regex(/\S/, { error: noKey })
	.regex(withoutBraces, { error: refuses('credentialHasBraces', { field: 'API Key' }) })
	.regex(/^[^\r\n]*$/, { error: refuses('keyHasLines') })
	.overwrite(withoutQuotes)
	.refine((key) => !headerOf(key), {
		error: ({ input }) => {
			const begin = headerOf(String(input)) ?? '';
			throw refusal('keyHasHeader', { begin });
		},
	})
	.regex(/^[\x21-\x7e]+$/, { error: refuses('keyHasSigns') })
	.regex(/^(?!eyJ[\w-]*\.[\w-]+\.[\w-]*$)/, { error: refuses('keyIsLogin') });

const onOrOff = (label: string) =>
	z.boolean({ error: refuses('switchUnusable', { label }) }).default(false);

const credential = z
	.object({
		baseUrl,
		apiKey,
		authentication: z
			.enum(['apiKeyHeader', 'bearer'], { error: refuses('authenticationUnknown') })
			.default('apiKeyHeader'),
		allowHttp: onOrOff('Allow HTTP'),
		allowUnauthorizedCerts: onOrOff('Ignore SSL Issues (Insecure)'),
	})
	.refine(
		(given) =>
			given.baseUrl.protocol === 'https:' || given.allowHttp || isLoopback(given.baseUrl.hostname),
		{ error: refuses('baseUrlNotEncrypted') },
	);

/**
 * Turns a decrypted credential into an account. The base URL may end with a slash or with the version prefix.
 * @throws Refusal; its sentences never contain the key
 */
export function accountOf(decrypted: unknown): Account {
	const given = credential.parse(decrypted);
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
