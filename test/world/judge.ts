import { apiKey } from './execution';
import type { Event } from './history';
import type { Plan } from './plan';

/** What of the world the judge may know: what the user allowed, and whether the world was kind. */
export interface Allowed {
	hasKey: boolean;
	whenUnsure: Plan['whenUnsure'];
	/** Whether nobody is to get a message in the first minute. */
	quiet: boolean;
	requestsPerSecond: number;
	/** Whether the user wants a pause of 1 s and more after each message. */
	pauses: boolean;
	concurrency: number;
	continues: boolean;
	/** Whether the database and all files could be read. */
	isReadable: boolean;
	/** Whether nothing was killed or stopped, and nothing failed in a way that leaves a doubt. */
	isKind: boolean;
}

type Of<What extends Event['what']> = Extract<Event, { what: What }>;
const only = <What extends Event['what']>(history: Event[], what: What) =>
	history.filter((event): event is Of<What> => event.what === what);

const groups = <Value>(values: Value[], nameOf: (value: Value) => string) => {
	const all = new Map<string, Value[]>();
	for (const value of values) all.set(nameOf(value), [...(all.get(nameOf(value)) ?? []), value]);
	return all;
};

/** What a history shows of one execution. */
class Histories {
	readonly begins: Map<string, Of<'begins'>>;
	readonly accepted: Array<Of<'accepted'>>;
	readonly told: Array<Of<'told'>>;
	readonly ends: Array<Of<'ends'>>;

	constructor(
		readonly all: Event[],
		readonly allowed: Allowed,
	) {
		this.begins = new Map(only(all, 'begins').map((one) => [one.execution, one]));
		this.accepted = only(all, 'accepted').filter(({ kind }) => kind === 'message');
		this.told = only(all, 'told').filter(({ msg }) => msg !== '');
		this.ends = only(all, 'ends');
	}

	familyOf(execution: string): string {
		return this.begins.get(execution)?.family ?? '';
	}

	/** Whether n8n lost a run of the family. */
	hasLost(execution: string): boolean {
		return this.ends.some(
			(one) =>
				this.familyOf(one.execution) === this.familyOf(execution) &&
				(one.how === 'killed' || one.left === 'stopped'),
		);
	}

	/** The execution, and those that it continues: of a run that n8n lost, and of other retries, it knows nothing. */
	lineOf(execution: string): string[] {
		const { retryOf } = this.begins.get(execution) ?? {};
		const end = this.ends.find((one) => one.execution === retryOf);
		const isKept = retryOf !== undefined && end?.how === 'error' && end.left !== 'stopped';
		return [execution, ...(isKept ? this.lineOf(retryOf) : [])];
	}

	/** What an execution and its family got accepted until then. */
	acceptedBy(family: string, msg: string, until = Infinity) {
		return this.accepted.filter(
			(one) => one.msg === msg && one.at <= until && this.familyOf(one.execution) === family,
		);
	}
}

const isFailed = (as: string) => as === 'notSent' || as === 'unknown';

type AtService = Of<'request' | 'accepted' | 'refused' | 'unheard'>;

/** What happened at the service in each run, by instance. */
function runsByInstance(all: Event[]): AtService[][] {
	const tries = new Map<string, number>();
	const runs = new Map<string, AtService[]>();
	for (const event of all) {
		const { execution } = event;
		// "Retry On Fail" is another run.
		if (event.what === 'try fails') tries.set(execution, (tries.get(execution) ?? 0) + 1);
		if (!('kind' in event) || event.kind === 'upload') continue;
		const name = `${execution} ${tries.get(execution)} ${event.instance}`;
		runs.set(name, [...(runs.get(name) ?? []), event]);
	}
	return [...runs.values()];
}

/** How many messages may ask an instance that accepts nothing (ms since its first refusal). It is given up after 5 min. */
const bounds = [
	[2000, 3],
	[60_000, 12],
	[Infinity, 20],
] as const;

/** Whether a request respects the refusals before it. What is on its way counts for nothing. */
function mayAsk(event: AtService, before: AtService[], { allowed, begins }: Histories) {
	const { what, kind, at, to, execution } = event;
	if (what !== 'request') return true;
	const answers = before.filter((one) => one.what !== 'request' && one.kind === 'message');
	const isLimit = (one: AtService) => one.what === 'refused' && one.retryAfter !== undefined;
	const streak = answers.slice(answers.findLastIndex((one) => !isLimit(one)) + 1);
	const [first] = streak;
	if (!first) return true;
	const isEdited = begins.get(execution)?.edits.includes('concurrency');
	const onItsWay = (isEdited ? 3 : allowed.concurrency) - 1;
	const asked = before.filter((one) => one.what === 'request' && one.at > first.at);
	if (kind !== 'message') return asked.filter((one) => one.kind === kind).length < onItsWay;
	const { retryAfter = 0, at: last } = streak.at(-1) as Of<'refused'>;
	const isAlone = before.every((one) => one.to === to || one.kind !== 'message');
	if (isAlone && before.length > 0 && at < last + retryAfter * 1000) return false;
	const messages = asked.filter((one) => one.kind === 'message').length + 1;
	return bounds.every(([time, most]) => at - first.at > time || messages <= most + onItsWay);
}

type Rule = (given: Histories) => string | undefined | false;

/** No later acceptance, unless the user allowed it and the earlier one was in doubt. */
function twice(given: Histories, sent: Array<Of<'accepted'>>): string | undefined {
	const { all, allowed, ends } = given;
	for (const [at, one] of sent.entries()) {
		const isUnheard = all.some(
			(event) =>
				event.what === 'unheard' && event.execution === one.execution && event.msg === one.msg,
		);
		const end = ends.find(({ execution }) => execution === one.execution);
		const isLost = end?.how === 'killed' || end?.left === 'stopped';
		const mayRepeat = allowed.whenUnsure === 'resend' && (isUnheard || isLost || !allowed.isKind);
		if (sent[at + 1] && !mayRepeat) return `${one.msg} was accepted twice`;
	}
	return undefined;
}

/** What a user can rely on. Each rule reads the history alone, and says what is wrong. */
export const rules: Record<string, Rule> = {
	'at most once': (given) => {
		const { accepted, allowed } = given;
		// Of a run that n8n lost, only keys know, and a key is for one recipient.
		const known = accepted.filter((one) => !allowed.hasKey || !given.hasLost(one.execution));
		const inFamily = groups(known, ({ execution, msg }) => `${given.familyOf(execution)} ${msg}`);
		const byKey = groups(accepted, ({ msg, to, instance }) => `${msg} ${to} ${instance}`);
		return [...inFamily.values(), ...(allowed.hasKey ? byKey.values() : [])]
			.map((sent) => twice(given, sent))
			.find(Boolean);
	},

	'reported sent means accepted': ({ told, accepted }) => {
		const wrong = told.find(
			({ as, msg, at }) =>
				(as === 'sent' || as === 'skipped') &&
				!accepted.some((one) => one.msg === msg && one.at <= at) &&
				!told.some((one) => one.as === 'countedAsSent' && one.msg === msg),
		);
		return wrong && `${wrong.msg} was not accepted`;
	},

	'not sent means not accepted': (given) => {
		const wrong = given.told.find(({ as, msg, at, execution }) => {
			const { allowed } = given;
			// Then two retries may send at the same time, and each says what it did.
			const mayOthersSend =
				allowed.whenUnsure === 'resend' || (allowed.hasKey && given.hasLost(execution));
			return (
				as === 'notSent' &&
				given
					.acceptedBy(given.familyOf(execution), msg, at)
					.some((one) => !mayOthersSend || given.lineOf(execution).includes(one.execution))
			);
		});
		return wrong && `${wrong.msg} was accepted`;
	},

	'unknown only where something was lost': ({ told, allowed }) => {
		const wrong =
			allowed.isKind &&
			told.find(({ as, reason }) => as === 'unknown' && reason !== 'retriedBefore');
		return wrong && `${wrong.msg} cannot be in doubt`;
	},

	'each item is told once': ({ all, begins }) => {
		for (const end of only(all, 'ends').filter(({ how }) => how === 'success')) {
			const count = begins.get(end.execution)?.items.length ?? 0;
			const told = only(all, 'told').filter(({ execution }) => execution === end.execution);
			const hasFailed = told.some(({ as }) => isFailed(as));
			if (hasFailed ? told.length > count : told.length !== count)
				return `${told.length} of ${count} of execution ${end.execution} were told`;
		}
		return undefined;
	},

	'after enough retries, all that is not in doubt was delivered': (given) => {
		const calm = given.all.findIndex(({ what }) => what === 'calm');
		const wrong = given.all
			.slice(calm)
			.find(
				(event) =>
					event.what === 'told' &&
					(event.as === undefined || (event.as === 'notSent' && event.reason !== 'retriedBefore')),
			);
		return wrong && `${JSON.stringify(wrong)} although nothing was wrong any more`;
	},

	'to one recipient in input order': (given) => {
		const lanes = groups(given.accepted, ({ execution, instance, to, at }) => {
			// "Retry On Fail" begins again with the first item.
			const tries = only(given.all, 'try fails').filter(
				(one) => one.execution === execution && one.at <= at,
			);
			return `${execution} ${tries.length} ${instance} ${to}`;
		});
		for (const sent of lanes.values()) {
			const items = given.begins.get(sent[0]?.execution ?? '')?.items ?? [];
			const places = sent.map(({ msg }) => items.indexOf(msg));
			if (places.some((place, at) => place < (places[at - 1] ?? 0)))
				return `${sent.map(({ msg }) => msg).join(', ')} arrived in this order`;
		}
		return undefined;
	},

	'counts are those of the history': (given) => {
		for (const { execution, text = '', at } of given.ends) {
			const [, , said] = /^(.*)\| (\d+ (?:item|file)s?: [^.]*)\./s.exec(text) ?? [];
			if (said === undefined) continue;
			const number = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(said)?.[1] ?? 0);
			const { family = '', items = [] } = given.begins.get(execution) ?? {};
			const accepted = items.map((msg) => given.acceptedBy(family, msg, at));
			const sent = accepted.filter((all) => all.length > 0).length;
			const line = given.lineOf(execution);
			const known = accepted.filter((all) =>
				all.some((one) => line.includes(one.execution)),
			).length;
			const [reported, doubts] = [number('sent'), number('may have arrived')];
			const isSkipped = given.allowed.hasKey ? number('skipped') : 0;
			const others = isSkipped + number('counted as sent') + number('held') + number('rehearsed');
			// A retry calls sent what an earlier run counted as sent.
			const mayCount = given.allowed.whenUnsure === 'countAsSent';
			if ((reported > sent && !mayCount) || reported + doubts + others < known)
				return `"${said}" of execution ${execution}, of which ${sent} were accepted`;
		}
		return undefined;
	},

	'a refusal is respected': (given) => {
		for (const events of runsByInstance(given.all)) {
			const late = events.find((event, at) => !mayAsk(event, events.slice(0, at), given));
			if (late) return `${late.what} of ${late.msg} at ${late.at} although it is refused`;
		}
		return undefined;
	},

	// One whose next turn comes after five minutes fails at once.
	'a limit fails nothing within four minutes': ({ all, told, begins, allowed }) => {
		const wrong = told.find(({ execution, as, msg, at, reason }) => {
			const of = all.filter((one) => one.execution === execution);
			const last = of.findLast((one) => 'msg' in one && one.msg === msg && one.what !== 'told');
			const { at: begun = 0, items = [] } = begins.get(execution) ?? {};
			// One that fails keeps back the others.
			const isFree = allowed.isReadable && (allowed.continues || items.length === 1);
			const isLimited = last?.what === 'refused' && last.retryAfter !== undefined;
			// The doubt of another execution, or a stop, is another reason.
			const isElsewhere = reason === 'keyInDoubt' && allowed.whenUnsure !== 'resend';
			const isStopped = of.some((one) => one.what === 'fault' && one.of === 'n8n');
			const hasFailed = isFailed(as) && !isElsewhere && !isStopped;
			return hasFailed && isFree && isLimited && at - begun < 240_000;
		});
		return wrong && `${wrong.msg} failed`;
	},

	'a limit holds back nobody else': ({ all, begins, allowed }) => {
		if (!allowed.isKind || allowed.requestsPerSecond > 0) return undefined;
		const late = only(all, 'request').find(({ execution, instance, at }) => {
			const refused = only(all, 'refused').filter((one) => one.execution === execution);
			const { at: begun = 0, items = [] } = begins.get(execution) ?? {};
			const wasRefused = refused.some((one) => one.instance === instance);
			return !wasRefused && at - begun > 30_000 + 12_000 * items.length;
		});
		return late && `${late.msg} waited until ${late.at} though nobody refused it`;
	},

	'pauses and limits that the user wants': ({ all, begins, allowed }) => {
		for (const events of allowed.pauses ? runsByInstance(all) : []) {
			const soon = events.find(({ what, kind, msg, at }) =>
				events.some(
					(one) =>
						what === 'request' &&
						kind === 'message' &&
						one.kind === kind &&
						one.msg !== msg &&
						one.what === 'accepted' &&
						one.at <= at &&
						one.at > at - 1000,
				),
			);
			if (soon) return `no pause before ${soon.msg}`;
		}
		const { requestsPerSecond, concurrency } = allowed;
		for (const execution of begins.keys()) {
			const requests = only(all, 'request').filter((one) => one.execution === execution);
			const messages = new Set(requests.map(({ msg }) => msg)).size;
			const hints = only(all, 'hint').filter((one) => one.execution === execution);
			for (const { text } of hints) {
				const [, times] = /The node paused (once|\d+)/.exec(text) ?? [];
				const pauses = times === 'once' ? 1 : Number(times ?? 0);
				if (pauses > messages) return `${pauses} pauses of ${messages} messages`;
			}
			const inTwoSeconds = (from: number) =>
				requests.filter(({ at }) => at >= from && at < from + 2000).length;
			const most = 2 * requestsPerSecond + 2 * concurrency + 2;
			if (requestsPerSecond > 0 && requests.some(({ at }) => inTwoSeconds(at) > most))
				return `more than ${most} requests in two seconds`;
		}
		return undefined;
	},

	'who is not to get a message gets none': ({ all, begins, allowed }) => {
		const wrong = only(all, 'request').find(
			({ execution, at }) =>
				(allowed.quiet && at < 60_000) || begins.get(execution)?.edits.includes('rehearse'),
		);
		return wrong && `${wrong.msg} was sent`;
	},

	'a run leaves nothing behind': ({ all }) => only(all, 'leaks')[0]?.text,

	'the key is nowhere': ({ all }) => JSON.stringify(all).includes(apiKey) && 'the key was seen',
};

/** @returns the rule that a history breaks, and how */
export function judge(history: Event[], allowed: Allowed): string | undefined {
	const given = new Histories(history, allowed);
	for (const [name, rule] of Object.entries(rules)) {
		const broken = rule(given);
		if (broken) return `${name}: ${broken}`;
	}
	return undefined;
}
