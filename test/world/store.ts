import { DeduplicationError } from '../support/DeduplicationError';
import type { VirtualTime } from '../support/virtualTime';
import { type Life, lives } from './process';
import type { Note } from './service';

interface Row {
	mode: string;
	values: unknown[];
}

/**
 * n8n's table of deduplication, as its helpers use it: they read a row, then write it back without a lock. All
 * processes share it.
 */
export class Store {
	readonly rows = new Map<string, Row>();
	private statements = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly faultAt: (statement: number) => string | undefined,
		private readonly note: Note,
	) {}

	private async statement<Result>(run: () => Result): Promise<Result> {
		const life = lives.getStore() as Life;
		await life.call();
		const fault = this.faultAt(this.statements++);
		if (fault) this.note('', { what: 'fault', fault, of: 'store' });
		const wait = async (ms: number) =>
			await new Promise<void>((resolve) => this.time.timer(ms, resolve));
		await wait(fault === 'slow' ? 4000 * this.time.random() : 1);
		if (fault === 'fails') throw new Error('database is locked');
		// What was sent to the database is carried out, even if the process was killed meanwhile.
		const result = run();
		await wait(1);
		await life.goOn();
		if (fault === 'losesAnswer') throw new Error('connection lost');
		return result;
	}

	/** The helpers of an execution. @param nodeId is read at once */
	helpers(nodeId: () => string) {
		const { rows } = this;
		const select = async (id: string) => await this.statement(() => rows.get(id));
		return {
			checkProcessedAndRecord: async (items: unknown[], _: string, { mode }: { mode: string }) => {
				const id = nodeId();
				const known = await select(id);
				const insert = () => {
					if (rows.has(id)) throw new Error('duplicate key value violates unique constraint');
					rows.set(id, { mode, values: items });
				};
				if (!known) return await this.statement(insert);
				if (known.mode !== mode) throw new DeduplicationError();
				const values = [...known.values, ...items.filter((item) => !known.values.includes(item))];
				return await this.statement(() => void (rows.has(id) && rows.set(id, { mode, values })));
			},
			clearAllProcessedItems: async () => {
				const id = nodeId();
				return await this.statement(() => void rows.delete(id));
			},
			getProcessedDataCount: async () => (await select(nodeId()))?.values.length ?? 0,
		};
	}
}
