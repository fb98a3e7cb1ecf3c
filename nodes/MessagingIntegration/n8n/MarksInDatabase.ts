import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { DeduplicationMode, IExecuteFunctions, INode } from 'n8n-workflow';
import pTimeout, { TimeoutError } from 'p-timeout';

import { type Marks, ofRetries } from '../delivery';
import { isWithoutDatabase } from './errors';

/** A part of n8n's context that its interface does not show: the node, whose id the helpers read. */
type Context = Pick<IExecuteFunctions, 'helpers'> & { node?: INode };

const scope = 'node';
const modeOf = (owner: string) => ({ mode: owner as DeduplicationMode });
/** Stands for the owner where only one process writes. */
const beats = 'entries';

/**
 * A call that the database has not answered after this long is made once more, and then counts as failed (ms). After a
 * restart of Postgres a connection of n8n's pool can stay silent while others work.
 */
const longestStatement = 30_000;
/** The same after the execution was stopped. Most calls end within milliseconds, and then leave no key in doubt. */
const lastSilence = 3000;

/** After this, the next sign of life does not wait for the last one: its connection may be broken, and others work (ms). */
const longestBeat = 2000;

/** Before a database that failed is asked again: it may be restarting (ms). */
const pauses = [50, 100, 250, 500, 1000, 2000, 3000];

/** Whether n8n refuses to change a row of another mode. Any other error, such as that of a locked database, says nothing. */
const isOfOtherOwner = (error: Error) => error.constructor.name === 'DeduplicationError';

async function inTime<Result>(called: Promise<Result>, signal?: AbortSignal): Promise<Result> {
	const message = 'The database does not answer';
	const limits = { milliseconds: longestStatement, message, signal };
	return await pTimeout(called, limits).catch(async (error: Error) => {
		if (!signal?.aborted) throw error;
		return await pTimeout(called, { milliseconds: lastSilence, message });
	});
}

/**
 * Named markers of a node in n8n's database, shared by all its executions on all workers. A marker is a row of n8n's
 * deduplication table. An insert either creates the row or fails, so exactly one process creates a marker. But n8n
 * rewrites existing rows without a lock, so two processes that add to one row lose entries. Therefore no two add
 * to the same row: each marker has its own row, and their number has no limit.
 *
 * If the connection is lost during an insert, the row may be there or not. So each row has an owner, whom a repeated
 * insert recognises. The owner is the row's mode: n8n takes any text for one, keeps it, and refuses to change a row of
 * another mode. It adds any other value to the row before it says whether it was there.
 *
 * n8n's code for this table (`deduplication-helper.js`) is the same in 1.123.81, 2.20.12 and 2.41.1. In case a later one
 * differs, `tryRow` tries the first one that a run creates.
 */
export class MarksInDatabase implements Marks {
	/** Whether a marker of this run was seen to have a row of its own, and an owner. */
	private isChecked = false;
	/** What the database still refused after all pauses. It is then asked once, until it answers again. */
	private readonly refused = new Set<'looks' | 'changes'>();

	constructor(private readonly context: Context) {}

	async create(name: string, owner: string, until?: AbortSignal, entries = 1): Promise<boolean> {
		return await this.repeating(
			'changes',
			async () => {
				const isOwn = await this.insert(name, owner, entries);
				if (!this.isChecked) await this.tryRow(name, isOwn);
				return isOwn;
			},
			until,
		);
	}

	async count(name: string, until?: AbortSignal): Promise<number> {
		return await this.repeating('looks', async () => await this.look(name), until);
	}

	async add(name: string, owner: string, entry: string): Promise<void> {
		await this.repeating('changes', async () => await this.write(name, owner, [entry]));
	}

	async beat(name: string): Promise<void> {
		const beat = this.write(name, beats, [randomUUID()]);
		await pTimeout(beat, { milliseconds: longestBeat }).catch(() => undefined);
	}

	async endBeats(name: string): Promise<void> {
		const { helpers } = this.context;
		const clear = () => helpers.clearAllProcessedItems(scope, modeOf(beats));
		await this.inRow(name, clear).catch(() => undefined);
	}

	readonly isMissing = isWithoutDatabase;

	/** Adds entries to a row of this owner, and creates it if needed. */
	private async write(name: string, owner: string, entries: string[]): Promise<void> {
		const { helpers } = this.context;
		await this.inRow(name, () => helpers.checkProcessedAndRecord(entries, scope, modeOf(owner)));
	}

	/** Repeats a call that fails. A call that nobody waits for any more does no harm: its row has an owner. */
	private async repeating<Result>(
		kind: 'looks' | 'changes',
		call: () => Promise<Result>,
		signal?: AbortSignal,
	): Promise<Result> {
		const waits = this.refused.has(kind) ? [] : pauses;
		let silences = 0;
		for (let attempts = 0; ; attempts++) {
			const end = await inTime(call(), signal).then(
				(result) => ({ result }),
				(error: Error) => ({ error }),
			);
			if ('result' in end) {
				this.refused.delete(kind);
				return end.result;
			}
			if (end.error instanceof TimeoutError) silences++;
			const pause = silences > 1 ? undefined : waits[attempts];
			if (pause === undefined) this.refused.add(kind);
			if (pause === undefined || isWithoutDatabase(end.error)) throw end.error;
			await sleep(pause, undefined, { signal }).catch(() => {
				throw end.error;
			});
		}
	}

	private async look(name: string): Promise<number> {
		return await this.inRow(name, () =>
			this.context.helpers.getProcessedDataCount(scope, modeOf(beats)),
		);
	}

	/** @returns whether the row belongs to the owner now */
	private async insert(name: string, owner: string, entries = 1): Promise<boolean> {
		const created = Array.from({ length: entries }, (_, at) => `created ${at}`);
		const insert = async () => {
			await this.write(name, owner, created);
			return true;
		};
		return await insert().catch(async (error: Error) => {
			if ((await this.look(name)) === 0) throw error;
			// The row is there: of another owner, or created just now, and only the answer was lost.
			return await insert().catch((again: Error) => {
				if (isOfOtherOwner(again)) return false;
				throw again;
			});
		});
	}

	/**
	 * n8n names a row after the node's id and allows no other name. Its helpers hold the node itself and read the id
	 * before their first await, so the id differs only while this function runs, and no other code sees that.
	 */
	private inRow<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
		const { node } = this.context;
		if (!node)
			return Promise.reject(new Error('This version of n8n does not show a node its own row'));
		const { id } = node;
		node.id = name.startsWith(ofRetries) ? name : `${id}:${name}`;
		try {
			return call();
		} finally {
			node.id = id;
		}
	}

	/** If a version of n8n reads the id later, or ignores the mode, markers protect nothing. Then nothing may be sent. */
	private async tryRow(name: string, isCreated: boolean): Promise<void> {
		const isShared = (await this.look(randomUUID())) > 0;
		// The row of another owner may be gone by now, so only the row of this one is tried.
		if (isShared || (isCreated && (await this.insert(name, randomUUID()))))
			throw new Error('This version of n8n does not keep the keys of a node apart');
		this.isChecked = isCreated;
	}
}
