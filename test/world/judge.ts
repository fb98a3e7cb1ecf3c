import { apiKey } from './execution';
import type { Event } from './history';

/** What of the world the judge may know: what the user allowed, and whether the world was kind. */
export interface Allowed {
	hasKey: boolean;
	resend: boolean;
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
		const mayRepeat = allowed.resend && (isUnheard || isLost || !allowed.isKind);
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
				!accepted.some((one) => one.msg === msg && one.at <= at),
		);
		return wrong && `${wrong.msg} was not accepted`;
	},

	'not sent means not accepted': (given) => {
		const wrong = given.told.find(({ as, msg, at, execution }) => {
			const { allowed } = given;
			// Then two retries may send at the same time, and each says what it did.
			const mayOthersSend = allowed.resend || (allowed.hasKey && given.hasLost(execution));
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
			const hasFailed = told.some(({ as }) => as === 'notSent' || as === 'unknown');
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
			if (reported > sent || reported + doubts + isSkipped < known)
				return `"${said}" of execution ${execution}, of which ${sent} were accepted`;
		}
		return undefined;
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
