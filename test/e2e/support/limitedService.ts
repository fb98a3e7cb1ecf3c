import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { free, type Limit } from '../../limits/limits';

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

/** A service on loopback whose limits the simulator knows. It accepts a request with 202, or refuses it with 429. */
export class LimitedService {
	readonly arrivals: Arrival[] = [];
	private readonly server = createServer((request, response) => {
		void this.answer(request, response);
	});
	private firstAt: number | undefined;

	/**
	 * @param says whether refusals have a `Retry-After`
	 * @param limitsTyping whether typing has the limit of messages, or none
	 */
	constructor(
		private readonly limit: Limit,
		private readonly says = true,
		private readonly limitsTyping = true,
	) {}

	/** @returns its URL */
	async start(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	stop(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	/** The accepted messages, in order of arrival. */
	get sent(): Arrival[] {
		return this.arrivals.filter(({ action, isAccepted }) => action === 'messages' && isAccepted);
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { to, content } = (await json(request)) as { to: string; content?: { text?: string } };
		const action = request.url?.split('/').at(-1) ?? '';
		const now = Date.now() - (this.firstAt ??= Date.now());
		const message = { to, instance: 'demo' };
		const limit = action === 'typing' && !this.limitsTyping ? free : this.limit;
		const wait = limit.wait(now, message);
		const isAccepted = wait <= 0;
		limit[isAccepted ? 'take' : 'refuse']?.(now, message);
		this.arrivals.push({ action, to, text: content?.text, isAccepted, at: now / 1000 });
		// `Retry-After` has whole seconds, rounded up.
		if (!isAccepted && this.says) response.setHeader('retry-after', Math.ceil(wait / 1000));
		response.writeHead(isAccepted ? 202 : 429, { 'content-type': 'application/json' });
		response.end(isAccepted ? JSON.stringify({ id: `m${this.arrivals.length}` }) : '{}');
	}
}
