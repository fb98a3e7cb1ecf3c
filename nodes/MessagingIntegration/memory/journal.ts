import { randomBytes } from 'node:crypto';

import type { INodeExecutionData } from 'n8n-workflow';

import type { Json } from '../api/answer';
import { canceledBeforeSending, retriedBefore, retryNotRecorded } from '../api/deliveryFailures';
import type { Failure } from '../api/failure';
import { isWithoutDatabase } from '../n8n/errors';
import { type Markers, ofRetries } from '../n8n/markers';
import { inputDigest, type Once } from './digests';

/** Bytes of JSON. */
const largestAnswer = 2048;
const longestValue = 200;
const mostFields = 8;

const namedFields = /^(storageRef|status|to|fileName|sentAs)$/;

/**
 * An answer as it is saved. A large one keeps only the fields that later nodes need most, and says so. Without its
 * storageRef, of any length, that of an upload would be lost.
 */
function shortened(json: Json): Json {
	if (Buffer.byteLength(JSON.stringify(json)) <= largestAnswer) return json;
	const isNamed = (name: string) => namedFields.test(name);
	const essential = Object.entries(json)
		.filter(
			([name, value]) =>
				(isNamed(name) || /^id$|Id$|_id$/.test(name)) &&
				(typeof value === 'number' ||
					(typeof value === 'string' && (value.length <= longestValue || name === 'storageRef'))),
		)
		.sort(([one], [other]) => Number(isNamed(other)) - Number(isNamed(one)));
	return { ...Object.fromEntries(essential.slice(0, mostFields)), shortened: true };
}

/** What became of one part of an item. `once`: so that no other message gets its Send Once Key later. */
export type Entry = ({ sent: Json[] } | { unsure: Failure }) & { once?: Once };

/** What was delivered of an item, or left in doubt. */
interface SavedItem {
	/** The digest of its JSON. */
	input: string;
	isComplete?: true;
	/** By the part of the item: the field of a file, a person who was asked, or an empty text. */
	parts: Record<string, Entry>;
}

/** As n8n saves it in its context of the node, with the execution. */
interface Saved {
	/**
	 * Of the execution that saved it, and different for each of its nodes. It is kept when the entries go, so that every
	 * retry of the execution is recognised.
	 */
	id: string;
	/** n8n's index of the pass that the entries belong to. A later pass begins an empty list. */
	run: number;
	/** By operation, because another one is another task, then by position in the input. */
	items?: Partial<Record<string, Record<number, SavedItem>>>;
	/** By file digest. */
	storageRefs?: Partial<Record<string, string>>;
}

/** What a run works on. */
interface Task {
	/** n8n's id of the execution. A retry of an execution has another one. */
	execution: string;
	/** The index of the pass. */
	run: number;
	operation: string;
	/** Whether the parts are people who are asked: the links of an earlier execution lead nowhere, so it asks again. */
	isQuestion: boolean;
	/** The input. */
	items: INodeExecutionData[];
}

/**
 * What this execution delivered or left in doubt, for "Retry On Fail" and "Retry execution", which run the whole node
 * again: what was delivered stays delivered, whatever was edited meanwhile.
 */
export class Journal {
	private readonly saved: Saved;
	private readonly items: Record<number, SavedItem>;
	/** Positions whose entries are about the item that is there in this run. */
	private readonly same = new Set<number>();
	/** By file digest: the storageRefs of uploads. */
	readonly storageRefs: Partial<Record<string, string>>;
	private claimed: Promise<void> | undefined;

	/** @param context n8n's `getContext('node')`, which lives as long as the execution and its retries */
	constructor(
		private readonly context: { journal?: unknown },
		private readonly task: Task,
	) {
		const { run, operation, isQuestion } = task;
		const before = context.journal as Saved | undefined;
		const known = before?.run === run ? before : undefined;
		const items = { ...known?.items };
		this.saved = { id: before?.id ?? this.newId(), run, items };
		this.storageRefs = this.saved.storageRefs = { ...known?.storageRefs };
		this.items = items[operation] ??= {};
		if (isQuestion && this.retried !== undefined) this.forgetSent();
		context.journal = this.saved;
	}

	private forgetSent(): void {
		for (const known of Object.values(this.items)) {
			delete known.isComplete;
			const parts = Object.entries(known.parts).filter(([, entry]) => 'unsure' in entry);
			known.parts = Object.fromEntries(parts);
		}
	}

	/** The id of the execution that this one retries; undefined if it is no retry, or has sent something before. */
	private get retried(): string | undefined {
		const [execution] = this.saved.id.split(' ');
		return execution === this.task.execution ? undefined : execution;
	}

	/**
	 * Call before each request of a retry: of several retries of an execution, only the first that sends something may
	 * send. The others save the same id, so that this also holds for their later passes and their own retries.
	 * @throws FailureError if another retry was first, or n8n cannot record that this one is
	 */
	async claim(markers: Markers, signal?: AbortSignal): Promise<void> {
		this.claimed ??= this.claimNow(markers, signal);
		await this.claimed;
	}

	private async claimNow(markers: Markers, signal?: AbortSignal): Promise<void> {
		const { retried } = this;
		if (retried === undefined) return;
		const isFirst = await markers
			.create(ofRetries + this.saved.id, undefined, signal)
			.catch((error: unknown) => {
				if (isWithoutDatabase(error)) return true;
				throw signal?.aborted ? canceledBeforeSending() : retryNotRecorded(error);
			});
		if (!isFirst) throw retriedBefore(retried);
		this.saved.id = this.newId();
	}

	/** What is known of an item: undefined if it is another one than before. */
	item(position: number): Omit<SavedItem, 'input'> | undefined {
		const known = this.items[position];
		if (!known || known.input !== this.digestOf(position)) return undefined;
		this.same.add(position);
		return known;
	}

	/** Call after a known item was read: an expression such as `{{ $json.list.reverse() }}` changes what n8n saves. */
	wasRead(position: number): void {
		const known = this.items[position];
		if (known) known.input = this.digestOf(position);
	}

	/** @param isComplete whether nothing is left to send of the item */
	note(position: number, part: string, entry: Entry, isComplete: boolean): void {
		const before = this.same.has(position) ? this.items[position]?.parts : undefined;
		this.same.add(position);
		this.items[position] = {
			input: this.digestOf(position),
			...(isComplete && { isComplete }),
			parts: {
				...before,
				[part]: 'sent' in entry ? { ...entry, sent: entry.sent.map(shortened) } : entry,
			},
		};
	}

	/** Whether anything was delivered or left in doubt. */
	get hasEntries(): boolean {
		return Object.keys(this.items).length > 0;
	}

	/** Drops what no retry needs after a run without failures. */
	clear(): void {
		const { id, run } = this.saved;
		this.context.journal = { id, run };
	}

	private newId(): string {
		return `${this.task.execution} ${randomBytes(9).toString('base64url')}`;
	}

	private digestOf(position: number): string {
		return inputDigest(this.task.items[position]?.json);
	}
}
