import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

import { httpServer } from '../transport/httpServer';
import { free, type Limit } from '../unit/limits/limits';

/** A request that the service answered. */
export interface Arrival {
	/** The last part of the path: messages or typing. */
	action: string;
	to: string;
	text?: string;
	isAccepted: boolean;
	/** Seconds since the first request. */
	at: number;
}

/**
 * A service for one test, whose limits the simulator knows. It accepts a request with 202, or refuses it with 429.
 * @param limitsTyping whether typing has the limit of messages, or none
 */
export async function limitedService(limit: Limit, limitsTyping = true) {
	const arrivals: Arrival[] = [];
	let firstAt: number | undefined;

	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { to, content } = (await json(request)) as { to: string; content?: { text?: string } };
		const action = request.url?.split('/').at(-1) ?? '';
		const now = Date.now() - (firstAt ??= Date.now());
		const message = { to, instance: 'demo' };
		const own = action === 'typing' && !limitsTyping ? free : limit;
		const wait = own.wait(now, message);
		const isAccepted = wait <= 0;
		own[isAccepted ? 'take' : 'refuse']?.(now, message);
		arrivals.push({ action, to, text: content?.text, isAccepted, at: now / 1000 });
		// `Retry-After` has whole seconds, rounded up.
		if (!isAccepted) response.setHeader('retry-after', Math.ceil(wait / 1000));
		response.writeHead(isAccepted ? 202 : 429, { 'content-type': 'application/json' });
		response.end(isAccepted ? JSON.stringify({ id: `m${arrivals.length}` }) : '{}');
	};
	const { url } = await httpServer((request, response) => void answer(request, response));
	return {
		url,
		arrivals,
		/** The accepted messages, in order of arrival. */
		sent: () => arrivals.filter(({ action, isAccepted }) => action === 'messages' && isAccepted),
	};
}
