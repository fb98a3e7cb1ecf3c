// Tests: test/unit/apiKey.test.ts
/** A key as people paste it, without what stands around it in a file or a message. */
export const withoutQuotes = (key: string) =>
	key
		.trim()
		.replace(/^["'`“”„‘’«](.*)["'`“”‘’»]$/s, '$1')
		.trim();

/**
 * The header that carries the key (API reference, part 5), for the fields of a credential as n8n saves them. It is apart from
 * the account, so that the credential's file does not contain zod.
 */
export function authenticationHeader(credential: {
	apiKey?: unknown;
	authentication?: unknown;
}): Record<string, string> {
	const key = withoutQuotes(String(credential.apiKey));
	return credential.authentication === 'bearer'
		? { Authorization: `Bearer ${key}` }
		: { 'X-Api-Key': key };
}
