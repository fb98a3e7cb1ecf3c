import { setMaxListeners } from 'node:events';

import type { ServiceRequest } from '../api/request';
import type { Turn } from './adaptiveRate';
import type { Clock } from './clock';
import { Lane } from './lanes';
import { Scope } from './scope';

export interface TurnOptions {
	/** Others may use the caller's slot during a wait. */
	lend: (wait: () => Promise<unknown>) => Promise<void>;
	/** The user's own limit; 0 for none. */
	requestsPerSecond: number;
	/** Whether the run has messages of several instances. */
	hasInstances: boolean;
	clock: Clock;
	/** Ends all waits. */
	signal?: AbortSignal;
}

/** The turns of a request that started: for everybody, and for its instance. */
export type Started = Array<{ scope: Scope; part: unknown; turn: Turn }>;

type Given = Started | 'ended' | undefined;

interface Waiting {
	request: ServiceRequest;
	/** Whether others have its slot. It needs one before it can start. */
	isLent: boolean;
	go: (given: Given) => void;
}

/** At most so many requests that were not refused wait without a slot. */
const mostLent = 1000;

/** Decides which request of an account is next. */
export class Turns {
	readonly everybody = new Scope(2, false);
	private instances = new Map<unknown, Scope>();
	readonly lanes = new Map<unknown, Lane>();
	/** Those that were not refused go first. */
	private readonly waiting = { fresh: new Set<Waiting>(), refused: new Set<Waiting>() };
	/** Instances whose next request was told to take a slot. */
	private readonly called = new Set<unknown>();
	private lent = 0;
	private nextAt = 0;
	private timer: AbortController | undefined;

	constructor(private readonly options: TurnOptions) {
		// Each request that waits listens to it. Node.js would warn of a leak.
		if (options.signal) setMaxListeners(0, options.signal);
	}

	instanceOf({ instanceId }: ServiceRequest): Scope {
		const known = this.instances.get(instanceId) ?? new Scope(3, true);
		this.instances.set(instanceId, known);
		return known;
	}

	laneOf(request: ServiceRequest): Lane {
		const key = request.lane ?? request;
		const known = this.lanes.get(key) ?? new Lane();
		this.lanes.set(key, known);
		return known;
	}

	/** What was taken for limits of instances was one of everybody. */
	forgetInstances(): void {
		this.instances = new Map();
	}

	/** The pause that the service asked for (ms) before it was given up; undefined if it was not. */
	pauseAtEnd(request: ServiceRequest): number | undefined {
		return this.everybody.ended ?? this.instanceOf(request).ended;
	}

	/** Waits until the user's limit allows a request that ignores those of the service. @throws the signal's reason */
	async passPauses(): Promise<void> {
		const { clock, signal } = this.options;
		const now = clock.now();
		const at = this.nextStart(now);
		if (at > now) await clock.sleep(at - now, signal);
	}

	/** @returns when the next request may start for the user's sake */
	private nextStart(now: number): number {
		const at = Math.max(this.nextAt, now);
		const { requestsPerSecond } = this.options;
		this.nextAt = at + (requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0);
		return at;
	}

	/**
	 * Waits until a request may start.
	 * @param isRefused whether the service refused it before
	 * @returns its turns; `ended` if the service is given up
	 * @throws the signal's reason if it aborts first
	 */
	async take(request: ServiceRequest, isRefused: boolean): Promise<Started | 'ended'> {
		for (;;) {
			this.options.signal?.throwIfAborted();
			const given = isRefused ? undefined : this.start(request);
			if (given) return given;
			const { hasInstances } = this.options;
			const waitsAlone = this.ownWait(request, hasInstances) > 0 && this.lent < mostLent;
			// Items with the same file wait for its upload, so they must not get its slot.
			const isLent = !request.file && (isRefused || waitsAlone);
			const got = await (isLent
				? this.withoutSlot(request, isRefused)
				: this.turn(request, isRefused, false));
			if (got) return got;
		}
	}

	private async withoutSlot(request: ServiceRequest, isRefused: boolean): Promise<Given> {
		this.lent++;
		try {
			await this.options.lend(async () => await this.turn(request, isRefused, true));
		} finally {
			this.lent--;
			this.called.delete(request.instanceId);
		}
		const given = this.start(request);
		this.next();
		return given;
	}

	private async turn(request: ServiceRequest, isRefused: boolean, isLent: boolean): Promise<Given> {
		const { signal } = this.options;
		const waiting = this.waiting[isRefused ? 'refused' : 'fresh'];
		return await new Promise((resolve, reject) => {
			const leave = () => {
				waiting.delete(own);
				signal?.removeEventListener('abort', stop);
			};
			const stop = () => {
				leave();
				this.next();
				reject(signal?.reason as Error);
			};
			const own: Waiting = { request, isLent, go: (given) => (leave(), resolve(given)) };
			waiting.add(own);
			signal?.addEventListener('abort', stop);
			this.next();
		});
	}

	/** ms until the request may start for the sake of its lane, and of its instance. */
	private ownWait(request: ServiceRequest, withInstance: boolean): number {
		const now = this.options.clock.now();
		const key = request.lane ?? request;
		const lane = (this.lanes.get(key)?.until ?? 0) - now;
		return withInstance ? Math.max(lane, this.instanceOf(request).wait(key, now)) : lane;
	}

	private wait(request: ServiceRequest): number {
		// If the service is given up, it may still accept a request that is in progress.
		if (this.pauseAtEnd(request) !== undefined)
			return this.instanceOf(request).inProgress > 0 ? Infinity : 0;
		const now = this.options.clock.now();
		const forAll = this.everybody.wait(request.instanceId, now);
		return Math.max(this.ownWait(request, true), forAll, this.nextAt - now);
	}

	/** Starts a request if it may start now. */
	private start(request: ServiceRequest): Given {
		if (this.wait(request) > 0) return undefined;
		if (this.pauseAtEnd(request) !== undefined) return 'ended';
		const now = this.options.clock.now();
		this.nextStart(now);
		const parts: Array<[Scope, unknown]> = [
			[this.everybody, request.instanceId],
			[this.instanceOf(request), request.lane ?? request],
		];
		return parts.map(([scope, part]) => ({ scope, part, turn: scope.start(part, now) }));
	}

	/** Lets those start that may. Call after each answer. */
	next(): void {
		this.timer?.abort();
		this.timer = undefined;
		let soonest = Infinity;
		for (const { request, isLent, go } of [...this.waiting.fresh, ...this.waiting.refused]) {
			const wait = this.wait(request);
			if (wait > 0) soonest = Math.min(soonest, wait);
			else if (!isLent) go(this.start(request));
			else if (!this.called.has(request.instanceId)) {
				this.called.add(request.instanceId);
				go(undefined);
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
