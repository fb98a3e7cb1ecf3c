// Tests: test/engine/deliveredStays.test.ts, test/engine/retries.test.ts
import * as z from 'zod/v4';

import type { Delivery, Json, Once } from './Delivery';
import type { Policy, Task, World } from './World';

/** What earlier runs of this execution did with a delivery. */
interface Kept<Why> {
	/** What it was made of when the first part went. */
	parts: string;
	/** The answers of the steps that were sent, in order; or how they were settled without being sent. */
	sent: ReadonlyArray<[answers: Json[], as?: Unsent]>;
	/** Why the step after these may have arrived. */
	doubt?: Doubt<Why> | undefined;
	/** Whether parts may have arrived that are not those of now. */
	isUnclear?: boolean | undefined;
	/** Whether nothing is left to send. */
	isComplete?: boolean | undefined;
	once?: Once | undefined;
}

/** `skipped`: another execution sent it with its key. `counted`: it was in doubt and counts as sent. */
export type Unsent = 'skipped' | 'counted';

/** One list for all of which nothing was sent: a long run has many. */
const nothing: Kept<never>['sent'] = [];

interface Doubt<Why> {
	/** The execution that left it. */
	by: string;
	/** Undefined if what was kept cannot be read. */
	why?: Why | undefined;
	about?: object | undefined;
}

/** Bytes of JSON. */
const largestSaved = 2048;
/** What is kept of a larger answer: texts up to this length, and at most so many fields. */
const short = { length: 100, fields: 20 };

const isLarge = (json: Json) => Buffer.byteLength(JSON.stringify(json)) > largestSaved;

/** An answer as it is saved. A large one keeps its short fields and its storageRef, and says so. */
function shortenedAnswer(json: Json): Json {
	if (!isLarge(json)) return json;
	const { storageRef, ...rest } = json;
	const kept = Object.entries(rest).filter(
		([, value]) =>
			typeof value === 'number' || (typeof value === 'string' && value.length <= short.length),
	);
	return {
		...(storageRef !== undefined && { storageRef }),
		...Object.fromEntries(kept.slice(0, short.fields)),
		shortened: true,
	};
}

function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const object = z.custom<object>(isObject);

/** As it is saved: what a doubt says is read by whoever knows what reasons are. */
const kept: z.ZodType<Kept<unknown>> = z.object({
	parts: z.string(),
	sent: z.array(
		z.tuple([z.array(z.custom<Json>(isObject)), z.enum(['skipped', 'counted']).optional()]),
	),
	doubt: z.object({ by: z.string(), why: z.unknown(), about: object.optional() }).optional(),
	isUnclear: z.boolean().optional(),
	isComplete: z.boolean().optional(),
	once: z.object({ key: z.string(), content: z.string() }).optional(),
});

const recordOf = <Value>(isValue: (value: unknown) => boolean) =>
	z.custom<Record<string, Value>>((all) => isObject(all) && Object.values(all).every(isValue));

const savedItem = z.object({
	/** The digest of its JSON. */
	input: z.string(),
	/** By the person who is asked; otherwise one, with an empty name. */
	by: recordOf<Kept<unknown>>((one) => kept.safeParse(one).success),
});

type SavedItem = z.output<typeof savedItem>;

/** Another version of the node, or a person, may have changed what n8n saved. What it was about may have been sent. */
const unreadable = (): SavedItem['by'] => ({
	'': { parts: '', sent: [], doubt: { by: '' }, isUnclear: true },
});

/** What n8n saves in its context of the node, with the execution. Another version of the node has another number. */
const version = 3;

const savedJournal = z.object({
	version: z.literal(version),
	/**
	 * Of the execution that saved it, and different for each of its nodes. It is kept when the entries go, so that every
	 * retry of the execution is recognised.
	 */
	id: z.string(),
	/** The execution that saved it. */
	by: z.string(),
	/** Whether n8n kept nothing of an earlier run, which may have sent something. */
	isLost: z.literal(true).optional(),
	/** Whether the keys of that run know what it sent. */
	areKeysKnown: z.literal(true).optional(),
	/** n8n's index of the pass that the entries belong to. A later pass begins an empty list. */
	pass: z.number(),
	/** By operation, because another one is another task, then by position in the input. An item is read when it is due. */
	items: recordOf<unknown>(() => true).default({}),
	references: recordOf<string>((one) => typeof one === 'string').catch({}),
});

type SavedJournal = z.output<typeof savedJournal>;

/** Stands for the number of an execution that failed before it came to the node. */
const unnumbered = '?';

/**
 * What this execution delivered or left in doubt, for "Retry On Fail" and "Retry execution", which run the whole node
 * again: what was delivered stays delivered, whatever was edited meanwhile. It changes only what it is told to note.
 */
export class Journal<Why> {
	private readonly saved: SavedJournal;
	/** As they were saved, by position. */
	private readonly items: Record<number, unknown>;
	/** By position: what is known of the item that is there in this run; null if it is another one than before. */
	private readonly read: Array<SavedItem | null | undefined> = [];
	/** By the id of a file: its reference, good for retries. */
	readonly references: Partial<Record<string, string>>;

	/** @param context n8n's context of the node, which lives as long as the execution and its retries */
	constructor(
		private readonly context: { journal?: unknown },
		private readonly task: Task,
		private readonly world: Pick<World<Why>, 'newId' | 'reasons'>,
	) {
		const { pass, operation, isStandalone } = task;
		const before = savedJournal.safeParse(context.journal).data;
		const ofPass = before?.pass === pass && !isStandalone ? before : undefined;
		this.saved = {
			version,
			...this.identity(before),
			by: task.execution,
			pass,
			items: { ...ofPass?.items },
			references: { ...ofPass?.references },
		};
		this.references = this.saved.references;
		const isReadable = before !== undefined || context.journal === undefined;
		const saved = isReadable ? (this.saved.items[operation] ?? {}) : undefined;
		this.items = isObject(saved) ? saved : Object.fromEntries(Array(task.items).fill(0).entries());
		this.saved.items[operation] = this.items;
		context.journal = this.saved;
	}

	/** What tells retries apart, and whether an earlier run is lost. An earlier pass of this execution knows both. */
	private identity(before?: SavedJournal): Pick<SavedJournal, 'id' | 'isLost' | 'areKeysKnown'> {
		const areKeysKnown = before?.areKeysKnown && { areKeysKnown: true as const };
		if (before && before.by === this.task.execution)
			return { id: before.id, ...(before.isLost && { isLost: true }), ...areKeysKnown };
		const { isTool, pass } = this.task;
		const { isLost: isLostByN8n, origin } = this.task.earlier(before?.pass === pass);
		const isLost = isLostByN8n || (isTool && before !== undefined);
		// All retries of an execution that failed before it came to this node begin with the same.
		const first = isLost || origin === undefined ? this.nextId() : `${unnumbered} ${origin}`;
		return {
			id: before?.id ?? first,
			...((isLost || before?.isLost) && { isLost: true }),
			...areKeysKnown,
		};
	}

	private otherExecution(id: string): string | undefined {
		const [execution] = id.split(' ');
		return execution === this.task.execution ? undefined : execution;
	}

	private nextId(): string {
		return `${this.task.execution} ${this.world.newId()}`;
	}

	get execution(): string {
		return this.task.execution;
	}

	get id(): string {
		return this.saved.id;
	}

	/** Whether a model calls the node. */
	get isTool(): boolean {
		return this.task.isTool;
	}

	/**
	 * Whether this is a retry that has not sent anything yet, and so does not know whether another retry of the same
	 * execution did. @property of that execution, if it has a number
	 */
	get retried(): { of?: string } | undefined {
		const of = this.otherExecution(this.saved.id);
		if (of === undefined || !this.task.isSending) return undefined;
		return of === unnumbered ? {} : { of };
	}

	/** From now on, retries of this execution are told apart from those of the one that it retries. */
	claimed(): void {
		this.saved.id = this.nextId();
	}

	/**
	 * Whether an earlier run may have sent messages of which this one knows nothing. The links of a lost question lead
	 * nowhere, and all other requests reach nobody twice.
	 */
	get isLost(): boolean {
		return this.saved.isLost === true && this.task.isSending;
	}

	private itemAt(position: number): SavedItem | undefined {
		const read = this.read[position];
		if (read !== undefined) return read ?? undefined;
		const item = position in this.items ? this.readItem(position) : null;
		this.read[position] = item;
		return item ?? undefined;
	}

	private readItem(position: number): SavedItem | null {
		const input = this.task.inputOf(position);
		const saved = savedItem.safeParse(this.items[position]).data ?? { input, by: unreadable() };
		return saved.input === input ? saved : null;
	}

	/** What was kept of a delivery; undefined if nothing was. @param who the person who is asked */
	of(item: number, who = ''): Kept<Why> | undefined {
		const { by } = this.itemAt(item) ?? {};
		const saved = by && (Object.hasOwn(by, who) ? by[who] : by['']);
		const isOldQuestion = this.task.isQuestion && this.otherExecution(this.saved.id) !== undefined;
		// The links of an earlier execution lead nowhere, so it asks again. A doubt stays one.
		if (!saved || (isOldQuestion && !saved.doubt)) return undefined;
		const { doubt, ...rest } = saved;
		if (!doubt) return rest;
		return { ...rest, doubt: { ...doubt, why: this.world.reasons.read(doubt.why) } };
	}

	/** The keys of what is known of an item. */
	keysOf(item: number): Once[] {
		return Object.values(this.itemAt(item)?.by ?? {}).flatMap(({ once }) => once ?? []);
	}

	/** Whether nothing of an item is to be sent, so that nobody needs to read it. */
	isSettled(item: number, whenUnsure: Policy['whenUnsure']): boolean {
		const known = this.of(item);
		if (!known) return false;
		const isDoubt = known.doubt !== undefined || known.isUnclear === true;
		return known.isComplete === true || (isDoubt && whenUnsure === 'fail');
	}

	/** Call after an item was read: an expression such as `{{ $json.list.reverse() }}` changes what n8n saves. */
	wasRead(position: number): void {
		const item = this.read[position];
		if (item) this.items[position] = Object.assign(item, { input: this.task.inputOf(position) });
	}

	/** The next step was sent. @param as if this run did not send it */
	sent(delivery: Delivery<Why>, answers: Json[], isComplete: boolean, as?: Unsent): void {
		if (this.task.isReading) return;
		const known = this.toChange(delivery);
		// A long run keeps many entries, and their lists are those of the output.
		const saved = answers.some(isLarge) ? answers.map(shortenedAnswer) : answers;
		// A long run keeps many: a spread would make room for 16 more.
		known.sent = known.sent.concat([as ? [saved, as] : [saved]]);
		if (known.doubt) known.doubt = undefined;
		if (known.isUnclear) known.isUnclear = undefined;
		if (isComplete) known.isComplete = true;
	}

	/** The next step may have arrived. */
	inDoubt(delivery: Delivery<Why>, why: Why, about?: object): void {
		if (this.task.isReading) return;
		const known = this.toChange(delivery);
		known.doubt = { by: this.task.execution, why: this.world.reasons.save(why), about };
		if (known.isUnclear) known.isUnclear = undefined;
	}

	/** The steps go from the first one again. Until one of them has gone, it is unclear what arrived. */
	startAgain(delivery: Delivery<Why>): void {
		if (!this.of(delivery.item, delivery.who)) return;
		const known = this.toChange(delivery);
		known.sent = nothing;
		known.parts = delivery.parts;
		known.isUnclear = true;
	}

	private toChange({ item, who = '', parts, once }: Delivery<Why>): Kept<unknown> {
		const saved = this.itemAt(item) ?? { input: this.task.inputOf(item), by: {} };
		const own = Object.hasOwn(saved.by, who) ? saved.by[who] : undefined;
		const known: Kept<unknown> = own ?? { parts, sent: nothing, ...(once && { once }) };
		// An assignment would lose a person who is called `__proto__`.
		const value = { value: known, enumerable: true, configurable: true, writable: true };
		Object.defineProperty(saved.by, who, value);
		this.read[item] = saved;
		this.items[item] = saved;
		return known;
	}

	/** Whether the keys of a run that n8n lost know what it sent, as an earlier run of this execution found. */
	get areKeysKnown(): boolean {
		return this.saved.areKeysKnown === true;
	}

	/** One of these keys was begun, so the run that n8n lost had keys. */
	keysAreKnown(): void {
		this.saved.areKeysKnown = true;
	}

	/** Whether this execution may have sent anything before: in an earlier run, one that n8n lost, or an earlier round of a loop. */
	get mayHaveSent(): boolean {
		return Object.keys(this.items).length > 0 || this.isLost || this.task.pass > 0;
	}

	/** Drops what no retry needs. */
	clear(): void {
		const { id, by, pass, isLost, areKeysKnown } = this.saved;
		this.context.journal = {
			version,
			id,
			by,
			pass,
			...(isLost && { isLost }),
			...(areKeysKnown && { areKeysKnown }),
		};
	}
}
