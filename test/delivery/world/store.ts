import type { Marks } from '../../../nodes/MessagingIntegration/delivery';
import type { VirtualTime } from '../../support/virtualTime';
import type { Life } from './life';

/** The marks that all processes share, in a database that can fail. */
export class Store {
	private readonly rows = new Map<string, { owner: string; entries: Set<string> }>();
	/** How many there were so far. */
	statements = 0;
	/** How many of them hang: they can be carried out at any moment. */
	hanging = 0;

	/** By execution: the statements whose answer it has not got. */
	private readonly open = new Map<Life, number>();

	constructor(
		private readonly time: VirtualTime,
		private readonly faultAt: (statement: number) => string | undefined,
		private readonly note: (fault: string) => void,
	) {}

	private async statement<Result>(life: Life, run: () => Result): Promise<Result> {
		await life.call();
		const fault = this.faultAt(this.statements++);
		if (fault) this.note(fault);
		const wait = async (ms: number) =>
			await new Promise<void>((resolve) => this.time.timer(ms, resolve));
		const latencies: Partial<Record<string, number>> = { slow: 4000, hangs: 29_000 };
		const latency = latencies[fault ?? ''];
		if (latency) this.hanging++;
		await wait(latency ? latency * this.time.random() : 1);
		if (latency) this.hanging--;
		if (fault === 'fails') throw new Error('database is locked');
		// What was sent to the database is carried out, even if the process was killed meanwhile.
		const result = run();
		await wait(1);
		await life.goOn();
		if (fault === 'losesAnswer') throw new Error('connection lost');
		return result;
	}

	/** How many statements of an execution are in progress, without those about its signs of life. */
	openOf(life: Life): number {
		return this.open.get(life) ?? 0;
	}

	/** A statement that a run has to wait for. */
	private async counted<Result>(life: Life, run: () => Result): Promise<Result> {
		this.open.set(life, this.openOf(life) + 1);
		return await this.statement(life, run).finally(() =>
			this.open.set(life, this.openOf(life) - 1),
		);
	}

	/** As one process sees it. */
	marksOf(life: Life): Marks {
		const { rows } = this;
		const added = (name: string, owner: string, entry: string) => {
			const row = rows.get(name) ?? { owner, entries: new Set() };
			if (row.owner !== owner) throw new Error('of another owner');
			row.entries.add(entry);
			rows.set(name, row);
		};
		return {
			create: async (name, owner, _, entries = 1) =>
				await this.counted(life, () => {
					const row = rows.get(name);
					for (let at = 0; !row && at < entries; at++) added(name, owner, `created ${at}`);
					return !row || row.owner === owner;
				}),
			count: async (name) => await this.counted(life, () => rows.get(name)?.entries.size ?? 0),
			add: async (name, owner, entry) => await this.counted(life, () => added(name, owner, entry)),
			beat: async (name) =>
				await this.statement(life, () => added(name, 'beats', String(this.time.now()))).catch(
					() => undefined,
				),
			endBeats: async (name) =>
				await this.statement(life, () => void rows.delete(name)).catch(() => undefined),
			isMissing: () => false,
		};
	}
}
