import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** A part of n8n's context that its interface does not show: the node, whose id the helpers read. */
type Context = Pick<IExecuteFunctions, 'helpers'> & { node?: INode };

const scope = 'node';
const mode = { mode: 'entries' } as const;

/** The kinds of context in which each marker was seen to have a row of its own. */
const checkedKinds = new WeakSet<object>();

/**
 * Named markers of a node in n8n's database, shared by all its executions on all workers. A marker is a row of n8n's
 * deduplication table. An insert either creates the row or fails, so exactly one process creates a marker. But n8n
 * rewrites existing rows without a lock, so two processes that add to one row lose entries. Therefore no two add
 * to the same row: each marker has its own row, and their number has no limit.
 */
export class Markers {
	private readonly context: Context;

	constructor(context: IExecuteFunctions) {
		this.context = context;
	}

	/**
	 * Creates a marker.
	 * @returns whether this call created it; false if it already existed or another process was faster
	 * @throws Error of n8n's database
	 */
	async create(name: string): Promise<boolean> {
		await this.checkRows();
		return await this.insert(name).catch(async (error: Error) => {
			// The database rejects the slower of two inserts.
			if ((await this.count(name)) > 0) return false;
			throw error;
		});
	}

	/** How often `add` was called on a marker, plus one for its creation; 0 if it does not exist. */
	async count(name: string): Promise<number> {
		return await this.inRow(name, () => this.context.helpers.getProcessedDataCount(scope, mode));
	}

	/** Adds to a marker that only this process writes, and creates it if needed. */
	async add(name: string): Promise<void> {
		await this.inRow(name, () =>
			this.context.helpers.checkProcessedAndRecord([randomUUID()], scope, mode),
		);
	}

	async remove(name: string): Promise<void> {
		await this.inRow(name, () => this.context.helpers.clearAllProcessedItems(scope, mode));
	}

	private async insert(name: string): Promise<boolean> {
		const insert = () => this.context.helpers.checkProcessedAndRecord(['created'], scope, mode);
		return (await this.inRow(name, insert)).new.length > 0;
	}

	/**
	 * n8n names a row after the node's id and allows no other name. It reads the id before its first await, so the id
	 * differs only while this function runs, and no other code sees that.
	 */
	private inRow<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
		const { node } = this.context;
		if (!node)
			return Promise.reject(new Error('This version of n8n does not show a node its own row'));
		const { id } = node;
		node.id = `${id}:${name}`;
		try {
			return call();
		} finally {
			node.id = id;
		}
	}

	/** If a version of n8n reads the id later, all markers share one row and protect nothing. Then nothing may be sent. */
	private async checkRows(): Promise<void> {
		const kind = this.context.constructor;
		if (checkedKinds.has(kind)) return;
		const [one, other] = [randomUUID(), randomUUID()];
		await this.insert(one);
		if ((await this.count(other)) > 0)
			throw new Error('This version of n8n keeps all keys of a node in one row');
		await this.remove(one);
		checkedKinds.add(kind);
	}
}
