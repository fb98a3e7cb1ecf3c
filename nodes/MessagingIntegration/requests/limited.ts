import { asksToSlowDown, type Outcome, pauseAskedBy } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { Send } from '../n8n/connect';
import type { Turn } from './adaptiveRate';
import type { Clock } from './clock';
import { type Lane, LaneLimit } from './lanes';
import { longestSlowDown, Scope } from './scope';

export interface LimitOptions {
	/** Others may use the caller's slot during a wait. */
	lend: (wait: () => Promise<unknown>) => Promise<void>;
	/** The user's own limit; 0 for none. */
	requestsPerSecond: number;
	/** Whether the run has messages of several instances. */
	hasInstances: boolean;
	/** How often the service asked to slow down. */
	counts: { slowed: number };
	clock: Clock;
	signal?: AbortSignal;
}

interface Turns {
	all: Turn;
	own: Turn;
	scope: Scope;
}

interface Waiting {
	request: ServiceRequest;
	last: Outcome | undefined;
	/** Whether others have its slot. */
	isLent: boolean;
	resolve: (turns?: Turns | 'ended') => void;
}

/** At most so many requests wait without a slot for their instance. */
const mostLent = 1000;

/** A request is given up only after this long if the service names no time (ms). */
const longestUnnamed = 120_000;

/** A request is given up after at least this many refusals, if they are less likely than this to be chance. */
const fewestRefusals = 3;
const unlikely = 1e-5;
const unusual = 0.05;

class Limits {
	private readonly everybody = new Scope(4, false);
	private instances = new Map<unknown, Scope>();
	private readonly lanes = new Map<unknown, Lane>();
	private waiting: Waiting[] = [];
	private lent = 0;
	private calling = new Set<string | undefined>();
	private readonly distance: number;
	private nextAt = 0;
	private readonly laneLimit: LaneLimit;
	private timer: { at: number; stop: AbortController } | undefined;

	constructor(
		private readonly send: Send,
		private readonly options: LimitOptions,
	) {
		const { clock, requestsPerSecond } = options;
		this.laneLimit = new LaneLimit(clock.random);
		this.distance = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	}

	private instanceOf({ instanceId }: ServiceRequest): Scope {
		let scope = this.instances.get(instanceId);
		if (!scope) this.instances.set(instanceId, (scope = new Scope(6, true)));
		return scope;
	}

	private laneOf(request: ServiceRequest): Lane {
		const key = request.lane ?? request;
		let lane = this.lanes.get(key);
		if (!lane)
			this.lanes.set(
				key,
				(lane = {
					until: 0,
					refusals: 0,
					refusedSince: 0,
					hasWaited: false,
					isAsked: false,
					isOwn: false,
					before: { accepted: 0, refused: 0, others: 0 },
				}),
			);
		return lane;
	}

	async bestEffort(request: ServiceRequest): Promise<Outcome> {
		const { clock, signal } = this.options;
		const wait = Math.max(0, this.nextAt - clock.now());
		this.nextAt = clock.now() + wait + this.distance;
		if (wait > 0) await clock.sleep(wait, signal);
		return await this.send(request);
	}

	async attempt(request: ServiceRequest): Promise<Outcome> {
		let last: Outcome | undefined;
		for (;;) {
			const turns = await this.turn(request, last);
			if (turns === 'ended') {
				const pause = this.endOf(request);
				return last ?? { kind: 'break', reason: 'paused', begun: false, pause };
			}
			const outcome = await this.send(request);
			const isOver = this.note(request, turns, outcome);
			this.pump();
			if (isOver) return outcome;
			last = outcome;
			this.options.counts.slowed++;
		}
	}

	private endOf(request: ServiceRequest): number | undefined {
		return this.everybody.ended ?? this.instanceOf(request).ended;
	}

	/** ms until a request may start for the sake of its lane and instance, and of everybody. */
	private waits(request: ServiceRequest, now: number) {
		const scope = this.instanceOf(request);
		const lane = this.lanes.get(request.lane ?? request);
		return {
			lane: lane ? Math.max(0, this.laneLimit.until(lane, now) - now) : 0,
			instance: scope.wait(request.lane ?? request, now),
			everybody: Math.max(this.nextAt - now, this.everybody.wait(request.instanceId, now)),
		};
	}

	private start(request: ServiceRequest, now: number): Turns {
		this.nextAt = Math.max(this.nextAt, now) + this.distance;
		const scope = this.instanceOf(request);
		return {
			all: this.everybody.start(request.instanceId, now),
			own: scope.start(request.lane ?? request, now),
			scope,
		};
	}

	/** Waits until the request may start. */
	private async turn(request: ServiceRequest, last: Outcome | undefined): Promise<Turns | 'ended'> {
		const { clock, signal, lend } = this.options;
		for (;;) {
			signal?.throwIfAborted();
			const now = clock.now();
			const { lane, instance, everybody } = this.waits(request, now);
			const isEnded = this.endOf(request) !== undefined;
			if (!isEnded && !last && Math.max(lane, instance, everybody) <= 0)
				return this.start(request, now);
			const isOwn = last !== undefined || lane > 0 || (this.options.hasInstances && instance > 0);
			const isLent = isOwn && !request.file && (last !== undefined || this.lent < mostLent);
			let given: Turns | 'ended' | undefined;
			const wait = async () =>
				await new Promise<void>((resolve, reject) => {
					const waiting: Waiting = {
						request,
						last,
						isLent,
						resolve: (turns) => {
							given = turns;
							signal?.removeEventListener('abort', stop);
							resolve();
						},
					};
					const stop = () => {
						this.waiting = this.waiting.filter((each) => each !== waiting);
						reject(signal?.reason as Error);
					};
					signal?.addEventListener('abort', stop);
					this.waiting.push(waiting);
					this.pump();
				});
			if (isLent) {
				this.lent++;
				await lend(wait).finally(() => {
					this.lent--;
					this.calling.delete(request.instanceId);
				});
				if (given === 'ended') return given;
				const after = this.waits(request, clock.now());
				if (Math.max(after.lane, after.instance, after.everybody) <= 0)
					given = this.start(request, clock.now());
				this.pump();
				if (given) return given;
			} else {
				await wait();
				if (given) return given;
			}
		}
	}

	/** Lets the waiting requests start that may: those that were not refused before first. */
	private pump(): void {
		const now = this.options.clock.now();
		let next = Infinity;
		const left: Waiting[] = [];
		const fresh = this.waiting.filter(({ last }) => !last);
		const refused = this.waiting.filter(({ last }) => last);
		for (const each of [...fresh, ...refused]) {
			const { request } = each;
			const scope = this.instanceOf(request);
			if (this.endOf(request) !== undefined && scope.inProgress === 0) {
				each.resolve('ended');
				continue;
			}
			const { lane, instance, everybody } = this.waits(request, now);
			const wait = Math.max(lane, instance, everybody);
			if (wait > 0) {
				next = Math.min(next, wait);
				left.push(each);
			} else if (!each.isLent) each.resolve(this.start(request, now));
			else if (this.calling.has(request.instanceId)) left.push(each);
			else {
				this.calling.add(request.instanceId);
				each.resolve();
			}
		}
		this.waiting = left;
		this.wakeAt(now + next);
	}

	private wakeAt(at: number): void {
		if (at === this.timer?.at) return;
		this.timer?.stop.abort();
		this.timer = undefined;
		if (at === Infinity) return;
		const { clock } = this.options;
		const timer = { at, stop: new AbortController() };
		this.timer = timer;
		clock.sleep(Math.max(0, at - clock.now()), timer.stop.signal).then(
			() => {
				this.timer = undefined;
				this.pump();
			},
			() => undefined,
		);
	}

	/** @returns whether the outcome is final */
	private note(request: ServiceRequest, { all, own, scope }: Turns, outcome: Outcome): boolean {
		const now = this.options.clock.now();
		const key = request.lane ?? request;
		if (outcome.kind === 'break') {
			this.everybody.unanswered(all);
			scope.unanswered(own);
			return true;
		}
		if (asksToSlowDown(outcome))
			return this.refuse(request, { all, own, scope }, pauseAskedBy(outcome) ?? 0, now);
		this.everybody.accept(request.instanceId, all, now);
		scope.accept(key, own, now);
		scope.counts.accepted++;
		if (request.lane === undefined) this.lanes.delete(key);
		else this.laneLimit.accept(this.laneOf(request), own.at, !scope.isOfAll);
		return true;
	}

	private refuse(request: ServiceRequest, turns: Turns, asked: number, now: number): boolean {
		const { all, own, scope } = turns;
		const lane = this.laneOf(request);
		if (lane.refusals++ === 0) {
			lane.before = { ...scope.counts };
			lane.refusedSince = now;
		}
		scope.counts.refused++;
		const isLikely = this.lanes.size > 1 && this.laneLimit.explains(lane, own.at);
		const isOfLane = isLikely;
		const accepted = scope.counts.accepted - lane.before.accepted;
		const refused = scope.counts.refused - lane.before.refused - lane.refusals;
		if (lane.refusals === 1) scope.counts.others++;
		const others = scope.counts.others - lane.before.others - 1;
		/** How likely it is that a limit of others refused this request each time. */
		const chanceOf = (count: number) =>
			((count + 1) / (accepted + count + 2)) ** (lane.refusals - 1);
		const chance = chanceOf(refused);
		this.everybody.note(request, now, asked);
		scope.note(request, now, asked);
		const isKnown = isOfLane || chance < (asked > 0 ? 0.2 : 0.01);
		if (isKnown) {
			this.everybody.ignore(all);
			scope.ignore(own);
		}
		this.laneLimit.refuse(lane, own.at, now, asked, isOfLane);
		// The run does not wait for the end of a pause that is too long: another request shows what it is about.
		const pause = asked > longestSlowDown ? 0 : asked;
		const whose = isKnown ? 'part' : this.judge(request, turns, pause, now, lane, isLikely);
		lane.isAsked = asked > 0 || whose === 'all';
		lane.until =
			lane.isAsked || whose === 'unknown'
				? now + Math.max(asked, 50)
				: this.laneLimit.next(lane, now, scope.isOfAll ? 1000 : 60_000);
		const waited = lane.until - lane.refusedSince;
		const isHopeless =
			lane.refusals >= fewestRefusals &&
			chanceOf(others) < unlikely &&
			(asked > 0 || waited > longestUnnamed);
		return (
			asked > longestSlowDown ||
			(waited > longestSlowDown && chanceOf(others) < unusual) ||
			isHopeless ||
			scope.isOver(now, asked)
		);
	}

	private judge(
		request: ServiceRequest,
		{ all, own, scope }: Turns,
		asked: number,
		now: number,
		lane: Lane,
		isLikely: boolean,
	): 'all' | 'part' | 'unknown' {
		const key = request.lane ?? request;
		const refusal = { at: now, asked };
		const weight = lane.refusals > 1 ? 0 : 2;
		const whose = this.everybody.judge(request.instanceId, {
			...refusal,
			turn: all,
			weight: 2,
			isLikely: false,
		});
		if (whose === 'all') {
			this.instances = new Map();
			return whose;
		}
		return scope.judge(key, { ...refusal, turn: own, weight, isLikely });
	}
}

/**
 * Sends no faster than the user and the service allow. If the service asks to slow down, those wait for whom the limit
 * holds, and the request is sent again.
 */
export function limited(send: Send, options: LimitOptions): Send {
	const limits = new Limits(send, options);
	return async (request) => {
		try {
			return await (request.bestEffort ? limits.bestEffort(request) : limits.attempt(request));
		} catch {
			return { kind: 'break', reason: 'cancelled', begun: false };
		}
	};
}
