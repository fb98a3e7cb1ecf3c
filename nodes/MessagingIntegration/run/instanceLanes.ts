import type { Slowed } from '../service/ending';
import type { Clock } from '../requests/clock';
import { InstanceLimit } from '../requests/instanceLimit';
import { RecipientLimit, givenUpAfter } from '../requests/recipientLimit';
import { MessagesPerMinute } from '../requests/messagesPerMinute';
import type { Start } from '../requests/probing';

/** Where a task waits. */
export interface WaitingPlace {
	/** The instance whose limit holds. */
	instance: string;
	/** Tasks of one lane are done one after the other, in input order. A task without a lane waits for no other. */
	lane?: string | number;
	/** The file that the task uploads, if nobody has. Only one task at a time uploads it. */
	file?: string;
}

/**
 * What the work on a task showed. `answered`: the service did not ask to slow down; `unsent`: no message was sent. After a
 * refusal the task begins again later.
 */
export type Shown = 'answered' | 'unanswered' | 'unsent' | Pick<Slowed, 'retryAfter' | 'isFile'>;

export interface Work<Task> {
	isUploaded: (task: Task, file: string) => boolean;
	/** How many messages of an instance may begin in a minute; no limit if it is missing. */
	messagesPerMinute?: number;
	/** When the service answered, if that was before the work on the task ended: keys and the journal take time (ms). */
	answeredAt?: (task: Task) => number | undefined;
	/** The pause between two tasks of an instance, which are then done one after the other (ms). */
	pause?: () => number;
	/** Ends a task that was refused for too long, or whose instance was. @param retryAfter how long the service wants none (ms) */
	giveUp: (task: Task, retryAfter: number) => void;
	/** When all tasks that wait are given up, though the service may accept them later (ms). */
	giveUpAt?: () => number;
	clock: Clock;
}

interface Queued<Task> {
	task: Task;
	/** In the input. */
	position: number;
	file?: string;
}

/** The tasks for one recipient of one instance, in input order. */
export class Lane<Task> extends RecipientLimit {
	private readonly tasks: Array<Queued<Task>>;
	private done = 0;
	/** Whether the next task was refused before. */
	isAgain = false;

	constructor(first: Queued<Task>) {
		super();
		// An empty array would make room for 17 as soon as the first is added.
		this.tasks = [first];
	}

	add(task: Queued<Task>): void {
		this.tasks.push(task);
	}

	get next(): Queued<Task> | undefined {
		return this.tasks[this.done];
	}

	/** Goes on to the next task. */
	shift(): Task | undefined {
		this.isAgain = false;
		return this.tasks[this.done++]?.task;
	}
}

/** A file that some tasks upload. */
class WaitedFile<Task> {
	/** When the service may be asked to take it (ms). */
	until = 0;
	isBusy = false;
	/** The lanes that wait for the end of an upload. */
	readonly lanes: Array<Lane<Task>> = [];
}

/** A task in progress. */
export interface Begun<Task> {
	lane: Lane<Task>;
	task: Task;
	start: Start;
	/** When it began (ms). */
	at: number;
	/** Whether it is one of the few that ask an instance that accepts nothing. */
	isProbe: boolean;
	/** The file that it uploads. */
	file?: WaitedFile<Task>;
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

const positionOf = <Task>({ next }: Lane<Task>) => next?.position ?? Infinity;

/**
 * The lanes of an instance. Who waits holds nothing: a task begins when its lane, its file and its instance allow it. A
 * task that was refused never takes the turn of one that was not.
 */
export class InstanceLanes<Task> {
	private readonly limit: InstanceLimit;
	private readonly pace: MessagesPerMinute;
	/** Lanes whose next task may begin, by their positions in the input. The next one stands last. */
	private readonly ready: Array<Lane<Task>> = [];
	/** Lanes that may begin if no other one is ready: soon after their last task, or again after a refusal. */
	private readonly behind = new Set<Lane<Task>>();
	/** Lanes that wait, by the end of the wait. The next one stands last. */
	private readonly waiting: Array<Lane<Task>> = [];
	private readonly files = new Map<string, WaitedFile<Task>>();
	private lanes = 0;
	private inProgress = 0;
	/** When the pause ends that the user wants between two tasks (ms). */
	private pausedUntil = 0;

	constructor(private readonly work: Work<Task>) {
		this.limit = new InstanceLimit(work.clock, () => this.lanes > 1);
		this.pace = new MessagesPerMinute(work.messagesPerMinute);
	}

	/** Adds a lane that may begin, in the order of the input. */
	add(lane: Lane<Task>): void {
		this.lanes++;
		this.ready.push(lane);
	}

	/** Call when all lanes were added. */
	start(): void {
		this.ready.reverse();
	}

	private queue(lane: Lane<Task>): void {
		if (!lane.next) return;
		const mayBegin = lane.until <= this.work.clock.now();
		if (!mayBegin && lane.isHeld) insert(this.waiting, lane, ({ until }) => until);
		else if (mayBegin && !lane.isAgain) insert(this.ready, lane, positionOf);
		else this.behind.add(lane);
	}

	/** The position in the input of the task that begins next; Infinity if all wait. */
	get position(): number {
		const lane = this.ready.at(-1);
		if (lane) return positionOf(lane);
		return this.behind.size > 0 ? Number.MAX_VALUE : Infinity;
	}

	/** Gives up what was refused for too long. @returns ms until a task may begin; Infinity until one in progress ends */
	wait(now: number): number {
		if (this.inProgress === 0) this.giveUp(now);
		for (let lane; (lane = this.waiting.at(-1)) && lane.until <= now; this.queue(lane))
			this.waiting.pop();
		const lane = this.position < Infinity ? 0 : (this.waiting.at(-1)?.until ?? Infinity) - now;
		if (lane === Infinity) return Infinity;
		const wait = Math.max(this.limit.wait(now), this.pace.wait(now), lane);
		if (this.inProgress > 0) return this.work.pause ? Infinity : wait;
		return Math.min(this.rest(now), Math.max(wait, this.pausedUntil - now));
	}

	/** @returns ms until all that waits is given up */
	private rest(now: number): number {
		const { giveUpAt = () => Infinity } = this.work;
		return Math.min(this.limit.rest(now), Math.max(0, giveUpAt() - now));
	}

	/** Begins the next task. @returns undefined if all wait for files */
	begin(now: number): Begun<Task> | undefined {
		for (let lane; (lane = this.takeLane()); ) {
			const file = this.fileOf(lane);
			if (!file?.isBusy && (file?.until ?? 0) <= now) {
				if (file) file.isBusy = true;
				this.inProgress++;
				const { isProbing: isProbe } = this.limit;
				const task = lane.next?.task as Task;
				this.pace.begin(now);
				return { lane, task, at: now, isProbe, start: this.limit.start(now), file };
			}
			if (file?.isBusy) file.lanes.push(lane);
			else this.waitForFile(lane, file?.until ?? 0, now);
		}
		return undefined;
	}

	private waitForFile(lane: Lane<Task>, until: number, now: number): void {
		if (until - now > givenUpAfter) this.work.giveUp(lane.shift() as Task, until - now);
		else lane.holdUntil(until);
		this.queue(lane);
	}

	/** The file that the next task of a lane has to upload. */
	private fileOf({ next }: Lane<Task>): WaitedFile<Task> | undefined {
		const name = next?.file;
		if (!next || name === undefined || this.work.isUploaded(next.task, name)) return undefined;
		const file = this.files.get(name) ?? new WaitedFile<Task>();
		this.files.set(name, file);
		return file;
	}

	/** Neighbours in a list often have the same limit, so others are asked from all over the list. */
	private takeLane(): Lane<Task> | undefined {
		const { ready } = this;
		if (ready.length === 0) {
			const [lane] = this.behind;
			if (lane) this.behind.delete(lane);
			return lane;
		}
		if (!this.limit.isProbing) return ready.pop();
		return ready.splice(Math.floor(this.work.clock.random() * ready.length), 1)[0];
	}

	/** Call when the work on a task has ended. */
	end({ lane, task, at: begun, start, file }: Begun<Task>, shown: Shown): void {
		const now = this.work.clock.now();
		const at = this.work.answeredAt?.(task) ?? now;
		this.inProgress--;
		if (typeof shown !== 'object') lane.shift();
		let settled: RecipientLimit[] = [];
		if (shown === 'answered') settled = this.limit.accept(lane, start, at);
		else if (shown === 'unanswered') settled = this.limit.unanswered(start);
		else if (shown === 'unsent') {
			this.limit.unsent(start);
			this.pace.unsent(begun);
		} else {
			lane.isAgain = true;
			settled = this.limit.refuse(lane, { start, at, retryAfter: shown.retryAfter });
			if (file && shown.isFile) file.until = lane.until;
		}
		this.queue(lane);
		if (file) file.isBusy = false;
		for (const each of file?.lanes.splice(0).reverse() ?? []) this.queue(each);
		for (const each of settled) this.requeue(each as Lane<Task>, now);
		const isSent = shown === 'answered' || shown === 'unanswered';
		const isLeft = this.ready.length + this.behind.size + this.waiting.length > 0;
		if (this.work.pause && isSent && isLeft) this.pausedUntil = now + this.work.pause();
	}

	/** Queues a lane again when it is known whose limit it met. */
	private requeue(lane: Lane<Task>, now: number): void {
		const at = this.waiting.indexOf(lane);
		if (at < 0) return;
		this.waiting.splice(at, 1);
		if (lane.isHopeless) {
			this.work.giveUp(lane.shift() as Task, lane.until - now);
			lane.giveUp(now);
		}
		this.queue(lane);
	}

	private giveUp(now: number): void {
		if (this.rest(now) === 0) this.giveUpAll(now);
		for (let lane; this.position === Infinity && (lane = this.waiting.at(-1))?.isHopeless; )
			this.requeue(lane, now);
	}

	/** The lanes that have anything left, in the order of the queues. */
	private get left(): Array<Lane<Task>> {
		const { ready, behind, waiting } = this;
		return [...ready].reverse().concat([...behind], [...waiting].reverse());
	}

	private giveUpAll(now: number): void {
		const lanes = this.left;
		this.ready.length = this.waiting.length = 0;
		this.behind.clear();
		for (const lane of lanes)
			while (lane.next) this.work.giveUp(lane.shift() as Task, Math.max(0, lane.until - now));
	}
}
