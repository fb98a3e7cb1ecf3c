import { asksToSlowDown, type Outcome, pauseAskedBy } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { Send } from '../n8n/connect';
import type { Turn } from './adaptiveRate';
import type { Clock } from './clock';
import { InstanceLimit, type Lane } from './instanceLimit';

interface LimitOptions {
	/** Others may use the caller's slot during a wait. */
	lend: (wait: () => Promise<unknown>) => Promise<void>;
	/** The user's own limit; 0 for none. */
	requestsPerSecond: number;
	/** When the next request may start for its sake (ms). The accounts of a run share it. */
	next: { at: number };
	/** Whether the run has messages of several instances. */
	hasInstances: boolean;
	/** How often the service asked to slow down. */
	counts: { slowed: number };
	clock: Clock;
	/** Ends all waits. */
	signal?: AbortSignal;
}

interface Waiting {
	lane: Lane;
	/** Whether others have its slot. It needs one before it can start. */
	isLent: boolean;
	go: (turn?: Turn | 'ended') => void;
}

/** At most so many requests of an instance that were not refused wait without a slot. */
const mostLent = 100;

/** @returns when the next request may start for the user's sake */
function nextStart({ next, requestsPerSecond }: LimitOptions, now: number): number {
	const at = Math.max(next.at, now);
	next.at = at + (requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0);
	return at;
}

/** Sends the requests of an instance, those first that were not refused. */
class Instance {
	private readonly limit = new InstanceLimit();
	private readonly waiting = { fresh: new Set<Waiting>(), refused: new Set<Waiting>() };
	/** Whether a request without a slot was told to take one. */
	private isCalled = false;
	private timer: AbortController | undefined;

	constructor(
		private readonly send: Send,
		private readonly options: LimitOptions,
	) {}

	/** Sends a request until it is not refused, or given up. @throws the signal's reason if it aborts during a wait */
	async outcome(request: ServiceRequest): Promise<Outcome> {
		const { limit, options } = this;
		const lane = limit.laneOf(request.lane);
		let refusal: Outcome | undefined;
		for (;;) {
			options.signal?.throwIfAborted();
			const isAgain = refusal !== undefined;
			const turn =
				(isAgain ? undefined : this.start(lane)) ?? (await this.turn(request, lane, isAgain));
			if (turn === 'ended')
				return refusal ?? { kind: 'break', reason: 'paused', begun: false, pause: limit.ended };
			const outcome = await this.send(request);
			const at = options.clock.now();
			const isRefused = asksToSlowDown(outcome);
			const asked = (isRefused && pauseAskedBy(outcome)) || 0;
			let isFinal = true;
			if (isRefused) isFinal = limit.refuse(request, lane, { turn, at, asked, isAgain });
			else if (outcome.kind === 'answer') limit.accept(lane, turn, at);
			else limit.unanswered(turn);
			this.next();
			if (isFinal) return outcome;
			refusal = outcome;
			options.counts.slowed++;
		}
	}

	private wait(lane: Lane): number {
		const now = this.options.clock.now();
		return Math.max(this.limit.wait(lane, now), this.options.next.at - now);
	}

	/** Starts a request if it may start now. @returns `ended` if the instance is given up */
	private start(lane: Lane): Turn | 'ended' | undefined {
		if (this.wait(lane) > 0) return undefined;
		if (this.limit.ended !== undefined) return 'ended';
		const now = this.options.clock.now();
		nextStart(this.options, now);
		return this.limit.start(lane, now);
	}

	/** Waits until a request may start, and starts it. */
	private async turn({ file }: ServiceRequest, lane: Lane, isAgain: boolean) {
		const { clock, hasInstances, lend } = this.options;
		for (;;) {
			const mayLend = isAgain || hasInstances || lane.until > clock.now();
			// Items with the same file wait for its upload, so they must not get its slot.
			const isLent = mayLend && !file && (isAgain || this.waiting.fresh.size < mostLent);
			if (isLent) {
				await lend(async () => await this.call(lane, isAgain, true)).finally(
					() => (this.isCalled = false),
				);
			}
			const turn = isLent ? this.start(lane) : await this.call(lane, isAgain, false);
			this.next();
			if (turn) return turn;
		}
	}

	/** Resolves when a request is next: with its turn, or without one if it needs a slot first. */
	private async call(lane: Lane, isAgain: boolean, isLent: boolean) {
		const { signal } = this.options;
		const waiting = this.waiting[isAgain ? 'refused' : 'fresh'];
		signal?.throwIfAborted();
		return await new Promise<Turn | 'ended' | undefined>((resolve, reject) => {
			const leave = () => {
				waiting.delete(own);
				signal?.removeEventListener('abort', stop);
			};
			const stop = () => {
				leave();
				if (this.waiting.fresh.size + this.waiting.refused.size === 0) this.timer?.abort();
				reject(signal?.reason as Error);
			};
			const own: Waiting = { lane, isLent, go: (turn) => (leave(), resolve(turn)) };
			waiting.add(own);
			signal?.addEventListener('abort', stop);
			this.next();
		});
	}

	/** Lets those start that may. */
	private next(): void {
		this.timer?.abort();
		this.timer = undefined;
		let soonest = Infinity;
		for (const { lane, isLent, go } of [...this.waiting.fresh, ...this.waiting.refused]) {
			const wait = this.wait(lane);
			if (wait > 0) soonest = Math.min(soonest, wait);
			else if (!isLent) go(this.start(lane));
			else if (!this.isCalled) {
				this.isCalled = true;
				go();
			}
		}
		if (soonest === Infinity) return;
		this.timer = new AbortController();
		this.options.clock.sleep(soonest, this.timer.signal).then(
			() => this.next(),
			() => undefined,
		);
	}
}

/**
 * Sends no faster than the user and the service allow. If the service asks to slow down, those wait for whom the limit
 * holds, and the request is sent again. Answers that ask to slow down are no attempts.
 */
export function limited(send: Send, options: LimitOptions): Send {
	const { clock, signal } = options;
	const instances = new Map<unknown, Instance>();
	return async (request) => {
		const instance = instances.get(request.instanceId) ?? new Instance(send, options);
		instances.set(request.instanceId, instance);
		try {
			if (!request.bestEffort) return await instance.outcome(request);
			const now = clock.now();
			const at = nextStart(options, now);
			if (at > now) await clock.sleep(at - now, signal);
			return await send(request);
		} catch {
			// The run ended during a wait.
			return { kind: 'break', reason: 'cancelled', begun: false };
		}
	};
}
