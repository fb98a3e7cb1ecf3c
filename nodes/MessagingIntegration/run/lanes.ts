import {
	type Begun,
	type Ended,
	InstanceLanes,
	Lane,
	type Place,
	type Work,
} from './instanceLanes';

interface LanesOptions<Task> extends Work<Task> {
	placeOf: (task: Task) => Place;
	/** The number of tasks in progress at the same time. */
	concurrency: number;
	workOn: (task: Task) => Promise<Ended>;
	/** No task begins after it aborts. */
	signal: AbortSignal;
}

/** Begins tasks as soon as their lanes, their instances and the number in progress allow it. */
class Lanes<Task> {
	private readonly instances = new Map<string, InstanceLanes<Task>>();
	private inProgress = 0;
	private left: number;
	private timer: { at: number; stop: AbortController } | undefined;
	private finish = () => {};
	/** What went wrong in the work itself. Tasks in progress end, and no other begins. */
	private problem: { error: unknown } | undefined;

	constructor(
		tasks: Task[],
		private readonly options: LanesOptions<Task>,
	) {
		this.left = tasks.length;
		const giveUp = (task: Task, asked: number) => {
			this.left--;
			options.giveUp(task, asked);
		};
		const lanes = new Map<unknown, { lane: Lane<Task>; instance: InstanceLanes<Task> }>();
		for (const [position, task] of tasks.entries()) {
			const { lane: name = task, instance: ofInstance, file } = options.placeOf(task);
			const instance = this.instances.get(ofInstance) ?? new InstanceLanes({ ...options, giveUp });
			this.instances.set(ofInstance, instance);
			const known = lanes.get(name) ?? { lane: new Lane<Task>(), instance };
			lanes.set(name, known);
			known.lane.add({ task, position, ...(file !== undefined && { file }) });
		}
		for (const { lane, instance } of [...lanes.values()].reverse()) instance.add(lane);
	}

	async work(): Promise<void> {
		const { signal } = this.options;
		const next = () => this.next();
		signal.addEventListener('abort', next);
		await new Promise<void>((resolve) => {
			this.finish = resolve;
			this.next();
		});
		this.timer?.stop.abort();
		signal.removeEventListener('abort', next);
		if (this.problem) throw this.problem.error;
	}

	private get isOver(): boolean {
		return this.options.signal.aborted || this.problem !== undefined;
	}

	private next(): void {
		try {
			this.beginWhatMay();
		} catch (error) {
			this.problem ??= { error };
		}
		if (this.inProgress === 0 && (this.left === 0 || this.isOver)) this.finish();
	}

	/** Begins what may begin, and looks again when the next wait ends. */
	private beginWhatMay(): void {
		const { concurrency, clock } = this.options;
		while (!this.isOver && this.inProgress < concurrency && this.left > this.inProgress) {
			const now = clock.now();
			for (const instance of this.instances.values()) instance.giveUp(now);
			const { instance, wait } = this.soonest(now);
			if (wait > 0) {
				if (wait < Infinity) this.wakeAt(now + wait);
				break;
			}
			const begun = instance?.begin(now);
			if (instance && begun) void this.workOn(instance, begun);
		}
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

	private wakeAt(at: number): void {
		if (this.timer && this.timer.at <= at) return;
		this.timer?.stop.abort();
		const timer = { at, stop: new AbortController() };
		this.timer = timer;
		const { clock } = this.options;
		clock.sleep(at - clock.now(), timer.stop.signal).then(
			() => {
				this.timer = undefined;
				this.next();
			},
			() => undefined,
		);
	}

	private async workOn(instance: InstanceLanes<Task>, begun: Begun<Task>): Promise<void> {
		this.inProgress++;
		try {
			const ended = await this.options.workOn(begun.task);
			if (typeof ended !== 'object') this.left--;
			instance.end(begun, ended);
		} catch (error) {
			this.problem ??= { error };
		}
		this.inProgress--;
		this.next();
	}
}

/** Works on all tasks: several at once, those of one lane one after the other, in input order. */
export async function inLanes<Task>(tasks: Task[], options: LanesOptions<Task>): Promise<void> {
	await new Lanes(tasks, options).work();
}
