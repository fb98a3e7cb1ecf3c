import {
	type Begun,
	InstanceLanes,
	Lane,
	type WaitingPlace,
	type Shown,
	type Work,
} from './instanceLanes';

interface LanesOptions<Task> extends Work<Task> {
	placeOf: (task: Task) => WaitingPlace;
	/** The number of tasks in progress at the same time. */
	concurrency: number;
	/** @param isProbe whether the task is one of the few that ask an instance that accepts nothing */
	workOn: (task: Task, isProbe: boolean) => Promise<Shown>;
	/** No task begins after it aborts. */
	signal: AbortSignal;
}

/**
 * Works on tasks: several at once, those of one lane one after the other, in the order in which they were added. They
 * begin as soon as their lanes, their instances and the number in progress allow it.
 */
export class Lanes<Task> {
	private readonly instances = new Map<string, InstanceLanes<Task>>();
	private readonly lanes = new Map<unknown, Lane<Task>>();
	private inProgress = 0;
	private added = 0;
	private left = 0;
	/** Looks again at what may begin. */
	private look = () => {};
	/** What went wrong in the work itself. Tasks in progress end, and no other begins. */
	private problem: { error: unknown } | undefined;

	constructor(private readonly options: LanesOptions<Task>) {}

	/** Call for all tasks before the work begins. */
	add(task: Task): void {
		const { lane: name = task, instance: ofInstance, file } = this.options.placeOf(task);
		const queued = { task, position: this.added++, ...(file !== undefined && { file }) };
		this.left++;
		const known = this.lanes.get(name);
		if (known) return known.add(queued);
		const lane = new Lane(queued);
		this.lanes.set(name, lane);
		const instance = this.instances.get(ofInstance) ?? this.newInstance();
		this.instances.set(ofInstance, instance);
		instance.add(lane);
	}

	private newInstance(): InstanceLanes<Task> {
		const giveUp = (task: Task, retryAfter: number) => {
			this.left--;
			this.options.giveUp(task, retryAfter);
		};
		return new InstanceLanes({ ...this.options, giveUp });
	}

	/** Ends when all tasks have ended, or those in progress after the signal aborted. */
	async work(): Promise<void> {
		const { signal } = this.options;
		this.lanes.clear();
		for (const instance of this.instances.values()) instance.start();
		const look = () => this.look();
		signal.addEventListener('abort', look);
		for (;;) {
			const wait = this.begin();
			if (this.inProgress === 0 && (this.left === 0 || this.isOver)) break;
			await this.change(wait);
		}
		signal.removeEventListener('abort', look);
		if (this.problem) throw this.problem.error;
	}

	private get isOver(): boolean {
		return this.options.signal.aborted || this.problem !== undefined;
	}

	/** Waits until a task has ended, the signal aborted, or the time is over. */
	private async change(wait: number): Promise<void> {
		// An abort costs more than all else here, and hardly any task waits for a time.
		const stop = wait < Infinity ? new AbortController() : undefined;
		await new Promise<void>((resolve) => {
			this.look = resolve;
			if (stop) this.options.clock.sleep(wait, stop.signal).then(resolve, () => undefined);
		});
		stop?.abort();
	}

	private begin(): number {
		try {
			return this.beginWhatMay();
		} catch (error) {
			this.problem ??= { error };
			return Infinity;
		}
	}

	/** Begins what may begin. @returns ms until another task may; Infinity until one in progress ends */
	private beginWhatMay(): number {
		const { concurrency, clock } = this.options;
		while (!this.isOver && this.inProgress < concurrency && this.left > this.inProgress) {
			const now = clock.now();
			const { instance, wait } = this.soonest(now);
			if (wait > 0) return wait;
			const begun = instance?.begin(now);
			if (instance && begun) void this.workOn(instance, begun);
		}
		return Infinity;
	}

	/** The instance that may begin a task first, and in how many ms. Of several, that with the first task in the input. */
	private soonest(now: number): { instance?: InstanceLanes<Task>; wait: number } {
		let soonest: { instance?: InstanceLanes<Task>; wait: number } = { wait: Infinity };
		for (const instance of this.instances.values()) {
			const wait = Math.max(0, instance.wait(now));
			const position = soonest.instance?.position ?? Infinity;
			if (wait < soonest.wait || (wait === soonest.wait && instance.position < position))
				soonest = { instance, wait };
		}
		return soonest;
	}

	private async workOn(instance: InstanceLanes<Task>, begun: Begun<Task>): Promise<void> {
		this.inProgress++;
		try {
			const shown = await this.options.workOn(begun.task, begun.isProbe);
			if (typeof shown !== 'object') this.left--;
			instance.end(begun, shown);
		} catch (error) {
			this.problem ??= { error };
		}
		this.inProgress--;
		this.look();
	}
}
