import { seededRandom } from '../../unit/support/seededRandom';

/** What the service does with one request. "…After" ones are carried out, whatever the node hears of it. */
export const serviceFaults = [
	...['refused', 'limited', 'limitedLong', 'askedToWait', 'notReached', 'brokenBefore'],
	...['brokenAfter', 'errorBefore', 'errorAfter', 'pageAfter', 'slow', 'hangs', 'fileGone'],
] as const;

/** Faults that came later, with chance of their own. What throws is a fault of the node itself. */
const moreFaults = ['askedFiveMinutes', 'throwsBefore', 'throwsAfter'] as const;

export type ServiceFault = (typeof serviceFaults)[number] | (typeof moreFaults)[number];

/** What the database does with one statement. It also `hangs`: the statement is carried out when others have long gone on. */
export const storeFaults = ['fails', 'losesAnswer', 'slow'] as const;

export interface PlannedItem {
	to: string;
	instance: string;
	/** A text makes one message or several; each file is a message. */
	kind: 'text' | 'files';
	/** How many messages. */
	count: number;
}

/** A time in which an instance refuses everybody (ms). */
export interface Limit {
	instance: string;
	from: number;
	until: number;
	/** s; 0 if the service does not say. */
	retryAfter: number;
}

/** A time in which all requests to an instance end in doubt (ms), as while a server is exchanged. */
export interface Outage {
	instance: string;
	from: number;
	until: number;
	/** Of `serviceFaults`. */
	what: string;
}

export type WhenUnsure = 'fail' | 'resend' | 'countAsSent';

/** What somebody changed between two runs. */
export const edits = ['text', 'cut', 'to', 'firstFile', 'dry', 'item', 'settings'] as const;

/** What another version of the node, or a person, may have left where n8n saved what is known of an item. */
export const garbage = ['text', 'list', 'listOfSent', 'unknownState', 'nothing'] as const;

/** An execution, or two that begin at the same moment on two processes. */
export interface Step {
	/** Which of the failed executions so far it retries, from the last one. Absent for a new execution. */
	of?: number;
	isDouble: boolean;
	/** How much later the second one begins (ms). */
	apart: number;
	/** At which of its calls to the world the first one is hit, and by what. */
	hit?: { at: number; by: 'kill' | 'end' | 'stop' | 'block' };
	edits: string[];
	whenUnsure: WhenUnsure;
	/** What stands instead of what n8n saved of an item. */
	garbled?: { item: number; by: (typeof garbage)[number] };
}

/** Everything that a world decides before it begins. JSON, so that it can be made smaller. */
export interface Plan {
	seed: number;
	items: PlannedItem[];
	hasKey: boolean;
	/** Whether two items have one key. */
	hasTwins: boolean;
	continues: boolean;
	retryOnFail: boolean;
	/** 0: the run finds the number. */
	atOnce: number;
	/** 0 for no limit. */
	perMinute: number;
	pauses: boolean;
	typing: boolean;
	/** Whether nobody is to get a message in the first minute. */
	quiet: boolean;
	/** Whether nobody is to get one in the end, when nothing goes wrong any more. */
	quietInTheEnd: boolean;
	/** Whether items with files of one instance have one file in common, which is uploaded once. */
	sharesFile: boolean;
	/** Whether two items of the plan are two people of one item of the input. */
	inPairs: boolean;
	/** Whether reading an item edits the input, which n8n saves. */
	editsInput: boolean;
	limits: Limit[];
	outages: Outage[];
	/** By the number of the request at the service, or of the statement at the database. */
	service: Array<{ at: number; what: string }>;
	store: Array<{ at: number; what: string }>;
	steps: Step[];
}

/** All of a world from its seed. */
export function planOf(seed: number): Plan {
	const random = seededRandom(seed);
	for (let turn = 0; turn < 5; turn++) random();
	const upTo = (most: number) => Math.floor(random() * (most + 1));
	const chance = (of: number) => random() < of;
	const one = <Value>(values: readonly Value[]) => values[upTo(values.length - 1)] as Value;
	const recipients = 1 + upTo(3);
	const count = 1 + upTo(chance(0.04) ? 39 : 4);
	const isCut = chance(0.5);
	const items = Array.from(
		{ length: count },
		(): PlannedItem => ({
			to: `person${upTo(recipients)}`,
			instance: `instance${chance(0.2) ? 1 : 0}`,
			kind: chance(0.25) ? 'files' : 'text',
			count: isCut && chance(0.7) ? 2 + upTo(2) : 1,
		}),
	);
	const whenUnsure = one(['fail', 'fail', 'resend', 'countAsSent'] as const);
	const settings = ['fail', 'resend', 'countAsSent'] as const;
	const faults = (most: number, range: number, of: readonly string[]) =>
		Array.from({ length: upTo(most) }, () => ({ at: upTo(range), what: one(of) }));
	// Chance of their own: the worlds that found a fault stay as they were.
	const later = seededRandom(seed + 4);
	for (let turn = 0; turn < 5; turn++) later();
	const [quietInTheEnd, editsInput] = [later() < 0.04, later() < 0.3];
	const steps = Array.from({ length: 1 + upTo(4) }, (_, at): Step => {
		const changed = edits.filter((name) => chance(name === 'dry' ? 0.05 : 0.12));
		if (at > 0 && later() < 0.04 && !changed.includes('dry')) changed.push('dry');
		return {
			...(at > 0 && chance(0.65) && { of: chance(0.7) ? 0 : upTo(2) }),
			isDouble: chance(0.25),
			apart: chance(0.3) ? upTo(12_000) : 0,
			...(chance(0.4) && {
				hit: { at: upTo(chance(0.5) ? 12 : 60), by: one(['kill', 'kill', 'end', 'stop'] as const) },
			}),
			edits: changed,
			whenUnsure: changed.includes('settings') ? one(settings) : whenUnsure,
		};
	});
	// The same for a process that is blocked.
	const latest = seededRandom(seed + 18);
	for (let turn = 0; turn < 5; turn++) latest();
	for (const step of steps)
		if (step.isDouble && latest() < 0.3)
			step.hit ??= { at: Math.floor(13 * latest()), by: 'block' };
	const last = seededRandom(seed + 33);
	for (let turn = 0; turn < 5; turn++) last();
	const sharesFile = last() < 0.3;
	const inPairs = last() < 0.15;
	const moreAt = (what: string) => ({ at: Math.floor(last() * (count * 3 + 4)), what });
	const more = moreFaults.filter(() => last() < 0.06).map(moreAt);
	for (const step of steps)
		if (step.of !== undefined && last() < 0.04)
			step.garbled = {
				item: Math.floor(last() * count),
				by: garbage[Math.floor(last() * garbage.length)] ?? 'text',
			};
	const hangsLater = ({ at, what }: { at: number; what: string }) => ({
		at,
		what: later() < 0.2 ? 'hangs' : what,
	});
	const range = count * 3 + 4;
	const limitOf = (): Limit => {
		const from = chance(0.5) ? upTo(300) : upTo(200_000);
		const until = from + 1000 * one([3, 40, 150, 400]);
		return { instance: one(items).instance, from, until, retryAfter: one([0, 0, 5, 60]) };
	};
	const newest = seededRandom(seed + 52);
	for (let turn = 0; turn < 5; turn++) newest();
	const outageOf = (): Outage => {
		const from = Math.floor(newest() * 200);
		const until = from + [3000, 20_000, 400_000][Math.floor(newest() * 3)]!;
		const faults = ['brokenBefore', 'brokenAfter', 'errorBefore', 'errorAfter'];
		const what = faults[Math.floor(newest() * faults.length)]!;
		const { instance } = items[Math.floor(newest() * count)]!;
		return { instance, from, until, what };
	};
	const outages = newest() < 0.1 ? [outageOf()] : [];
	// A list of which an outage could leave all in doubt.
	for (const { instance } of outages)
		for (let more = Math.floor(newest() * 60); more > 0; more--)
			items.push({ to: `guest${more}`, instance, kind: 'text', count: 1 });
	const goesOn = outages.length > 0 && newest() < 0.7;
	return {
		seed,
		items,
		hasKey: chance(0.6),
		hasTwins: chance(0.1),
		continues: chance(0.3) || goesOn,
		retryOnFail: chance(0.2),
		atOnce: one([0, 1, 2, 8]),
		perMinute: chance(0.1) ? 60 : 0,
		pauses: chance(0.1),
		typing: chance(0.1),
		quiet: chance(0.04),
		quietInTheEnd,
		sharesFile,
		inPairs,
		editsInput,
		limits: chance(0.2) ? [limitOf()] : [],
		outages,
		service: [...more, ...faults(chance(0.8) ? 4 : 12, range, serviceFaults)],
		store: (chance(0.4) ? faults(3, 60, storeFaults) : []).map(hangsLater),
		steps,
	};
}
