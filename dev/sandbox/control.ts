import type { Fault, PlacedFault } from './faults';
import type { LogEntry } from './log';
import type { Message } from './mailbox';

export type { Fault, LogEntry, Message, PlacedFault };

export type SandboxControl = ReturnType<typeof sandboxControl>;

/**
 * A client of a running sandbox's controls.
 * @param url as `startSandbox` gave it
 * @param send another fetch, where the sandbox speaks TLS with a certificate of its own
 * @throws with the sandbox's words, when it refuses a fault
 */
export function sandboxControl(url: string, send: typeof fetch = fetch) {
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
		/** All requests to /api/v1, in order of arrival. */
		requests: () => call<LogEntry[]>('GET', 'requests'),
		/** All accepted messages, oldest first. */
		messages: () => call<Message[]>('GET', 'messages'),
		/** Empties requests and messages. Uploaded files stay usable. */
		forget: () => call<void>('DELETE', 'requests'),
		/** Adds a fault and gives its id. */
		bend: async (fault: Fault) => (await call<{ id: string }>('POST', 'faults', fault)).id,
		/** The faults in place and how often each was met. */
		faults: () => call<PlacedFault[]>('GET', 'faults'),
		/** Removes one fault. */
		unbend: (id: string) => call<void>('DELETE', `faults/${id}`),
		/** Removes all faults. */
		straighten: () => call<void>('DELETE', 'faults'),
	};
}
