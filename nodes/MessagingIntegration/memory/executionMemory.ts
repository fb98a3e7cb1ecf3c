import { randomBytes } from 'node:crypto';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Json } from '../api/answer';
import type { Failure } from '../api/failure';
import type { ItemRequest } from '../api/request';
import { digestOf } from './digestOf';
import { type ItemIdentity, identityOf, isSameItem, sourcesOf } from './itemIdentity';
import { shortened } from './shortened';

/** What became of an item that must not be sent again without a reason. */
export type Entry = { sent: Json[] } | { unsure: Failure };

type Noted = Entry & {
	identity: ItemIdentity;
	/** Index into `sources`: the parameters that the item was read with. */
	with: number;
};

/** As n8n saves it in its context of the node, which lives as long as the execution and its retries. */
interface Saved {
	/** Different for each try, so that a second retry of the same failed execution can be told from the first. */
	id: string;
	run: number;
	tries: number;
	/** Digests of the saved parameters, one record for each time somebody changed them. */
	sources: Array<Record<string, string>>;
	/** By the position of an item in the input: one entry for each different request that was sent for it. */
	entries: Record<string, Noted[]>;
	/** By the digest of a file: what its upload gave. */
	storageRefs: Record<string, string>;
}

/**
 * Remembers what was sent, for the tries of "Retry On Fail" and for "Retry execution", which run the whole node again.
 */
export class ExecutionMemory {
	readonly #context: { delivery?: unknown };
	readonly #saved: Saved;
	readonly #with: number;
	/** The id of the try that this one continues; undefined for the first. */
	readonly earlier: string | undefined;

	/**
	 * @param context n8n's `getContext('node')`
	 * @param run the index of this run: runs of one node in a loop share the context, but are no retries
	 * @param parameters of the node, as they are saved
	 * @param items of the input
	 */
	constructor(
		context: object,
		run: number,
		parameters: INodeParameters,
		private readonly items: INodeExecutionData[],
	) {
		this.#context = context;
		const left = this.#context.delivery as Saved | undefined;
		const known = left?.run === run ? left : undefined;
		this.earlier = known?.id;
		this.#saved = known ?? { id: '', run, tries: 0, sources: [], entries: {}, storageRefs: {} };
		const sources = sourcesOf(parameters);
		const digest = digestOf(sources);
		const same = this.#saved.sources.findIndex((others) => digestOf(others) === digest);
		this.#with = same < 0 ? this.#saved.sources.push(sources) - 1 : same;
	}

	/**
	 * Retries continue from here from now on.
	 * @param isSuperseded another retry was first: the id stays, so that this one's retries come too late as well
	 */
	begin(isSuperseded: boolean): void {
		if (!isSuperseded) this.#saved.id = randomBytes(9).toString('base64url');
		this.#saved.tries++;
		this.#context.delivery = this.#saved;
	}

	/** What an earlier try made of an item. @param itemRequest undefined for an item that cannot be sent as it is now */
	recall(item: number, itemRequest?: ItemRequest): Entry | undefined {
		const notes = this.#saved.entries[item];
		if (!notes) return undefined;
		const identity = this.#identityOf(item, itemRequest);
		return notes.findLast((note) => this.#isSame(note, identity));
	}

	/** Notes what became of an item. What is only read is not noted: a retry reads it again. */
	remember(item: number, itemRequest: ItemRequest, entry: Entry): void {
		if (itemRequest.request.effect === 'read') return;
		const identity = this.#identityOf(item, itemRequest);
		const kept = 'sent' in entry ? { sent: entry.sent.map(shortened) } : entry;
		const others = (this.#saved.entries[item] ?? []).filter((note) => !this.#isSame(note, identity));
		this.#saved.entries[item] = [...others, { ...kept, identity, with: this.#with }];
	}

	/** How many items earlier tries sent or left in doubt. */
	get size(): number {
		return Object.keys(this.#saved.entries).length;
	}

	/** How often the node has run in this execution, retries of the execution included. */
	get tries(): number {
		return this.#saved.tries;
	}

	/** @param file its digest */
	rememberUpload(file: string, storageRef: string): void {
		this.#saved.storageRefs[file] = storageRef;
	}

	storageRef(file: string): string | undefined {
		return this.#saved.storageRefs[file];
	}

	/** Forgets everything: n8n saves it with the execution, where nothing can use it after a run without failures. */
	clear(): void {
		delete this.#context.delivery;
	}

	#identityOf(item: number, itemRequest: ItemRequest | undefined): ItemIdentity {
		return identityOf(this.items[item]?.json, itemRequest);
	}

	#isSame(note: Noted, identity: ItemIdentity): boolean {
		const { sources } = this.#saved;
		return isSameItem(note.identity, identity, sources[note.with] ?? {}, sources[this.#with] ?? {});
	}
}
