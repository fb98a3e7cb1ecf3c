import { Agent } from 'undici';

/** Closes each connection after its response: n8n allows five seconds, and says so. */
const connections: object = { dispatcher: new Agent({ keepAliveTimeoutThreshold: 60_000 }) };

/**
 * Fetches from n8n on a connection of its own. An n8n that was busy may be closing a kept one, and fetch does not
 * repeat a request that fails so. A header `connection: close` would break the uploads that n8n refuses early.
 */
export async function fetchN8n(url: string | URL, init: RequestInit = {}): Promise<Response> {
	return await fetch(url, { ...init, ...connections });
}
