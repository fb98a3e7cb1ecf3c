import { randomBytes } from 'node:crypto';

import type { INodeExecutionData } from 'n8n-workflow';
import * as z from 'zod/v4';

import { isObject, type Json } from '../service/answer';
import { failed, type Failed, stopped } from '../service/ending';
import { isReason } from '../service/words';
import type { EarlierRun } from '../n8n/earlierRun';
import { isWithoutDatabase } from '../n8n/errors';
import { type Markers, ofRetries } from '../n8n/deduplicationTable';
import { inputDigest, type Once } from './digests';

/** Bytes of JSON. */
const largestSaved = 2048;
/** What is kept of a larger one: texts up to this length, and at most so many fields. */
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

/** A message that may have arrived, and what a retry says about it. */
export interface Doubt {
	/** Undefined if what was kept cannot be read. */
	failure?: Failed;
	names?: { to?: string; fileName?: string };
	/** One of several files or messages of the item, and how many there were. */
	file?: { name: string; noun?: 'file' | 'message'; count?: number };
}

/** As little as a retry needs: no words of others, which may be about people. */
function asSaved(entry: Entry): Entry {
	if ('sent' in entry) {
		// A long run keeps many entries, and their lists are those of the output.
		return entry.sent.some(isLarge) ? { ...entry, sent: entry.sent.map(shortenedAnswer) } : entry;
	}
	const { failure, ...doubt } = entry.unsure;
	if (!failure) return entry;
	const { reason, facts, delivery, origin } = failure;
	const kept = { ...facts, said: undefined } as never;
	return { ...entry, unsure: { ...doubt, failure: failed(reason, kept, delivery, origin) } };
}

/** What became of one part of an item. `once`: so that no other message gets its Send Once Key later. */
export type Entry = ({ sent: Json[] } | { unsure: Doubt }) & { once?: Once };

const recordOf = <Value>(isValue: (value: unknown) => boolean) =>
	z.custom<Record<string, Value>>((all) => isObject(all) && Object.values(all).every(isValue));

const text = z.string().optional();
const noun = z.enum(['file', 'message']).optional();
const once = z.object({ key: z.string(), content: z.string() }).optional();
const doubt = z.object({
	failure: z.custom<Failed>(
		(one) => isObject(one) && isReason(one.reason) && isObject(one.facts) && one.state === 'failed',
	),
	names: z.object({ to: text, fileName: text }).optional(),
	file: z.object({ name: z.string(), noun, count: z.number().optional() }).optional(),
});
const entry: z.ZodType<Entry> = z.union([
	z.object({ sent: z.array(z.custom<Json>(isObject)), once }),
	z.object({ unsure: doubt, once }),
]);

/** What was delivered of an item, or left in doubt. */
const savedItem = z.object({
	/** The digest of its JSON. */
	input: z.string(),
	isComplete: z.boolean().optional(),
	/** By the name of the part: the field of a file, a person who was asked, or an empty text. */
	parts: recordOf<Entry>((one) => entry.safeParse(one).success),
});

type SavedItem = z.output<typeof savedItem>;

/** Another version of the node, or a person, may have changed what n8n saved. What it was about may have been sent. */
const unreadable: Entry = { unsure: {} };

/** As n8n saves it in its context of the node, with the execution. */
const savedJournal = z.object({
	/**
	 * Of the execution that saved it, and different for each of its nodes. It is kept when the entries go, so that every
	 * retry of the execution is recognised.
	 */
	id: z.string(),
	/** Whether n8n kept nothing of an earlier run, which may have sent something. */
	isLost: z.literal(true).optional(),
	/** n8n's index of the pass that the entries belong to. A later pass begins an empty list. */
	run: z.number(),
	/** By operation, because another one is another task, then by position in the input. An item is read when it is due. */
	items: recordOf<unknown>(() => true).default({}),
	storageRefs: recordOf<string>((one) => typeof one === 'string').catch({}),
});

type SavedJournal = z.output<typeof savedJournal>;

/** What a run works on. */
interface Task {
	/** n8n's id of the execution. A retry of an execution has another one. */
	execution: string;
	/** The index of the pass. */
	run: number;
	operation: string;
	/** Whether an AI agent runs it: if the agent is retried, it runs anew, and its model may choose other words. */
	isTool: boolean;
	/** Whether its runs have no order: two that start together can have the same index, so none continues another. */
	isStandalone: boolean;
	/** Whether it sends messages, which must not arrive twice. */
	isSending: boolean;
	/** Whether the parts are people who are asked: the links of an earlier execution lead nowhere, so it asks again. */
	isQuestion: boolean;
	/** The input. */
	items: INodeExecutionData[];
	/**
	 * What n8n kept of the execution that this one retries. Takes as long as the execution has runs.
	 * @param isKept whether the journal of this pass is there
	 */
	earlier: (isKept: boolean) => EarlierRun;
}

/** Stands for the number of an execution that failed before it came to the node. */
const unnumbered = '?';

/**
 * What this execution delivered or left in doubt, for "Retry On Fail" and "Retry execution", which run the whole node
 * again: what was delivered stays delivered, whatever was edited meanwhile.
 */
export class Journal {
	private readonly saved: SavedJournal;
	/** As they were saved, by position. */
	private readonly items: Record<number, unknown>;
	/** By position: what is known of the item that is there in this run. */
	private readonly known = new Map<number, SavedItem>();
	/** By file digest: the storageRefs of uploads. */
	readonly storageRefs: Partial<Record<string, string>>;
	private claimed: Promise<Failed | undefined> | undefined;

	/** @param context n8n's `getContext('node')`, which lives as long as the execution and its retries */
	constructor(
		private readonly context: { journal?: unknown },
		private readonly task: Task,
	) {
		const { run, operation, items, isStandalone } = task;
		const before = savedJournal.safeParse(context.journal).data;
		const ofPass = before?.run === run && !isStandalone ? before : undefined;
		this.saved = {
			...this.identity(before),
			run,
			items: { ...ofPass?.items },
			storageRefs: { ...ofPass?.storageRefs },
		};
		this.storageRefs = this.saved.storageRefs;
		const isReadable = before !== undefined || context.journal === undefined;
		const saved = isReadable ? (this.saved.items[operation] ?? {}) : undefined;
		this.items = isObject(saved) ? saved : { ...items.map(() => null) };
		this.saved.items[operation] = this.items;
		context.journal = this.saved;
	}

	/** The id of the execution that this one retries; undefined if it is no retry, or has sent something before. */
	private get retried(): string | undefined {
		return this.otherExecution(this.saved.id);
	}

	private otherExecution(id: string): string | undefined {
		const [execution] = id.split(' ');
		return execution === this.task.execution ? undefined : execution;
	}

	/** What tells retries apart, and whether an earlier run is lost. An earlier pass of this execution knows both. */
	private identity(before?: SavedJournal): Pick<SavedJournal, 'id' | 'isLost'> {
		if (before && this.otherExecution(before.id) === undefined) return before;
		const { isTool, run } = this.task;
		const { isLost: isLostByN8n, origin } = this.task.earlier(before?.run === run);
		const isLost = isLostByN8n || (isTool && before !== undefined);
		// All retries of an execution that failed before it came to this node begin with the same.
		const first =
			isLost || origin === undefined ? this.newId() : `${unnumbered} ${inputDigest(origin)}`;
		return { id: before?.id ?? first, ...((isLost || before?.isLost) && { isLost: true }) };
	}

	/**
	 * Whether an earlier run may have sent messages of which this one knows nothing. The links of a lost question lead
	 * nowhere, and all other requests reach nobody twice.
	 */
	get isLost(): boolean {
		return this.saved.isLost === true && this.task.isSending;
	}

	/** Whether it is a retry that did not find out yet whether another retry sends instead. */
	get isUnclaimed(): boolean {
		return this.retried !== undefined && this.task.isSending;
	}

	/**
	 * Call before each request of a retry: of several retries of an execution, only the first that sends something may
	 * send. The others save the same id, so that this also holds for their later passes and their own retries.
	 * @param onlyLooks for a dry run: another retry may still be the first
	 * @returns undefined unless another retry was first, or n8n's database fails
	 */
	async claim(markers: Markers, signal: AbortSignal, onlyLooks: boolean) {
		this.claimed ??= this.claimNow(markers, signal, onlyLooks);
		return await this.claimed;
	}

	private async claimNow(markers: Markers, signal: AbortSignal, onlyLooks: boolean) {
		const { retried } = this;
		if (retried === undefined) return undefined;
		const name = ofRetries + this.saved.id;
		const isFree = async () => (await markers.count(name, signal)) === 0;
		const answer = onlyLooks ? isFree() : markers.create(name, undefined, signal);
		const isFirst = await answer.catch((error: Error) => {
			if (isWithoutDatabase(error)) return true;
			if (signal?.aborted) return stopped(signal);
			return failed('retryNotRecorded', { said: error.message }, 'unknown', 'elsewhere');
		});
		if (typeof isFirst === 'object') return isFirst;
		const execution = retried === unnumbered ? undefined : retried;
		if (!isFirst) return failed('retriedBefore', { execution }, 'unknown', 'elsewhere');
		if (!onlyLooks) this.saved.id = this.newId();
		return undefined;
	}

	/** What is known of an item: undefined if it is another one than before. */
	item(position: number): Pick<SavedItem, 'isComplete' | 'parts'> | undefined {
		const kept = this.items[position];
		if (kept === undefined) return undefined;
		const digest = this.digestOf(position);
		const saved = savedItem.safeParse(kept).data ?? { input: digest, parts: { '': unreadable } };
		if (saved.input !== digest) return undefined;
		const { isQuestion } = this.task;
		if (isQuestion && this.retried !== undefined) {
			const doubts = Object.entries(saved.parts).filter(([, entry]) => 'unsure' in entry);
			saved.parts = Object.fromEntries(doubts);
		}
		// If it is not known who was asked, nobody is asked again.
		if (isQuestion) saved.isComplete = '' in saved.parts;
		this.keep(position, saved);
		return saved;
	}

	private keep(position: number, item: SavedItem): void {
		this.items[position] = item;
		this.known.set(position, item);
	}

	/** Call after an item was read: an expression such as `{{ $json.list.reverse() }}` changes what n8n saves. */
	wasRead(position: number): void {
		const known = this.known.get(position);
		if (known) known.input = this.digestOf(position);
	}

	/** Call after the item was read. Its digest is not made again, because it can have thousands of parts. */
	note(position: number, partName: string, entry: Entry): void {
		const item = this.known.get(position) ?? { input: this.digestOf(position), parts: {} };
		// An assignment would lose a part that is called `__proto__`.
		const own = { value: asSaved(entry), enumerable: true, configurable: true, writable: true };
		Object.defineProperty(item.parts, partName, own);
		this.keep(position, item);
	}

	/** Call when nothing is left to send of an item. */
	complete(position: number): void {
		const known = this.known.get(position);
		if (known) known.isComplete = true;
	}

	/** Whether anything was delivered or left in doubt. */
	get hasEntries(): boolean {
		return Object.keys(this.items).length > 0;
	}

	/** Drops what no retry needs. */
	clear(): void {
		const { id, run, isLost } = this.saved;
		this.context.journal = { id, run, isLost };
	}

	private newId(): string {
		return `${this.task.execution} ${randomBytes(9).toString('base64url')}`;
	}

	private digestOf(position: number): string {
		return inputDigest(this.task.items[position]?.json);
	}
}
