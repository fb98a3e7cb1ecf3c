import { asksToSlowDown, type Outcome, pauseAskedBy } from '../api/outcome';
import type { ServiceRequest } from '../api/request';
import type { Send } from '../n8n/connect';
import { LaneLimit } from './lanes';
import { longestSlowDown } from './scope';
import { type Started, type TurnOptions, Turns } from './turns';

/** If a limit of others refuses a request as often with less than this probability, the limit is its own. */
const unusual = { named: 0.1, unnamed: 0.01 };
const unlikely = 1e-5;

export interface LimitOptions extends TurnOptions {
	/** How often the service asked to slow down. */
	counts: { slowed: number };
}

class Limits {
	private readonly laneLimit = new LaneLimit();
	private readonly turns: Turns;

	constructor(
		private readonly send: Send,
		private readonly options: LimitOptions,
	) {
		this.turns = new Turns(options);
	}

	async outcome(request: ServiceRequest): Promise<Outcome> {
		if (request.bestEffort) {
			await this.turns.passPauses();
			return await this.send(request);
		}
		let refusal: Outcome | undefined;
		for (;;) {
			const started = await this.turns.take(request, refusal !== undefined);
			if (started === 'ended') {
				const pause = this.turns.pauseAtEnd(request);
				return refusal ?? { kind: 'break', reason: 'paused', begun: false, pause };
			}
			const outcome = await this.send(request);
			const isRefused = asksToSlowDown(outcome);
			const isFinal = isRefused
				? this.refuse(request, started, pauseAskedBy(outcome) ?? 0)
				: this.settle(request, started, outcome);
			this.turns.next();
			if (isFinal) return outcome;
			refusal = outcome;
			this.options.counts.slowed++;
		}
	}

	private settle(request: ServiceRequest, started: Started, outcome: Outcome): true {
		const now = this.options.clock.now();
		const isAnswered = outcome.kind === 'answer';
		for (const { scope, part, turn } of started)
			if (isAnswered) scope.accept(part, turn, now);
			else scope.unanswered(turn);
		if (request.lane === undefined) this.turns.lanes.delete(request);
		else if (isAnswered) {
			const mayPace = !this.turns.instanceOf(request).isOfAll;
			this.laneLimit.accept(this.turns.laneOf(request), started[0]?.turn.at ?? now, mayPace);
		}
		return true;
	}

	/** @returns whether the request is given up */
	private refuse(request: ServiceRequest, started: Started, asked: number): boolean {
		const now = this.options.clock.now();
		const { counts } = this.turns.instanceOf(request);
		const lane = this.turns.laneOf(request);
		if (lane.refusals++ === 0) {
			lane.before = { ...counts };
			lane.refusedSince = now;
			counts.lanes++;
		}
		const isOver = started.map(({ scope }) => scope.refuse(request, now, asked)).some(Boolean);
		const accepted = counts.accepted - lane.before.accepted;
		/** How likely it is that a limit of others refused this request each time. */
		const chance = (others: number) =>
			((others + 1) / (accepted + others + 2)) ** (lane.refusals - 1);
		const isAlone =
			chance(counts.refused - lane.before.refused - lane.refusals) <
			(asked > 0 ? unusual.named : unusual.unnamed);
		const at = started[0]?.turn.at ?? now;
		lane.isOwn = this.turns.lanes.size > 1 && this.laneLimit.explains(lane, at);
		if (lane.isOwn) this.laneLimit.refuse(lane, now, asked);
		const isOfPart = lane.isOwn || isAlone;
		if (isOfPart) for (const { scope, turn } of started) scope.ignore(turn);
		const whose = isOfPart ? 'part' : this.judge(started, now, asked, lane.refusals > 1);
		const isNamed = asked > 0 || whose === 'all';
		lane.until = isNamed ? now + asked : this.laneLimit.next(lane, now);
		if (!isNamed && whose === 'unclear') lane.until = now;
		const byChance = chance(counts.lanes - lane.before.lanes - 1);
		const waited = lane.until - lane.refusedSince;
		const isHopeless = byChance < unusual.named && waited > longestSlowDown;
		return isOver || isHopeless || (asked > 0 && byChance < unlikely) || asked > longestSlowDown;
	}

	private judge(started: Started, now: number, asked: number, isAgain: boolean) {
		// The run does not wait for the end of a pause that is too long: another request shows what it is about.
		const pause = asked > longestSlowDown ? 0 : asked;
		for (const { scope, part, turn } of started) {
			const isInstance = scope !== this.turns.everybody;
			const whose = scope.judge(part, { turn, at: now, asked: pause }, isAgain && isInstance);
			if (whose === 'all' && !isInstance) this.turns.forgetInstances();
			if (whose === 'all' || isInstance) return whose;
		}
		return 'unclear';
	}
}

/**
 * Sends no faster than the user and the service allow. If the service asks to slow down, those wait for whom the limit
 * holds, and the request is sent again. Answers that ask to slow down are no attempts.
 */
export function limited(send: Send, options: LimitOptions): Send {
	const limits = new Limits(send, options);
	return async (request) => {
		try {
			return await limits.outcome(request);
		} catch {
			// The run ended during a wait.
			return { kind: 'break', reason: 'cancelled', begun: false };
		}
	};
}
