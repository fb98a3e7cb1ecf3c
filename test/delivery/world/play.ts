import {
	type Attempt,
	type Delivery,
	deliver,
	foresee,
	type Foreseen,
	isOfThisRun,
	type Json,
	Journal,
	type Policy,
	type Result,
	type Task,
	type Verdict,
	type World as CoreWorld,
	onePart,
} from '../../../nodes/MessagingIntegration/delivery';
import { Uploads } from '../../../nodes/MessagingIntegration/run/Uploads';
import { VirtualTime } from '../../support/virtualTime';
import { seededRandom } from '../../unit/support/seededRandom';
import type { Event } from './history';
import { because, reasons, type Why } from '../support/reasons';
import { Life } from './life';
import type { Limit, Plan, PlannedItem, Step } from './plan';
import { type About, isLargeAnswer, type Note, referenceOf, Service, wordsOf } from './service';
import { Store } from './store';

/** A run that lasts longer hangs (ms). */
const longestRun = 6 * 3600 * 1000;

/** An item of an execution, as somebody wrote it. */
interface Item extends PlannedItem {
	/** The same for the same message of an execution and its retries. */
	name: string;
	key: string;
	/** Which words it has. */
	words: string;
	/** The number of the first file. */
	first: number;
	/** How often it was read. In some worlds an expression such as `{{ $json.list.reverse() }}` edits it each time. */
	readings: number;
}

/** What n8n keeps of an execution, for its retries. */
interface Saved {
	id: string;
	/** The first of its retries. */
	family: string;
	items: Item[];
	/** The context of the node, as JSON. */
	context: string;
	/** Whether n8n kept nothing of what it did. */
	isLost: boolean;
}

/** A message of an item: `m1 2/3 words` is the second of three. */
const nameOf = ({ name, words, kind, first }: Item, at: number, count: number) =>
	kind === 'files' ? `${name} file${first + at}` : `${name} ${at + 1}/${count} ${words}`;

/** Plays a plan. @returns all that happened */
export async function play(plan: Plan, history: Event[] = []): Promise<Event[]> {
	const time = new VirtualTime(seededRandom(plan.seed + 1));
	const note: Note = (execution, entry) =>
		history.push({ at: Math.round(time.now()), execution, ...entry });
	await time.until(new World(plan, time, note).play());
	return history;
}

class World {
	private isCalm = false;
	private executions = 0;
	private ids = 0;
	private readonly failed: Saved[] = [];
	private readonly retried = new Set<string>();
	private readonly store: Store;
	private readonly service: Service;

	constructor(
		private readonly plan: Plan,
		private readonly time: VirtualTime,
		private readonly note: Note,
	) {
		const faultIn = (of: 'service' | 'store') => (number: number) =>
			this.isCalm ? undefined : plan[of].find(({ at }) => at === number)?.what;
		const isNow = ({ from, until }: Pick<Limit, 'from' | 'until'>) =>
			!this.isCalm && from <= time.now() && time.now() < until;
		const limitOf = (name: string) =>
			plan.limits.find((limit) => limit.instance === name && isNow(limit));
		const outageOf = (name: string) =>
			plan.outages.find((outage) => outage.instance === name && isNow(outage))?.what;
		this.store = new Store(time, faultIn('store'), (fault) =>
			note('', { what: 'fault', fault, of: 'store' }),
		);
		this.service = new Service(time, faultIn('service'), limitOf, outageOf, note);
	}

	async play(): Promise<void> {
		for (const step of this.plan.steps) {
			const retried = step.of === undefined ? undefined : this.failed[step.of];
			if (step.of !== undefined && !retried) continue;
			const hits = step.isDouble ? [step.hit, undefined] : [step.hit];
			const begin = async (hit: Step['hit'], at: number) => {
				if (at * step.apart > 0) await this.wait(step.apart);
				await this.begin(step, retried, hit);
			};
			await Promise.all(hits.map(begin));
			await this.wait(10_000);
		}
		this.isCalm = true;
		this.note('', { what: 'calm' });
		const { whenUnsure = 'fail' } = this.plan.steps[0] ?? {};
		for (const saved of [...this.failed])
			if (!this.retried.has(saved.id))
				await this.begin({ isDouble: false, apart: 0, edits: [], whenUnsure }, saved);
	}

	private async wait(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.time.timer(ms, resolve));
	}

	/** The input of an execution: without keys, its messages are those of no other execution. */
	private itemsOf(family: string): Item[] {
		const { items, hasKey, hasTwins } = this.plan;
		return items.map((item, at) => {
			const number = hasTwins && at === 1 ? 0 : at;
			const same = hasTwins && at === 1 ? items[0] : item;
			return {
				...(same as PlannedItem),
				name: `${hasKey ? '' : `e${family}`}m${hasKey ? number : at}`,
				key: `order ${number}`,
				words: 'Hello',
				first: 0,
				readings: 0,
			};
		});
	}

	private edited(item: Item, at: number, id: string, edits: string[]): Item {
		const isFirst = at === 0;
		const isText = item.kind === 'text';
		const has = (edit: string) => edits.includes(edit);
		return {
			...item,
			...(has('text') && { words: `Hello${id}` }),
			...(has('cut') && isText && { count: item.count === 1 ? 2 : item.count - 1 }),
			...(has('to') && isFirst && { to: `other${id}` }),
			...(has('firstFile') && !isText && item.count > 1
				? { first: item.first + 1, count: item.count - 1 }
				: {}),
		};
	}

	private async begin(step: Step, retried?: Saved, hit?: Step['hit']): Promise<void> {
		const id = String(++this.executions);
		const family = retried?.family ?? id;
		const items = structuredClone(retried?.items ?? this.itemsOf(id));
		// Another item at a position is another message.
		const ofFirst = items.slice(0, this.plan.inPairs ? 2 : 1);
		for (const item of step.edits.includes('item') ? ofFirst : []) {
			item.name += `x${id}`;
			item.key += ` ${id}`;
		}
		if (retried) this.retried.add(retried.id);
		const now = items.map((item, at) => this.edited(item, at, id, step.edits));
		this.note(id, {
			what: 'begins',
			family,
			edits: [...step.edits, step.whenUnsure].join(' '),
			items: now.flatMap((item) => messagesOf(item)),
			...(retried && { retryOf: retried.id }),
		});
		const { context = '{}', isLost = false } = retried ?? {};
		const saved = { id, family, items, context, isLost };
		await this.execute(saved, now, step, !!retried, hit);
	}

	/** Runs until it ends, or its process is killed. */
	private async execute(
		saved: Saved,
		items: Item[],
		step: Step,
		isRetry: boolean,
		hit: Step['hit'],
	) {
		const { id } = saved;
		const life = new Life(id, this.time);
		const context = JSON.parse(saved.context) as { journal?: unknown };
		if (step.garbled) this.garble(id, context, step.garbled);
		const atStart = structuredClone(saved.items);
		const stop = (isAtOnce: boolean) => {
			life.stopped.abort();
			if (isAtOnce) life.hurry.abort();
			else this.time.timer(5000, () => life.hurry.abort());
		};
		const killed = new Promise<'killed'>((resolve) => {
			const acts = {
				kill: () => ((life.isDead = true), resolve('killed')),
				stop: () => stop(true),
				end: () => stop(false),
				// For longer than others wait for a sign of life.
				block: () =>
					void (life.blockedUntil = this.time.now() + 6500 + 30_000 * this.time.random()),
			};
			if (hit)
				life.hit = {
					at: hit.at,
					act: () => {
						const of = hit.by === 'block' ? 'process' : 'n8n';
						this.note(id, { what: 'fault', fault: hit.by, of });
						acts[hit.by]();
					},
				};
		});
		const ends = this.time.timer(longestRun, () => {
			throw new Error(`Execution ${id} does not end`);
		});
		const tried = this.tried(life, context, saved, items, step, isRetry);
		const how = await Promise.race([tried, killed]);
		ends();
		// Of an execution that was killed or stopped, n8n keeps what it saved at its start.
		const isStopped = how !== 'killed' && hit?.by === 'stop' && life.stopped.signal.aborted;
		const isLost = how === 'killed' || isStopped;
		const kept = isLost
			? { ...saved, items: atStart, isLost: true }
			: { ...saved, isLost: false, context: JSON.stringify(context) };
		if (how !== 'success') this.failed.unshift(kept);
		this.note(id, { what: 'ends', how, left: isStopped ? 'stopped' : '' });
		if (how === 'killed') return;
		await this.wait(1000);
		const leaks = `${life.timers} timers, ${life.listeners} listeners`;
		if (leaks !== '0 timers, 0 listeners') this.note(id, { what: 'leaks', text: leaks });
		await this.wait(59_000);
	}

	/** Changes what n8n saved of an item. */
	private garble(
		id: string,
		{ journal }: { journal?: unknown },
		{ item, by }: NonNullable<Step['garbled']>,
	): void {
		const { send: items = {} } =
			(journal as { items?: Record<string, Record<string, object>> } | undefined)?.items ?? {};
		if (!items[item]) return;
		this.note(id, { what: 'fault', fault: `garbled ${by}`, of: 'journal' });
		const instead = {
			text: 'was sent',
			list: [],
			listOfSent: { '': { sent: 'all' } },
			unknownState: { '': { sent: [['', [], 'lost']] } },
			nothing: undefined,
		}[by];
		items[item] = { ...items[item], by: instead };
	}

	/** Runs the core, and once more if n8n would. */
	private async tried(
		life: Life,
		context: { journal?: unknown },
		saved: Saved,
		items: Item[],
		step: Step,
		isRetry: boolean,
	): Promise<'success' | 'error'> {
		const { continues, retryOnFail } = this.plan;
		for (let tries = retryOnFail ? 2 : 1; ; tries--) {
			const { results, tell } = await this.run(life, context, saved, items, step, isRetry);
			const hasFailed = results.some((one) => 'why' in one || one.state === 'notBegun');
			const isStopped = life.stopped.signal.aborted;
			const fails = hasFailed && (!continues || isStopped);
			if (hasFailed && tries > 1 && !isStopped) {
				this.note(life.id, { what: 'try fails', text: '' });
				await this.wait(1000);
				await life.goOn();
				continue;
			}
			tell();
			return fails ? 'error' : 'success';
		}
	}

	private async run(
		life: Life,
		context: { journal?: unknown },
		saved: Saved,
		items: Item[],
		step: Step,
		isRetry: boolean,
	): Promise<{ results: Array<Result<Why>>; tell: () => void }> {
		const { plan } = this;
		const world: CoreWorld<Why> = {
			clock: life,
			marks: this.store.marksOf(life),
			newId: () => String(++this.ids),
			// "Retry On Fail" shares what n8n keeps.
			claimant: `claimant of ${life.id}`,
			stopped: life.stopped.signal,
			hurry: life.hurry.signal,
			inTurns: async (count: number, act: (at: number) => void) => {
				for (let at = 0; at < count; at++) act(at);
			},
			reasons,
			log: { info: () => undefined, warn: () => undefined },
		};
		const policy: Policy = {
			whenUnsure: step.whenUnsure,
			continues: plan.continues,
			atOnce: plan.atOnce || undefined,
			perMinute: plan.perMinute || Infinity,
			pause: plan.pauses ? { min: 1000, max: 2000 } : undefined,
			isQuestion: false,
			patience: Infinity,
		};
		const task: Task = {
			execution: life.id,
			pass: 0,
			operation: 'send',
			isTool: false,
			isReading: false,
			isStandalone: false,
			isSending: true,
			isQuestion: false,
			items: plan.inPairs ? Math.ceil(items.length / 2) : items.length,
			inputOf: (item) => {
				const one = saved.items[plan.inPairs ? 2 * item : item];
				return `${one?.name} ${one?.readings}`;
			},
			// Of a retry that n8n starts at the node, it has kept what the node left.
			earlier: (isKept) =>
				isRetry ? { isLost: saved.isLost || !isKept, origin: saved.family } : { isLost: false },
		};
		const journal = new Journal<Why>(context, task, world);
		if (plan.editsInput && !plan.inPairs) this.read(saved.items, journal, policy);
		const uploads = new Uploads<Why>(journal.references, life.now);
		const deliveries = items.map((item, at) => this.deliveryOf(life, item, at, uploads));
		const conflicts = this.withoutConflicts(deliveries, items);
		const predict = async () => {
			const before = JSON.stringify(context);
			const foreseen = await foresee(conflicts, policy, journal, world);
			if (JSON.stringify(context) !== before)
				this.note(life.id, { what: 'hint', text: 'a dry run changed what n8n saves' });
			return foreseen;
		};
		if (step.edits.includes('dry')) {
			const foreseen = await predict();
			const results = foreseen.flat().map((one): Result<Why> => {
				if (one.would === 'fail') return { state: 'failed', ...one };
				return { state: 'before', answers: [] };
			});
			return { results, tell: () => undefined };
		}
		// Of two deliveries with one key, a dry run does not know which one goes.
		const isCertain = this.store.hanging === 0 && (this.isCalm || this.isUndisturbed(step));
		const foreseen = isCertain ? await predict() : undefined;
		const delivered = await deliver(conflicts, policy, journal, world);
		this.note(life.id, { what: 'counts', ...delivered.counts });
		const open = this.store.openOf(life);
		if (open > 0) this.note(life.id, { what: 'leaks', text: `${open} statements in progress` });
		const results = delivered.results.map(untilFailure);
		if (foreseen) this.compare(life.id, foreseen, results);
		const tell = () => {
			for (const [at, of] of results.entries())
				for (const result of of)
					this.tell(life.id, items[at] as Item, deliveries[at] as Delivery<Why>, result);
		};
		return { results: results.flat(), tell };
	}

	/** Whether nothing is to go wrong any more, and nobody else sends. */
	private isUndisturbed({ hit, isDouble }: Step): boolean {
		const { plan, service, store } = this;
		const isOver = (faults: Plan['service'], calls: number) => faults.every(({ at }) => at < calls);
		return (
			[!hit, !isDouble, !plan.quiet, plan.limits.length + plan.outages.length === 0].every(
				Boolean,
			) &&
			isOver(plan.service, service.requests) &&
			isOver(plan.store, store.statements)
		);
	}

	/** As the node does it: each item that may have something to send. */
	private read(items: Item[], journal: Journal<Why>, { whenUnsure }: Policy): void {
		for (const [at, item] of items.entries()) {
			if (journal.isSettled(at, whenUnsure)) continue;
			item.readings++;
			journal.wasRead(at);
		}
	}

	/** As the check of the node does it: a key that an earlier item of the input has, with other content. */
	private withoutConflicts(deliveries: Array<Delivery<Why>>, items: Item[]): Array<Delivery<Why>> {
		const known = new Map<string, string>();
		return deliveries.map((delivery, at) => {
			const { once } = delivery;
			if (!once) return delivery;
			const other = known.get(once.key);
			known.set(once.key, other ?? once.content);
			if (other === undefined || other === once.content) return delivery;
			const why = because('keyConflict', { item: items[at]?.name });
			return { ...delivery, cannot: { delivery: 'notSent', origin: 'input', why } };
		});
	}

	/** A dry run says what the run does. */
	private compare(
		id: string,
		foreseen: Array<Array<Foreseen<Why>>>,
		results: Array<Array<Result<Why>>>,
	): void {
		const would = (one: Foreseen<Why>) => {
			if (one.would === 'fail') return one.why.reason;
			return one.would === 'send' ? `send ${one.step}` : one.would;
		};
		const done = (one: Result<Why>) => {
			if (one.state === 'failed') return one.why.reason;
			if (one.state === 'sent') return `send ${one.step}`;
			return one.state === 'notBegun' ? 'notBegun' : 'skip';
		};
		const endsRun = (one: Result<Why>) => one.state === 'failed' && isOfThisRun(one);
		if (!this.plan.continues && results.flat().some(endsRun)) return;
		for (const [at, of] of results.entries()) {
			const [said, did] = [(foreseen[at] ?? []).map(would), of.map(done)];
			const isKeptBack = said.includes('notBegin') || did.includes('notBegun');
			// Of a whole that counts as sent, the run can know which steps another execution sent.
			const isSkipped = said.join() === 'skip' && did.every((one) => one === 'skip');
			if (isKeptBack || isSkipped) continue;
			const answersSaid = (foreseen[at] ?? []).flatMap((one) =>
				'answers' in one ? [one.answers] : [],
			);
			const answersGiven = of
				.filter(({ state }, step) => state === 'before' || step < answersSaid.length)
				.map((one) => ('answers' in one ? one.answers : undefined));
			const isSame = JSON.stringify([said, answersSaid]) === JSON.stringify([did, answersGiven]);
			if (isSame) continue;
			this.note(id, { what: 'hint', text: `foreseen ${said.join(' ')}, done ${did.join(' ')}` });
		}
	}

	private deliveryOf(life: Life, item: Item, at: number, uploads: Uploads<Why>): Delivery<Why> {
		const { plan, service, time } = this;
		const { to, instance, kind, count } = item;
		const of = (kind: About['kind'], msg: string): About => ({ kind, msg, to, instance });
		const names = messagesOf(item);
		const isFile = kind === 'files';
		const steps = names.map((msg, index) => {
			const message = service.request(life, of('message', msg));
			const file = plan.sharesFile && index === 0 ? `file of all at ${instance}` : msg;
			const upload = service.request(life, of('upload', file));
			const typing = service.request(life, of('indication', msg));
			let isTyped = !plan.typing;
			return {
				name: isFile ? `file${item.first + index}` : msg,
				send: async ({ signal, isProbe, mayGo }: Attempt): Promise<Verdict<Why>> => {
					if (isFile) {
						const uploaded = await uploads.forMessage(file, async () => await upload(signal));
						if (uploaded.is !== 'accepted') return uploaded;
						const { reference } = uploaded;
						if (reference !== referenceOf(file))
							this.note(life.id, { what: 'hint', text: `${msg} went with the file ${reference}` });
					}
					if (!isTyped && !isProbe) {
						isTyped = true;
						await typing(signal);
						await life.sleep(300, life.stopped.signal).catch(() => undefined);
					}
					return (await mayGo()) ? await message(signal) : { is: 'notBegun' };
				},
			};
		});
		const isQuiet = () => (this.isCalm ? plan.quietInTheEnd : plan.quiet && time.now() < 60_000);
		const quiet = () => (isQuiet() ? because('quietHours') : undefined);
		return {
			...(plan.inPairs ? { item: at >> 1, who: `person ${at % 2}` } : { item: at }),
			instance,
			lane: `${instance} ${to}`,
			parts: count === 1 ? onePart : isFile ? `files from ${item.first}, ${count}` : names.join(),
			steps,
			mayBegin: quiet,
			...(plan.hasKey && {
				once: { key: `${item.key} ${to} ${instance}`, content: names.join() },
			}),
		};
	}

	/** Notes what n8n was told about a step, or about a whole item. */
	private tell(id: string, item: Item, { steps }: Delivery<Why>, result: Result<Why>): void {
		const names = messagesOf(item);
		const ofStep = result.step === undefined ? undefined : names[result.step];
		const isOther = result.state === 'before' && result.step === undefined;
		const as = {
			sent: 'sent',
			before: 'sent',
			skipped: 'skipped',
			counted: 'countedAsSent',
			failed: 'delivery' in result ? result.delivery : '',
			notBegun: 'notSent',
		}[result.state];
		const failure = result.state === 'notBegun' ? result.failure : undefined;
		const { why, delivery } = result.state === 'failed' ? result : (failure ?? {});
		// A failure that is not of this run says nothing of the steps.
		const isOfOther = result.state === 'failed' && !isOfThisRun(result);
		const isWhole = isOfOther && result.step === undefined && steps.length > 1;
		const wrong = wrongAnswer(result) ?? wrongWords(result);
		if (wrong) this.note(id, { what: 'hint', text: wrong });
		if (isOther) return;
		for (const msg of ofStep !== undefined && !isWhole ? [ofStep] : names)
			this.note(id, {
				what: 'told',
				msg,
				as: (delivery ?? as) as 'sent',
				...(why && { reason: why.reason }),
			});
	}
}

/** What came back of an answer that an earlier run got: a small one whole, of a large one its short fields. */
function wrongAnswer(result: Result<Why>): string | undefined {
	if (result.state !== 'before') return undefined;
	const isWhole = ({ of, number, words }: Json) =>
		isLargeAnswer(Number(number)) ? words === undefined : words === wordsOf(Number(number)) && of;
	return result.answers.every(isWhole)
		? undefined
		: `came back as ${JSON.stringify(result.answers)}`;
}

/** What a person reads of a stop says whether the message may have been sent. */
function wrongWords(result: Result<Why>): string | undefined {
	const failure = result.state === 'notBegun' ? result.failure : result;
	if (!failure || !('why' in failure) || failure.why.reason !== 'stopped') return undefined;
	const { mayBeSent } = failure.why.facts as { mayBeSent?: boolean };
	return mayBeSent === (failure.delivery === 'unknown')
		? undefined
		: `${failure.delivery}, and people read ${mayBeSent ? 'that it may have been sent' : 'that it was not sent'}`;
}

/** Of the steps after one that failed, n8n is told nothing. */
function untilFailure(results: ReadonlyArray<Result<Why>>): Array<Result<Why>> {
	const last = results.findIndex(({ state }) => state === 'failed');
	return results.slice(0, last < 0 ? undefined : last + 1);
}

function messagesOf(item: Item): string[] {
	return Array.from({ length: item.count }, (_, at) => nameOf(item, at, item.count));
}
