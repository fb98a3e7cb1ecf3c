import { seededRandom } from '../unit/support/seededRandom';

/** What the service does with one request. "Accepted" ones are carried out, whatever the node hears of it. */
export const serviceFaults = [
	...['refused', 'limited', 'limitedLong', 'askedToWait', 'notReached', 'brokenBefore'],
	...['brokenAfter', 'errorBefore', 'errorAfter', 'pageAfter', 'seeOtherAfter', 'cutBody'],
	...['slow', 'notSupported'],
] as const;

/** What n8n's database does with one statement. */
export const storeFaults = ['fails', 'losesAnswer', 'slow'] as const;

/** The parameters that somebody changed between two runs. */
export const editNames = ['text', 'to', 'instance', 'concurrency', 'item'] as const;

export interface PlannedItem {
	/** The message: the same in no two items of an input. */
	msg: string;
	to: string;
	instance: string;
	/** The number of files; 0 for a text. */
	files: number;
	/** Whose credential sends it. */
	account?: string;
}

/** A time in which an instance refuses everybody (ms). */
export interface Limit {
	instance: string;
	from: number;
	until: number;
	/** s; 0 if the service does not say. */
	retryAfter: number;
}

/** An execution, or two that begin at the same moment on two processes. */
export interface Step {
	/** Which of the failed executions so far it retries, from the last one. Absent for a new execution. */
	of?: number;
	isDouble: boolean;
	/** How much later the second one begins (ms). */
	apart: number;
	/** At which of its calls to the world the first one is hit, and by what. */
	hit?: { at: number; by: 'kill' | 'end' | 'stop' };
	/** Whether a node before this one fails, unless a retry starts behind it. */
	failsBefore?: boolean;
	edits: string[];
}

/** Everything that a world decides before it begins. JSON, so that it can be made smaller. */
export interface Plan {
	seed: number;
	items: PlannedItem[];
	hasKey: boolean;
	whenUnsure: 'fail' | 'resend' | 'countAsSent';
	continues: boolean;
	retryOnFail: boolean;
	concurrency: number;
	maxTries: number;
	/** 0 for no limit. */
	messagesPerMinute: number;
	pauses: boolean;
	typing: boolean;
	/** Whether each text becomes two messages. */
	pieces: boolean;
	/** Whether nobody is to get a message in the first minute. */
	quiet: boolean;
	/** Whether nobody is to get a message after it. */
	evening: boolean;
	limits: Limit[];
	/** In how many passes of a loop the node runs. */
	passes: number;
	/** By the number of the request at the service, or of the statement at the database. */
	service: Array<{ at: number; what: string }>;
	store: Array<{ at: number; what: string }>;
	/** Which file cannot be opened, by the number of the attempt to open one. */
	unreadable: number[];
	steps: Step[];
}

/** All of a world from its seed. */
export function planOf(seed: number): Plan {
	const random = seededRandom(seed);
	for (let turn = 0; turn < 5; turn++) random();
	const upTo = (most: number) => Math.floor(random() * (most + 1));
	const chance = (of: number) => random() < of;
	const one = <Value>(values: readonly Value[]) => values[upTo(values.length - 1)] as Value;
	const isLong = chance(0.05);
	const files = chance(0.3) ? 1 + upTo(1) : 0;
	const recipients = 1 + upTo(4);
	const count = 1 + upTo(isLong ? 49 : 5);
	const items = Array.from({ length: count }, (_, at) => ({
		msg: `m${at}`,
		to: `person${upTo(recipients)}`,
		instance: `instance${chance(0.2) ? 1 : 0}`,
		files,
	}));
	const faults = (most: number, range: number, of: readonly string[]) =>
		Array.from({ length: upTo(most) }, () => ({ at: upTo(range), what: one(of) }));
	const steps = Array.from(
		{ length: 1 + upTo(4) },
		(_, at): Step => ({
			...(at > 0 && chance(0.7) && { of: chance(0.7) ? 0 : upTo(2) }),
			isDouble: chance(0.25),
			apart: 0,
			...(chance(0.4) && {
				hit: { at: upTo(chance(0.5) ? 12 : 60), by: one(['kill', 'kill', 'end', 'stop'] as const) },
			}),
			edits: editNames.filter(() => chance(0.12)),
		}),
	);
	const range = count * 3 + 4;
	const drawn = {
		seed,
		items,
		hasKey: chance(0.5),
		resend: chance(0.2),
		continues: chance(0.25),
		retryOnFail: chance(0.2),
		concurrency: one([1, 2, 8]),
		maxTries: 1 + upTo(2),
		messagesPerMinute: chance(0.1) ? 300 : 0,
		pauses: chance(0.1),
		typing: chance(0.1),
		service: faults(chance(0.8) ? 4 : 12, range, serviceFaults),
		store: chance(0.5) ? faults(4, 60, storeFaults) : [],
		unreadable: files > 0 && chance(0.3) ? [upTo(range)] : [],
	};
	// What is drawn from here on changes no seed of before.
	const { resend, ...rest } = drawn;
	const isCounted = !resend && chance(0.15);
	const hasAccounts = chance(0.15);
	const limitOf = (): Limit => {
		const from = chance(0.5) ? upTo(300) : upTo(200_000);
		const until = from + 1000 * one([3, 40, 150, 400]);
		return { instance: one(items).instance, from, until, retryAfter: one([0, 0, 5, 60]) };
	};
	const plan: Omit<Plan, 'evening'> = {
		...rest,
		whenUnsure: resend ? 'resend' : isCounted ? 'countAsSent' : 'fail',
		items: items.map((item) => (hasAccounts ? { ...item, account: one(['A', 'B']) } : item)),
		pieces: files === 0 && chance(0.1),
		quiet: chance(0.03),
		limits: (chance(hasAccounts ? 0.6 : 0.2) ? [limitOf()] : []).map((limit) =>
			hasAccounts ? { ...limit, instance: `${limit.instance} of A` } : limit,
		),
		steps: steps.map((step) => ({
			...step,
			edits: [...step.edits, ...(chance(0.04) ? ['dryRun'] : [])],
			apart: chance(0.3) ? upTo(12_000) : 0,
		})),
		passes: count > 1 && chance(0.15) ? 2 : 1,
	};
	const evening = !plan.quiet && chance(0.04);
	// In all other worlds, the judge could not tell the first of several messages from the whole text.
	const isCertain = !plan.hasKey && plan.whenUnsure === 'fail' && !plan.pauses && !evening;
	const isNamed = plan.limits.length === 0 && plan.service.every(({ what }) => what !== 'cutBody');
	const isReal = plan.steps.every(({ edits }) => !edits.includes('dryRun'));
	const mayJoin = plan.pieces && isCertain && isNamed && isReal;
	const withJoin = (step: Step) =>
		mayJoin && chance(0.3) ? { ...step, edits: [...step.edits, 'join'] } : step;
	const withFailure = (step: Step) => (chance(0.08) ? { ...step, failsBefore: true } : step);
	return { ...plan, evening, steps: plan.steps.map(withJoin).map(withFailure) };
}
