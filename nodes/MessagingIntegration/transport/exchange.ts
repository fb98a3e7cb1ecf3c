// Tests: test/transport/exchanges.test.ts, test/transport/timeouts.test.ts, test/transport/cancelling.test.ts
import type { Readable } from 'node:stream';

import type { Dispatcher } from 'undici';

import type { Answer, Broken } from '../service/outcome';
import { BrokenExchange, brokenOutcome, cancelled } from './breaks';
import { type EndConditions, type Multipart, pieceSize } from './multipart';

/** An answer as received. */
export interface Received extends Pick<Answer, 'status' | 'headers' | 'took'> {
	chunks: Buffer[];
	/** Bytes in the chunks. */
	size: number;
	/** Why the rest is missing. */
	broken?: Error;
}

/** Without a file, a request may take this many timeouts in all, however often it makes progress. */
const longestInAll = 10;

/** One request on a connection, and its answer as undici gives it. It always ends: a break is a result too. */
export class Exchange implements Dispatcher.DispatchHandler {
	private readonly answer: Received = { status: 0, headers: {}, chunks: [], size: 0 };
	/** Of the request, once any of it may have been written. */
	private written: Dispatcher.DispatchController | undefined;
	/** When that began (ms). */
	private writtenAt = 0;
	private abandoned: BrokenExchange | undefined;
	/** Whether n8n's storage is being read. It has a time limit of its own. */
	private isReading = false;
	private readonly silence: NodeJS.Timeout;
	private isSilent = false;
	/** After it, nothing counts as progress. Each piece of a file may take as long as the timeout. */
	private readonly deadline: number;

	/** @param largest the size limit of the answer (bytes) */
	constructor(
		private readonly resolve: (result: Received | Broken) => void,
		private readonly form: Multipart | undefined,
		private readonly largest: number,
		private readonly ends: EndConditions,
	) {
		const { timeout } = ends;
		const pieces = Math.ceil((form?.size ?? 0) / pieceSize);
		this.deadline = performance.now() + timeout * (longestInAll + pieces);
		this.silence = setTimeout(() => {
			this.isSilent = !this.isReading;
			// An n8n that was busy for long first reads what arrived meanwhile.
			setImmediate(() => this.isSilent && this.timeOut());
		}, timeout);
	}

	/** Gives the request to a connection. */
	start(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions): void {
		const { stopped, hurry } = this.ends;
		stopped?.addEventListener('abort', this.stop);
		hurry?.addEventListener('abort', this.giveUp);
		if (stopped?.aborted) return this.stop();
		// undici takes informational answers for progress, so its own timeouts are off.
		const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
		// It accepts any async iterable as a body; its types know only Readable.
		const body = this.form && (this.pieces(this.form) as unknown as Readable);
		dispatcher.dispatch({ ...options, ...timeouts, ...(body && { body }) }, this);
	}

	private async *pieces({ body }: Multipart): AsyncGenerator<Uint8Array> {
		for await (const piece of body) {
			this.isReading = false;
			this.progress();
			yield piece;
			this.isReading = true;
		}
		this.isReading = false;
		this.progress();
	}

	/** undici calls it just before the first byte is written: from here on, a break leaves the request in doubt. */
	onRequestStart(controller: Dispatcher.DispatchController): void {
		if (this.abandoned) return controller.abort(this.abandoned);
		this.written = controller;
		this.writtenAt = performance.now();
		this.progress();
	}

	onResponseStart(
		_: Dispatcher.DispatchController,
		status: number,
		headers: Received['headers'],
	): void {
		// 102 and 103 come before the real answer.
		if (status < 200) return;
		Object.assign(this.answer, { status, headers });
		this.progress();
	}

	onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
		const { answer } = this;
		answer.chunks.push(chunk);
		answer.size += chunk.length;
		if (answer.size > this.largest) {
			answer.chunks = [];
			controller.abort(new BrokenExchange('tooLarge'));
		}
		this.progress();
	}

	onResponseEnd(): void {
		clearTimeout(this.silence);
		this.answer.took = performance.now() - this.writtenAt;
		// undici reuses a connection only a turn of the event loop after its answer, to notice a server that closes it
		// without notice. Resolving earlier would open another connection for the next request.
		setImmediate(() => setImmediate(() => this.settle(this.answer)));
	}

	onResponseError(_: unknown, error: Error): void {
		const { answer, written } = this;
		this.settle(
			answer.status > 0
				? { ...answer, broken: error }
				: brokenOutcome(error, { wasWritten: written !== undefined }),
		);
	}

	private progress(): void {
		this.isSilent = false;
		if (performance.now() < this.deadline) this.silence.refresh();
		else this.timeOut();
	}

	private timeOut(): void {
		this.abandon(new BrokenExchange(this.written ? 'timeout' : 'connectTimeout'));
	}

	/** What was not written must not be sent any more. */
	private readonly stop = (): void => {
		const { stopped } = this.ends;
		if (stopped && !this.written) this.abandon(cancelled(stopped));
	};

	/** What was written may have been answered in time. */
	private readonly giveUp = (): void => {
		const { hurry } = this.ends;
		if (hurry) this.abandon(cancelled(hurry));
	};

	private abandon(error: BrokenExchange): void {
		this.abandoned = error;
		this.onResponseError(undefined, error);
		this.written?.abort(error);
	}

	private settle(result: Received | Broken): void {
		this.isSilent = false;
		clearTimeout(this.silence);
		this.ends.stopped?.removeEventListener('abort', this.stop);
		this.ends.hurry?.removeEventListener('abort', this.giveUp);
		this.resolve(result);
	}
}
