import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, ICheckProcessedOptions } from 'n8n-workflow';

import { DeduplicationError } from '../../support/DeduplicationError';
import { until } from '../../support/until';

interface Row {
	mode: string;
	values: unknown[];
}

/** A statement of SQL. */
export interface Statement {
	row: string;
	/** The execution that it comes from: each has its own object. */
	workflow: unknown;
	changes: boolean;
}

/** Answers a statement: runs it or not, at once, later, never, or fails. */
export type Behaviour = <Result>(statement: Statement, run: () => Result) => Promise<Result>;

const answer: Behaviour = async (_, run) => await Promise.resolve(run());

/**
 * The table of n8n's database that records Send Once Keys and retries, in memory: n8n-core leaves it to n8n, like the
 * credentials. It runs the statements of n8n's own code one by one. What several processes do to the real one is tested
 * in queue mode.
 */
export function keyTable() {
	const rows = new Map<string, Row>();
	const lookedUp = new Set<string>();
	let behave = answer;
	let hasModes = true;
	const notNeeded = () => Promise.reject(new Error('Not used by this node'));

	const statements = ({ node, workflow }: ICheckProcessedContextData) => {
		const row = String(node?.id);
		const as = (changes: boolean) => ({ row, workflow, changes });
		return {
			select: async () => {
				lookedUp.add(row);
				return await behave(as(false), () => rows.get(row));
			},
			insert: async (content: Row) =>
				await behave(as(true), () => {
					if (rows.has(row)) throw new Error('duplicate key value violates unique constraint');
					rows.set(row, content);
				}),
			update: async (content: Row) =>
				await behave(as(true), () => void (rows.has(row) && rows.set(row, content))),
			delete: async () => await behave(as(true), () => void rows.delete(row)),
		};
	};
	const record = async (
		items: unknown[],
		context: ICheckProcessedContextData,
		{ mode }: ICheckProcessedOptions,
	) => {
		const { select, insert, update } = statements(context);
		const known = await select();
		if (!known) {
			await insert({ mode, values: items });
			return { new: items, processed: [] };
		}
		if (hasModes && known.mode !== mode) throw new DeduplicationError();
		const isNew = (item: unknown) => !known.values.includes(item);
		await update({ mode, values: [...known.values, ...items.filter(isNew)] });
		return { new: items.filter(isNew), processed: items.filter((item) => !isNew(item)) };
	};

	beforeAll(async () => {
		await DataDeduplicationService.init({
			checkProcessedAndRecord: async (items, _, context, options) =>
				(await record(items, context, options)) as never,
			clearAllProcessedItems: async (_, context) => await statements(context).delete(),
			getProcessedDataCount: async (_, context) =>
				(await statements(context).select())?.values.length ?? 0,
			removeProcessed: notNeeded,
		});
	});

	const reset = () => {
		rows.clear();
		lookedUp.clear();
		behave = answer;
		hasModes = true;
	};
	beforeEach(reset);

	return {
		reset,
		/** The names of the rows, without the node's id. */
		rows: () => [...rows.keys()].map((row) => row.slice(row.indexOf(':') + 1)),
		/** All rows as the database has them. */
		content: () => [...rows],
		/** Lets the database have these rows. */
		fill: (content: Array<[string, Row]>) => {
			for (const [row, saved] of content) rows.set(row, saved);
		},
		/** Lets the database do something else with statements from now on. */
		behaveAs: (other: Behaviour = answer) => void (behave = other),
		/** Lets the database refuse changes of rows whose name fits. */
		refuse: (names?: RegExp) =>
			void (behave = async (statement, run) => {
				if (statement.changes && names?.test(statement.row)) throw new Error('database is locked');
				return await answer(statement, run);
			}),
		/** From now on, n8n ignores the mode of a row. */
		ignoreModes: () => void (hasModes = false),
		/** Waits until an execution looks for a row whose name fits. */
		untilLookedUp: async (names: RegExp) =>
			await until('A look', () => [...lookedUp].some((name) => names.test(name))),
	};
}
