import type { Fault, PlacedFault } from './faults';
import type { LogEntry } from './requestLog';
import type { Message } from './message';

export type { Fault, Message };

export type SandboxControl = ReturnType<typeof sandboxControl>;

/**
 * A client for the controls of a running sandbox.
 * @param url as `startSandbox` returned it
 * @param send another fetch, for TLS with a self-signed certificate, or for connections of its own
 * @throws Error with the sandbox's message if it refuses a fault
 */
export function sandboxControl(
	url: string,
	send: (url: string, init: RequestInit) => Promise<Response> = fetch,
) {
	const call = async <Answer>(method: string, path: string, body?: Fault): Promise<Answer> => {
		const response = await send(`${url}/_sandbox/${path}`, {
			method,
			...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`The sandbox refused ${method} ${path}: ${text}`);
		return (text === '' ? undefined : JSON.parse(text)) as Answer;
	};
	return {
		/** The newest 20,000 requests to /api/v1, in order of arrival. */
		requests: () => call<LogEntry[]>('GET', 'requests'),
		/** The newest 20,000 accepted messages, oldest first. */
		messages: () => call<Message[]>('GET', 'messages'),
		/** Deletes requests and messages. Uploaded files stay usable. */
		forget: () => call<void>('DELETE', 'requests'),
		/** Adds a fault and returns its ID. */
		bend: async (fault: Fault) => (await call<{ id: string }>('POST', 'faults', fault)).id,
		/** The current faults and how often each was applied. */
		faults: () => call<PlacedFault[]>('GET', 'faults'),
		/** Removes one fault. */
		unbend: (id: string) => call<void>('DELETE', `faults/${id}`),
		/** Removes all faults. */
		straighten: () => call<void>('DELETE', 'faults'),
	};
}
