import { randomBytes } from 'node:crypto';

import type { INodeExecutionData } from 'n8n-workflow';

import type { Json } from '../api/answer';
import type { Failure } from '../api/failure';
import type { ItemRequest } from '../api/request';
import {
	type Identity,
	identityOf,
	isSameMessage,
	type Shape,
	shortDigest,
	type Sources,
} from './identity';

/** Bytes of JSON. */
const largestAnswer = 2048;
const longestValue = 200;
const mostFields = 8;

/** An answer as it is saved. A large one keeps only the fields that later nodes need most, and says so. */
function shortened(json: Json): Json {
	if (Buffer.byteLength(JSON.stringify(json)) <= largestAnswer) return json;
	const essential = Object.entries(json).filter(
		([name, value]) =>
			/^id$|Id$|_id$|^storageRef$|^status$/.test(name) &&
			(typeof value === 'number' || (typeof value === 'string' && value.length <= longestValue)),
	);
	return { ...Object.fromEntries(essential.slice(0, mostFields)), shortened: true };
}

/** What is known of an item that must not be sent again without a reason. */
export type Entry = { sent: Json[] } | { unsure: Failure };

/** An identity as it is saved, and what is known of it. */
type Note = Omit<Identity, 'shape'> & {
	/** Index into `shapes`. */
	shape: number;
	/** Whether further files of the item come after this one. */
	isUnfinished: boolean;
	entry: Entry;
};

/** As n8n saves it in its context of the node, which exists as long as the execution and its retries. */
interface Saved {
	/**
	 * Different in the first run and each retry, to tell a second retry of the same failed execution from the first.
	 * Begins with the execution that made it.
	 */
	id: string;
	run: number;
	/** The execution of the last run, and how often the node has run in it: a retried execution has a new id. */
	execution: string;
	runs: number;
	/** Each different shape that requests have. */
	shapes: Shape[];
	/** By item position in the input: one entry for each different request that was sent for the item, in that order. */
	entries: Record<string, Note[]>;
	storageRefs: Partial<Record<string, string>>;
	keyAttempts: Partial<Record<string, number>>;
}

const noShape: Shape = { values: {}, rest: '', whole: '' };

/** What is known of all files of an item. @returns undefined if some of them may still be sent */
function entryOfFiles(notes: Note[]): Entry | undefined {
	const last = notes.at(-1);
	if (!last || 'unsure' in last.entry) return last?.entry;
	if (last.isUnfinished) return undefined;
	const start = notes.slice(0, -1).findLastIndex((note) => !note.isUnfinished) + 1;
	return { sent: notes.slice(start).flatMap(({ entry }) => ('sent' in entry ? entry.sent : [])) };
}

/** Remembers what was sent, for "Retry On Fail" and "Retry execution", which run the whole node again. */
export class ExecutionMemory {
	private readonly saved: Saved;
	/** Index into `saved.shapes`, by shape as JSON. */
	private readonly shapes: Map<string, number>;
	/** The id of the run that this one retries, if another execution made it: others can retry that run as well. */
	readonly earlier: string | undefined;

	/**
	 * @param context n8n's `getContext('node')`
	 * @param execution n8n's id of this execution
	 * @param run the index of this run: passes of a loop share the context, but are no retries
	 * @param sources of the node's parameters, as saved
	 * @param items the input items
	 */
	constructor(
		private readonly context: { delivery?: unknown },
		private readonly execution: string,
		run: number,
		private readonly sources: Sources,
		private readonly items: INodeExecutionData[],
	) {
		const left = context.delivery as Saved | undefined;
		const known = left?.run === run ? left : undefined;
		this.earlier = known?.id.startsWith(`${execution} `) ? undefined : known?.id;
		this.saved = known ?? {
			id: '',
			run,
			execution: '',
			runs: 0,
			shapes: [],
			entries: {},
			storageRefs: {},
			keyAttempts: {},
		};
		this.shapes = new Map(this.saved.shapes.map((shape, index) => [JSON.stringify(shape), index]));
	}

	/**
	 * From now on, retries continue from this run.
	 * @param isInConflict another retry may continue from the same run: the id stays, so that this also holds for
	 * retries of this run
	 */
	begin(isInConflict: boolean): void {
		const { execution } = this;
		if (this.saved.execution !== execution) this.saved.runs = 0;
		this.saved.execution = execution;
		if (!isInConflict) this.saved.id = `${execution} ${randomBytes(9).toString('base64url')}`;
		this.saved.runs++;
		this.context.delivery = this.saved;
	}

	/** For a run that sends nothing: its retries must know of each other. */
	beginIfFirst(): void {
		if (this.earlier === undefined) this.begin(false);
	}

	/** What earlier runs know of an item. @param itemRequest undefined for an item that cannot be sent now */
	recall(item: number, itemRequest?: ItemRequest): Entry | undefined {
		const notes = this.saved.entries[item];
		if (!notes) return undefined;
		if (itemRequest) {
			const identity = this.identityOf(item, itemRequest);
			return notes.findLast((note) => isSameMessage(this.identityIn(note), identity))?.entry;
		}
		// Its input and its parameters are the same.
		const { whole } = this.sources;
		const input = shortDigest(this.items[item]?.json);
		return entryOfFiles(
			notes.filter((note) => note.input === input && this.identityIn(note).shape.whole === whole),
		);
	}

	/** Whether earlier runs sent anything of an item, or left it in doubt. */
	knows(item: number): boolean {
		return this.saved.entries[item] !== undefined;
	}

	/** Stores the outcome of an item. Requests that only read are not stored: a retry sends them again. */
	remember(item: number, itemRequest: ItemRequest, entry: Entry): void {
		if (itemRequest.request.effect === 'read') return;
		const identity = this.identityOf(item, itemRequest);
		const others = (this.saved.entries[item] ?? []).filter(
			(note) => !isSameMessage(this.identityIn(note), identity),
		);
		const { index, count } = itemRequest.place ?? { index: 0, count: 1 };
		this.saved.entries[item] = others.concat({
			...identity,
			shape: this.indexOf(identity.shape),
			isUnfinished: index + 1 < count,
			entry: 'sent' in entry ? { sent: entry.sent.map(shortened) } : entry,
		});
	}

	/** The number of items that were sent or left in doubt. */
	get size(): number {
		return Object.keys(this.saved.entries).length;
	}

	/** How often the node has run in this execution, including "Retry On Fail" but not "Retry execution". */
	get runs(): number {
		return this.saved.runs;
	}

	/** By file digest: the storageRefs of uploads. */
	get storageRefs(): Partial<Record<string, string>> {
		return this.saved.storageRefs;
	}

	/** By the key of an item with several files: the number of the last attempt that this execution made. */
	get keyAttempts(): Partial<Record<string, number>> {
		return this.saved.keyAttempts;
	}

	/** Forgets everything. n8n saves it with the execution, where it has no use after a run without failures. */
	clear(): void {
		delete this.context.delivery;
	}

	private identityOf(item: number, itemRequest: ItemRequest): Identity {
		return identityOf(this.items[item]?.json, itemRequest, this.sources);
	}

	private identityIn({ shape, ...digests }: Note): Identity {
		return { ...digests, shape: this.saved.shapes[shape] ?? noShape };
	}

	private indexOf(shape: Shape): number {
		const json = JSON.stringify(shape);
		const index = this.shapes.get(json) ?? this.saved.shapes.push(shape) - 1;
		this.shapes.set(json, index);
		return index;
	}
}
