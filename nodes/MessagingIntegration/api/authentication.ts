/** The credential's properties that decide the header; names as saved by n8n. */
export type ApiKey = {
	apiKey: string;
	authentication: 'apiKeyHeader' | 'bearer';
};

/** The one header that carries the key (API reference, part 5). */
export function authenticationHeader({ apiKey, authentication }: ApiKey): Record<string, string> {
	return authentication === 'bearer'
		? { Authorization: `Bearer ${apiKey}` }
		: { 'X-Api-Key': apiKey };
}
