import type { Event } from './history';

/** What of the world the judge may know: what the user allowed. */
export interface Allowed {
	hasKey: boolean;
	/** 0 for no limit. */
	messagesPerMinute: number;
	/** Whether the user wants a pause of 1 s and more after each message. */
	pauses: boolean;
	concurrency: number;
	continues: boolean;
	/** Whether the database and all files could be read. */
	isReadable: boolean;
}

export type Of<What extends Event['what']> = Extract<Event, { what: What }>;
export const only = <What extends Event['what']>(history: Event[], what: What) =>
	history.filter((event): event is Of<What> => event.what === what);

/** Whether n8n keeps nothing of the execution that ends. */
export const isLost = (event: Event) =>
	event.what === 'ends' && (event.how === 'killed' || event.left === 'stopped');

export const groups = <Value>(values: Value[], nameOf: (value: Value) => string) => {
	const all = new Map<string, Value[]>();
	for (const value of values) all.set(nameOf(value), [...(all.get(nameOf(value)) ?? []), value]);
	return all;
};

/** What of a text or of files a message is: `m1 2/3 words`, `m1 file0`. */
export function pieceOf(msg: string) {
	const [, name = '', at, count, words, file] =
		/^(\S+) (?:(\d+)\/(\d+) (\S+)|file(\d+))$/.exec(msg) ?? [];
	const isFile = file !== undefined;
	// A text that makes one message is one step, whatever its words are.
	const plan = isFile ? 'files' : count === '1' ? 'one' : `${count} ${words}`;
	return {
		name,
		plan,
		at: Number(isFile ? file : at) - (isFile ? 0 : 1),
		count: Number(count ?? 0),
	};
}

/** What happens at the service: a request, and what becomes of it. */
export type AtService = Of<'request' | 'accepted' | 'refused' | 'unheard'>;
export const atServiceIn = (all: Event[]) =>
	all.filter((event): event is AtService => 'kind' in event);

/** The events of each run of the node: "Retry On Fail" is another one. */
export const runsOf = (all: Event[]): Event[][] =>
	[...groups(all, ({ execution }) => execution).values()].flatMap((events) => {
		const runs: Event[][] = [[]];
		for (const event of events)
			if (event.what === 'try fails') runs.push([]);
			else runs.at(-1)?.push(event);
		return runs;
	});

/** What a history shows of one execution. */
export class Histories {
	readonly begins: Map<string, Of<'begins'>>;
	readonly accepted: Array<Of<'accepted'>>;
	readonly told: Array<Of<'told'>>;
	readonly ends: Array<Of<'ends'>>;
	/** The messages that count as sent. */
	readonly counted: ReadonlySet<string>;
	/** The names of items that count as sent as a whole, because nobody knows which of their messages is in doubt. */
	readonly countedWhole: ReadonlySet<string>;

	constructor(
		readonly all: Event[],
		readonly allowed: Allowed,
	) {
		this.begins = new Map(only(all, 'begins').map((one) => [one.execution, one]));
		this.accepted = only(all, 'accepted').filter(({ kind }) => kind === 'message');
		this.told = only(all, 'told').filter(({ msg }) => msg !== '');
		this.ends = only(all, 'ends');
		const isCounted = ({ as }: Of<'told'>) => as === 'countedAsSent';
		const ofItems = groups(this.told, ({ execution, msg }) => `${execution} ${pieceOf(msg).name}`);
		// What counts for one item is skipped for its twin.
		const isOfTwin = ({ msg }: Of<'told'>, told: Array<Of<'told'>>) =>
			told.some((one) => one.msg === msg && isCounted(one));
		const whole = [...ofItems.values()].filter((told) =>
			told.every((one) => isCounted(one) || isOfTwin(one, told)),
		);
		this.counted = new Set(this.told.filter(isCounted).map(({ msg }) => msg));
		this.countedWhole = new Set(whole.flatMap(([told]) => (told ? pieceOf(told.msg).name : [])));
	}

	/** Whether an execution may have counted something of which nobody was told, because n8n lost it. */
	get mayCountUntold(): boolean {
		return [...this.begins.values()].some(({ execution, edits }) => {
			const end = this.ends.find((one) => one.execution === execution);
			return edits.endsWith('countAsSent') && (!end || isLost(end));
		});
	}

	familyOf(execution: string): string {
		return this.begins.get(execution)?.family ?? '';
	}

	/** Whether n8n lost a run of the family. */
	hasLost(execution: string): boolean {
		const family = this.familyOf(execution);
		return this.ends.some((one) => isLost(one) && this.familyOf(one.execution) === family);
	}

	/** The execution, and those that it continues: of a run that n8n lost, and of other retries, it knows nothing. */
	lineOf(execution: string): string[] {
		const { retryOf } = this.begins.get(execution) ?? {};
		const end = this.ends.find((one) => one.execution === retryOf);
		const isKept = retryOf !== undefined && end?.how === 'error' && !isLost(end);
		return [execution, ...(isKept ? this.lineOf(retryOf) : [])];
	}

	/** What an execution and its family got accepted until then. */
	acceptedBy(family: string, msg: string, until = Infinity) {
		return this.accepted.filter(
			(one) => one.msg === msg && one.at <= until && this.familyOf(one.execution) === family,
		);
	}
}

/** Reads a history, and says what is wrong. */
export type Rule = (given: Histories) => string | undefined | false;

export const isFailed = (as: string) => as === 'notSent' || as === 'unknown';

/** A file that is refused for good shows as well as a message does that the service works. */
export const isRefusedFile = (one: AtService): boolean =>
	one.kind === 'upload' && one.what === 'refused' && one.retryAfter === undefined;
