import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { endOfRun } from '../../nodes/MessagingIntegration/n8n/endOfRun';
import { itemReader } from '../../nodes/MessagingIntegration/operations/resources';
import { outputOf, run } from '../../nodes/MessagingIntegration/run/run';
import { transmit } from '../../nodes/MessagingIntegration/transport/transmit';
import { seededRandom } from '../unit/support/seededRandom';
import { apiKey, contextOf, inputOf, itemsOfPass, type Saved, triggerNow } from './execution';
import type { Event } from './history';
import type { Limit, Plan, Step } from './plan';
import { inVirtualTime, Life, lives } from './process';
import { type Note, Service } from './service';
import { Store } from './store';

// The edges of the node: what moves bytes, and what hears that the process ends.
jest.mock('../../nodes/MessagingIntegration/transport/transmit');
jest.mock('../../nodes/MessagingIntegration/transport/dispatcher');
jest.mock('../../nodes/MessagingIntegration/n8n/endOfRun');

/** An error of the node, as n8n shows it. */
interface NodeError extends Error {
	description?: string;
	context?: {
		itemIndex?: number;
		data?: { delivery?: string; reason?: string; fileName?: string };
	};
}

/** A run that lasts longer hangs (ms). */
const longestRun = 6 * 3600 * 1000;

/** Plays a plan. @returns all that happened */
export async function play(plan: Plan): Promise<Event[]> {
	const history: Event[] = [];
	const random = seededRandom(plan.seed + 1);
	await inVirtualTime(random, async (time) => {
		const note: Note = (execution, entry) =>
			history.push({ at: Math.round(time.now()), execution, ...entry });
		await new World(plan, time, note).play();
	});
	return history;
}

class World {
	private isCalm = false;
	private opened = 0;
	private executions = 0;
	private readonly failed: Saved[] = [];
	private readonly retried = new Set<string>();
	private readonly store: Store;
	private readonly service: Service;

	constructor(
		private readonly plan: Plan,
		private readonly time: ConstructorParameters<typeof Store>[0],
		private readonly note: Note,
	) {
		const faultIn = (of: 'service' | 'store') => (number: number) =>
			this.isCalm ? undefined : plan[of].find(({ at }) => at === number)?.what;
		const isNow = ({ from, until }: Limit) =>
			!this.isCalm && from <= time.now() && time.now() < until;
		const limitOf = (name: string) =>
			plan.limits.find((limit) => limit.instance === name && isNow(limit));
		this.store = new Store(time, faultIn('store'), note);
		this.service = new Service(time, faultIn('service'), limitOf, note);
		const life = () => lives.getStore() as Life;
		jest.mocked(endOfRun).mockImplementation((context) => {
			const canceled = context.getExecutionCancelSignal() as AbortSignal;
			const stopped = AbortSignal.any([life().processEnd.signal, canceled]);
			return { stopped, hurry: canceled, took: () => undefined, release: () => true };
		});
		jest.mocked(transmit).mockImplementation(async (_, account, request, { hurry }) => {
			const name = account.apiKey.replace(apiKey, '');
			return await this.service.transmit(life().id, name, request, hurry);
		});
	}

	async play(): Promise<void> {
		for (const step of this.plan.steps) {
			const retried = step.of === undefined ? undefined : this.failed[step.of];
			if (step.of !== undefined && !retried) continue;
			const hits = step.isDouble ? [step.hit, undefined] : [step.hit];
			const begin = async (hit: Step['hit'], at: number) => {
				if (at * step.apart > 0) await this.wait(step.apart);
				await this.begin(step.edits, retried, hit, step.failsBefore);
			};
			await Promise.all(hits.map(begin));
			await this.wait(10_000);
		}
		this.isCalm = true;
		this.note('', { what: 'calm' });
		for (const saved of [...this.failed])
			if (!this.retried.has(saved.id)) await this.begin([], saved);
	}

	private async wait(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.time.timer(ms, resolve));
	}

	private async begin(
		edits: string[],
		retried?: Saved,
		hit?: Step['hit'],
		failsBefore = false,
	): Promise<void> {
		const id = String(++this.executions);
		const family = retried?.family ?? id;
		const input = retried ? structuredClone(retried.input) : inputOf(this.plan, id);
		const first = input[0]?.json;
		// Another item at a position is another message.
		if (edits.includes('item') && first && (this.plan.items[0]?.files ?? 0) === 0) {
			first.msg = `${first.msg as string}x${id}`;
			first.key = `${first.key as string} ${id}`;
		}
		if (retried) this.retried.add(retried.id);
		const { context = '{}', pass = 0, trigger, failedBefore } = retried ?? {};
		const comesTo = !failsBefore || (trigger !== undefined && !failedBefore);
		const [next] = itemsOfPass(input, this.plan.passes, pass);
		const left = input.slice(input.indexOf(next as INodeExecutionData));
		this.note(id, {
			what: 'begins',
			family,
			items: comesTo ? left.flatMap(partsOf) : [],
			edits: edits.join(' '),
			...(retried && { retryOf: retried.id }),
		});
		const saved = { id, family, input, context, pass, trigger, failedBefore };
		if (comesTo) return await this.execute(saved, !!retried, edits, hit);
		const ran = trigger ?? triggerNow(this.time.now(), !!retried, input);
		this.failed.unshift({ ...saved, trigger: ran, failedBefore: true });
		this.note(id, { what: 'ends', how: 'error', text: 'A node before this one fails', left: '' });
	}

	/** Runs the node until it ends, or its process is killed. */
	private async execute(saved: Saved, isRetry: boolean, edits: string[], hit: Step['hit']) {
		const { id, pass: firstPass } = saved;
		const began = triggerNow(this.time.now(), isRetry, saved.input);
		const life = new Life(id);
		const stop = new AbortController();
		const context = JSON.parse(saved.context) as object;
		const killed = new Promise<'killed'>((resolve) => {
			const acts = {
				kill: () => ((life.isDead = true), resolve('killed')),
				stop: () => stop.abort(),
				end: () => life.processEnd.abort('processEnds'),
			};
			if (hit)
				life.hit = {
					at: hit.at,
					act: () => (this.note(id, { what: 'fault', fault: hit.by, of: 'n8n' }), acts[hit.by]()),
				};
		});
		const surroundings = {
			plan: this.plan,
			time: this.time,
			store: this.store,
			saved,
			began,
			isRetry,
			edits,
			context,
			cancel: stop.signal,
			firstPass,
			opens: () => this.isCalm || !this.plan.unreadable.includes(this.opened++),
			said: (text: string) => this.note(id, { what: 'hint', text: text.slice(0, 300) }),
		};
		const ends = this.time.timer(longestRun, () => {
			throw new Error(`Execution ${id} does not end`);
		});
		const tried = lives.run(life, async () => {
			for (; ; saved.pass++) {
				const error = await this.tried(contextOf(surroundings));
				if (error || saved.pass + 1 >= this.plan.passes) return error;
				this.note(id, { what: 'try fails', text: 'Not: the next pass of the loop begins' });
			}
		});
		const error = await Promise.race([tried, killed]);
		ends();
		// Of an execution that was killed or stopped, n8n keeps what it saved at its start.
		const isLost = error === 'killed' || stop.signal.aborted;
		const atStart = { ...saved, pass: firstPass };
		const kept = isLost
			? atStart
			: {
					...saved,
					trigger: saved.trigger ?? began,
					failedBefore: false,
					context: JSON.stringify(context),
				};
		if (error !== undefined) this.failed.unshift(kept);
		if (error === 'killed') return this.note(id, { what: 'ends', how: 'killed' });
		const left = isLost ? 'stopped' : '';
		if (error) this.note(id, { what: 'ends', how: 'error', text: textOf(error), left });
		else this.note(id, { what: 'ends', how: 'success', left });
		await this.wait(60_000);
		const leaks = `${life.timers} timers, ${life.listeners} listeners`;
		if (leaks !== '0 timers, 0 listeners') this.note(id, { what: 'leaks', text: leaks });
	}

	/** Runs the node, and once more if n8n would. @returns the error that ends the execution */
	private async tried(context: IExecuteFunctions): Promise<Error | undefined> {
		const id = context.getExecutionId();
		for (let tries = this.plan.retryOnFail ? 2 : 1; ; tries--) {
			const end = await executed(context).then(
				(output) => ({ output }),
				(error: NodeError) => ({ error }),
			);
			const failure = 'error' in end ? end.error : end.output[0]?.json.error;
			if (failure && tries > 1 && !context.getExecutionCancelSignal()?.aborted) {
				this.note(id, { what: 'try fails', text: textOf(failure as Error) });
				await this.wait(1000);
				await lives.getStore()?.goOn();
				continue;
			}
			const output = 'output' in end ? end.output : [outputWith(end.error)];
			const input = context.getInputData();
			for (const at of input.keys())
				this.tell(
					id,
					input[at],
					output.filter((row) => itemOf(row) === at),
				);
			return 'error' in end ? end.error : undefined;
		}
	}

	/** Notes what n8n was told about an item. A key skips it as a whole, or the steps that another execution sent. */
	private tell(id: string, item: INodeExecutionData | undefined, rows: INodeExecutionData[]) {
		const partsOfItem = item ? partsOf(item) : [];
		const left = new Set(partsOfItem);
		const told = rows.map(({ json }) => {
			const details = json.details as { delivery?: string; fileName?: string; reason?: string };
			const fileName = (json.fileName ?? details?.fileName) as string | undefined;
			// A key skips a whole delivery; of a dry run, the row shows its first message.
			const isWhole = json.would === 'skip' && rows.length < partsOfItem.length;
			const of = (json.of as string | undefined) ?? fileName?.replace('.png', '');
			const named = isWhole ? undefined : of;
			const other = ['skipped', 'countedAsSent', 'dryRun'].find((name) => json[name]);
			const as = json.error ? details?.delivery : (other ?? 'sent');
			for (const one of named?.split('+') ?? []) left.delete(one);
			return { named, as, reason: details?.reason };
		});
		const unnamed = told.filter(({ named }) => named === undefined);
		for (const { named, as, reason } of told) {
			const isLast = unnamed.at(-1)?.named === named && unnamed.at(-1)?.as === as;
			const [first = ''] = left;
			// The error of an item with several parts says what became of each in words.
			const isOfSome =
				!['skipped', 'countedAsSent', 'dryRun'].includes(as ?? '') && partsOfItem.length > 1;
			const msgs =
				named?.split('+') ??
				(isOfSome ? [''] : unnamed.length === 1 && isLast ? [...left] : [first]);
			if (named === undefined) for (const one of msgs) left.delete(one);
			for (const msg of msgs)
				this.note(id, { what: 'told', msg, as: as as 'sent', ...(reason && { reason }) });
		}
	}
}

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;

/** What n8n runs, without the class that describes the node to it. */
async function executed(context: ReturnType<typeof contextOf>): Promise<INodeExecutionData[]> {
	const reader = itemReader(context);
	return await outputOf(context, await run(context, reader), reader);
}

const outputWith = ({ message, context: { itemIndex = 0, data } = {} }: NodeError) => ({
	json: { error: message, details: data },
	pairedItem: { item: itemIndex },
});

const textOf = (error: Error & { description?: string }) =>
	`${error.message ?? String(error)} | ${error.description ?? ''}`;

/** The messages of an item: one for each file. */
function partsOf({ json, binary }: INodeExecutionData): string[] {
	const files = Object.values(binary ?? {});
	const msg = json.msg as string;
	if (files.length === 0) return json.pieces ? [`${msg}-0`, `${msg}-1`] : [msg];
	return files.map(({ fileName = '' }) => fileName.replace('.png', ''));
}
