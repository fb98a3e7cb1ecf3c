/** The credential's fields that decide the header, named as n8n saves them. */
export type ApiKey = {
	apiKey: string;
	authentication: 'apiKeyHeader' | 'bearer';
};

/** The header that carries the key (API reference, part 5). */
export function authenticationHeader({ apiKey, authentication }: ApiKey): Record<string, string> {
	return authentication === 'bearer'
		? { Authorization: `Bearer ${apiKey}` }
		: { 'X-Api-Key': apiKey };
}
