import type { DeliveryRun, Shown } from './DeliveryRun';
import type { Counts } from './Attempts';
import { AtOnce } from './pacing/AtOnce';
import { Pacer, type Turn } from './pacing/Pacer';
import { LearnedRecipientLimit } from './pacing/LearnedRecipientLimit';
import type { Clock, Policy } from './World';

/** The deliveries to one recipient of one instance, in input order. */
class Lane<Why> extends LearnedRecipientLimit {
	private readonly queue: Array<DeliveryRun<Why> | undefined>;
	private done = 0;
	/** Whether the next delivery was refused before. */
	wasRefused = false;

	constructor(first: DeliveryRun<Why>) {
		super();
		// An empty array would make room for 17 as soon as the first is added.
		this.queue = [first];
	}

	add(run: DeliveryRun<Why>): void {
		this.queue.push(run);
	}

	get next(): DeliveryRun<Why> | undefined {
		return this.queue[this.done];
	}

	/** In the input; Infinity if nothing is left. */
	get position(): number {
		return this.next?.at ?? Infinity;
	}

	/** Goes on to the next delivery. */
	shift(): DeliveryRun<Why> | undefined {
		const { next } = this;
		this.wasRefused = false;
		// A long run holds only what has not ended.
		this.queue[this.done++] = undefined;
		return next;
	}
}

/** A step in progress. */
interface StepInProgress<Why> {
	lane: Lane<Why>;
	run: DeliveryRun<Why>;
	turn: Turn;
}

/** Inserts one so that the one with the lowest value stands last. */
function insert<One>(list: One[], one: One, valueOf: (one: One) => number): void {
	const value = valueOf(one);
	let [low, high] = [0, list.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (valueOf(list[middle] as One) > value) low = middle + 1;
		else high = middle;
	}
	list.splice(low, 0, one);
}

/**
 * The lanes of an instance. Who waits holds nothing: a step begins when its lane and its instance allow it. A
 * delivery that was refused never takes the turn of one that was not.
 */
class InstanceLanes<Why> {
	private readonly pacer: Pacer;
	/** Lanes whose next delivery may go on, by their positions in the input. The next one stands last. */
	private readonly ready: Lane<Why>[] = [];
	/** Lanes that may begin if no other one is ready: soon after their last step, or again after a refusal. */
	private readonly behind = new Set<Lane<Why>>();
	/** Lanes that wait, by the end of the wait. The next one stands last. */
	private readonly waiting: Lane<Why>[] = [];
	/** By recipient, until the work begins. */
	private readonly named = new Map<unknown, Lane<Why>>();
	private lanes = 0;
	private inProgress = 0;
	/** How many deliveries have not ended. */
	unfinished = 0;

	constructor(
		private readonly options: LanesOptions<Why>,
		atOnce: AtOnce,
		private readonly giveUpRun: (run: DeliveryRun<Why>, after: number) => void,
	) {
		const { policy, clock, counts } = options;
		this.pacer = new Pacer(policy, clock, counts, atOnce, () => this.lanes > 1);
	}

	/** Goes on to the next delivery of a lane. */
	private shift(lane: Lane<Why>): DeliveryRun<Why> | undefined {
		this.unfinished--;
		return lane.shift();
	}

	/** Adds a delivery, in the order of the input. */
	add(run: DeliveryRun<Why>): void {
		this.unfinished++;
		const name = run.delivery.lane ?? run;
		const known = this.named.get(name);
		if (known) return known.add(run);
		const lane = new Lane(run);
		this.named.set(name, lane);
		this.lanes++;
		this.ready.push(lane);
	}

	/** Call when all deliveries were added. */
	start(): void {
		this.named.clear();
		this.ready.reverse();
	}

	private queue(lane: Lane<Why>): void {
		if (!lane.next) return;
		const mayBegin = lane.until <= this.options.clock.now();
		if (!mayBegin && lane.isHeld) insert(this.waiting, lane, ({ until }) => until);
		else if (mayBegin && !lane.wasRefused) insert(this.ready, lane, ({ position }) => position);
		else this.behind.add(lane);
	}

	/** The position in the input of what begins next; Infinity if all wait. */
	get position(): number {
		const lane = this.ready.at(-1);
		if (lane) return lane.position;
		return this.behind.size > 0 ? Number.MAX_VALUE : Infinity;
	}

	/** Gives up an instance that was silent for too long. @returns ms until a step may begin; Infinity until one in progress ends */
	wait(now: number): number {
		const isBusy = this.inProgress > 0;
		if (!isBusy && this.rest(now) === 0) this.giveUpAll(now);
		for (let lane; (lane = this.waiting.at(-1)) && lane.until <= now; this.queue(lane))
			this.waiting.pop();
		const lane = this.position < Infinity ? 0 : (this.waiting.at(-1)?.until ?? Infinity) - now;
		if (lane === Infinity) return Infinity;
		const wait = Math.max(this.pacer.wait(now, isBusy), lane);
		return isBusy ? wait : Math.min(this.rest(now), wait);
	}

	/** @returns ms until all that waits is given up */
	private rest(now: number): number {
		return Math.min(this.pacer.rest(now), Math.max(0, this.options.giveUpAt() - now));
	}

	/** Begins the next step. */
	begin(now: number): StepInProgress<Why> | undefined {
		const lane = this.takeLane();
		const run = lane?.next;
		if (!lane || !run) return undefined;
		this.inProgress++;
		return { lane, run, turn: this.pacer.begin(now) };
	}

	/** Neighbours in a list often have the same limit, so others are asked from all over the list. */
	private takeLane(): Lane<Why> | undefined {
		const { ready } = this;
		if (ready.length === 0) {
			const [lane] = this.behind;
			if (lane) this.behind.delete(lane);
			return lane;
		}
		if (!this.pacer.isProbing) return ready.pop();
		return ready.splice(Math.floor(this.options.clock.random() * ready.length), 1)[0];
	}

	/** Call when a step has ended. */
	end({ lane, run, turn }: StepInProgress<Why>, shown: Shown): void {
		const now = this.options.clock.now();
		this.inProgress--;
		if (run.isDone || shown.heard === 'nothing') this.shift(lane);
		else lane.wasRefused = shown.heard === 'slowDown';
		this.pacer.end(turn, lane, shown, now, this.unfinished > 0);
		if (lane.isHopeless) {
			this.giveUpNext(lane, now);
			lane.giveUp(now);
		}
		if (shown.heard === 'busy') void shown.until.then(() => this.queue(lane));
		else this.queue(lane);
	}

	private giveUpNext(lane: Lane<Why>, now: number): void {
		this.giveUpRun(this.shift(lane) as DeliveryRun<Why>, Math.max(0, lane.until - now));
	}

	/** The lanes that have anything left, in the order of the queues. */
	private get left(): Lane<Why>[] {
		const { ready, behind, waiting } = this;
		return [...ready].reverse().concat([...behind], [...waiting].reverse());
	}

	private giveUpAll(now: number): void {
		const lanes = this.left;
		this.ready.length = this.waiting.length = 0;
		this.behind.clear();
		for (const lane of lanes) while (lane.next) this.giveUpNext(lane, now);
	}
}

interface LanesOptions<Why> {
	policy: Policy;
	clock: Clock;
	counts: Counts;
	/** When all that wait are given up, though the service may accept them later (ms). */
	giveUpAt: () => number;
	/** Call when a delivery has ended. */
	ended: (run: DeliveryRun<Why>) => void;
	/** Nothing begins after it aborts. */
	signal: AbortSignal;
}

/**
 * Carries out deliveries: several at once, those of one lane one after the other, in the order in which they were added.
 * Each step begins as soon as its lane, its instance and the number in progress allow it.
 */
export class Lanes<Why> {
	private readonly instances = new Map<string, InstanceLanes<Why>>();
	private readonly atOnce: AtOnce;
	private inProgress = 0;
	/** How many wait for other executions, which holds no place. */
	private busy = 0;
	private left = 0;
	/** Looks again at what may begin. */
	private look = () => {};

	constructor(private readonly options: LanesOptions<Why>) {
		this.atOnce = new AtOnce(options.policy.atOnce);
	}

	/** Call for all deliveries before the work begins. */
	add(run: DeliveryRun<Why>): void {
		const name = run.delivery.instance;
		this.left++;
		const instance = this.instances.get(name) ?? this.newInstance();
		this.instances.set(name, instance);
		instance.add(run);
	}

	private newInstance(): InstanceLanes<Why> {
		return new InstanceLanes(this.options, this.atOnce, (run, after) => {
			run.giveUp(after);
			this.left--;
			this.options.ended(run);
		});
	}

	/** Ends when all deliveries have ended, or those in progress after the signal aborted. */
	async work(): Promise<void> {
		const { signal } = this.options;
		for (const instance of this.instances.values()) instance.start();
		const look = () => this.look();
		signal.addEventListener('abort', look);
		for (;;) {
			const wait = this.begin();
			if (this.inProgress + this.busy === 0 && (this.left === 0 || signal.aborted)) break;
			await this.change(wait);
		}
		signal.removeEventListener('abort', look);
	}

	/** Waits until a step has ended, the signal aborted, or the time is over. */
	private async change(wait: number): Promise<void> {
		// An abort costs more than all else here, and hardly anything waits for a time.
		const stop = wait < Infinity ? new AbortController() : undefined;
		await new Promise<void>((resolve) => {
			this.look = resolve;
			if (stop) this.options.clock.sleep(wait, stop.signal).then(resolve, () => undefined);
		});
		stop?.abort();
	}

	/** Begins what may begin. @returns ms until another step may; Infinity until one in progress ends */
	private begin(): number {
		const { signal, clock } = this.options;
		while (
			!signal.aborted &&
			this.inProgress < this.atOnce.limit &&
			this.left > this.inProgress + this.busy
		) {
			const now = clock.now();
			const { instance, wait } = this.soonest(now);
			if (wait > 0) return wait;
			const begun = instance?.begin(now);
			if (instance && begun) void this.carryOut(instance, begun);
		}
		return Infinity;
	}

	/** The instance that may begin a step first, and in how many ms. Of several, that with the first item of the input. */
	private soonest(now: number): { instance?: InstanceLanes<Why>; wait: number } {
		let soonest: { instance?: InstanceLanes<Why>; wait: number } = { wait: Infinity };
		for (const instance of this.instances.values()) {
			const wait = Math.max(0, instance.wait(now));
			const position = soonest.instance?.position ?? Infinity;
			if (wait < soonest.wait || (wait === soonest.wait && instance.position < position))
				soonest = { instance, wait };
		}
		return soonest;
	}

	private async carryOut(instance: InstanceLanes<Why>, begun: StepInProgress<Why>): Promise<void> {
		this.inProgress++;
		const { run, turn } = begun;
		const shown = await run.go(turn.isProbe);
		const { isDone } = run;
		if (isDone || shown.heard === 'nothing') this.left--;
		instance.end(begun, shown);
		if (isDone) this.options.ended(run);
		this.inProgress--;
		this.look();
		if (shown.heard !== 'busy') return;
		this.busy++;
		await shown.until;
		this.busy--;
		this.look();
	}
}
