import type { IExecuteFunctions } from 'n8n-workflow';
import PQueue from 'p-queue';

import { FailureError } from '../api/failure';
import { quoted } from '../api/quoted';

/** What the record knows of a key: nothing, that its message was sent, or that it was begun and never settled. */
export type KeyState = 'new' | 'done' | 'inDoubt';

/** n8n keeps one row for a node and reads and writes the whole of it each time; as many as its own "Remove Duplicates" keeps. */
const entries = { mode: 'entries', maxEntries: 10_000 } as const;
const scope = 'node';

/** Recorded with the first try of a key, and only taken back if that surely sent nothing. */
const known = (key: string) => `known ${key}`;
/** Recorded together with it, and taken back when the key is settled. */
const open = (key: string) => `open ${key}`;
/** Recorded when a retry goes on from what a failed try left. */
const goneOn = (page: string) => `gone on from ${page}`;

const locks = new Map<string, PQueue>();

/** n8n writes a row without a lock: whoever has this one is alone with it, within this process. */
function lockOf(row: string): PQueue {
	const lock = locks.get(row) ?? new PQueue({ concurrency: 1 });
	locks.set(row, lock);
	return lock;
}

function notRecorded(error: Error): FailureError {
	return new FailureError({
		message: 'n8n could not record the Send Once Key',
		description: `Nothing was sent. n8n said: “${quoted(error.message)}”`,
		delivery: 'notSent',
		source: 'service',
	});
}

interface Claim {
	key: string;
	resolve: (state: KeyState) => void;
	reject: (failure: FailureError) => void;
}

interface Removal {
	marks: string[];
	resolve: () => void;
}

/**
 * The keys of a node in n8n's own store of processed items. What comes while the row is being written goes into
 * the next write together.
 */
export class KeyRecord {
	/** Tells the node from all others. */
	readonly row: string;
	readonly #helpers: IExecuteFunctions['helpers'];
	#claims: Claim[] = [];
	#removals: Removal[] = [];
	#writing: Promise<void> | undefined;

	constructor(context: IExecuteFunctions) {
		this.#helpers = context.helpers;
		this.row = `${context.getWorkflow().id} ${context.getNode().id}`;
	}

	/**
	 * Records a key as begun, before its message goes out. To ask is to record: a key that was done is to be
	 * said to be `done` again.
	 * @throws FailureError where n8n cannot
	 */
	async claim(key: string): Promise<KeyState> {
		return await new Promise((resolve, reject) => {
			this.#claims.push({ key, resolve, reject });
			this.#write();
		});
	}

	/** The message of a key was sent. Resolves when that is written. */
	async done(key: string): Promise<void> {
		await this.#remove(open(key));
	}

	/** The message of a key was surely not sent. Resolves when that is written. */
	async takeBack(key: string): Promise<void> {
		await this.#remove(open(key), known(key));
	}

	/** Whether no other retry has gone on from what a failed try left; where n8n cannot tell, none has. */
	async goesOnFrom(page: string): Promise<boolean> {
		const mark = async () => await this.#helpers.checkProcessedAndRecord([goneOn(page)], scope, entries);
		try {
			return (await lockOf(this.row).add(mark)).new.length > 0;
		} catch {
			return true;
		}
	}

	/** Resolves when all is written. */
	async written(): Promise<void> {
		while (this.#writing) await this.#writing;
	}

	async #remove(...marks: string[]): Promise<void> {
		await new Promise<void>((resolve) => {
			this.#removals.push({ marks, resolve });
			this.#write();
		});
	}

	#write(): void {
		this.#writing ??= this.#writeAll();
	}

	/** One write after the other, so that another run of the node has its turn in between. */
	async #writeAll(): Promise<void> {
		while (this.#claims.length > 0 || this.#removals.length > 0) {
			await lockOf(this.row).add(async () => await this.#writeOnce());
		}
		this.#writing = undefined;
	}

	async #writeOnce(): Promise<void> {
		const claims = this.#claims.splice(0);
		const removals = this.#removals.splice(0);
		try {
			const marks = removals.flatMap((removal) => removal.marks);
			if (marks.length > 0) await this.#helpers.removeProcessed(marks, scope, entries);
		} catch {
			// They stay open, which is the safe side: such a key is in doubt from now on.
		}
		for (const { resolve } of removals) resolve();
		await this.#record(claims);
	}

	async #record(claims: Claim[]): Promise<void> {
		if (claims.length === 0) return;
		try {
			const marks = claims.flatMap(({ key }) => [known(key), open(key)]);
			const { new: added } = await this.#helpers.checkProcessedAndRecord(marks, scope, entries);
			const fresh = new Set(added);
			for (const { key, resolve } of claims) {
				const state = fresh.has(known(key)) ? 'new' : fresh.has(open(key)) ? 'done' : 'inDoubt';
				resolve(state);
			}
		} catch (error) {
			for (const { reject } of claims) reject(notRecorded(error as Error));
		}
	}
}
