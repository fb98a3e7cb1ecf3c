import { apiKey } from './execution';
import {
	type Allowed,
	groups,
	Histories,
	isFailed,
	isLost,
	type Of,
	only,
	type Rule,
} from './histories';
import type { Event } from './history';
import { limitRules } from './limitRules';

const itemOf = (msg: string) => msg.split('-', 1)[0];

/** No later acceptance, unless the user allowed it and the earlier one was in doubt. */
function twice(given: Histories, sent: Array<Of<'accepted'>>): string | undefined {
	const { all, allowed } = given;
	const wrong = sent.slice(1).find((next, before) => {
		const one = sent[before] as Of<'accepted'>;
		// If a message of a text is in doubt, and the text is another one now, all of it goes again.
		const isEdited = [one, next].some(({ execution }) =>
			given.begins.get(execution)?.edits.includes('text'),
		);
		const isAbout = ({ msg }: { msg: string }) =>
			msg === one.msg || (isEdited && itemOf(msg) === itemOf(one.msg));
		const isDoubt = all.some(
			(event) =>
				event.execution === one.execution &&
				(isLost(event) || (event.what === 'unheard' && isAbout(event))),
		);
		// A retry knows what was sent by those that it continues, and a key what was recorded.
		const isKnown = given.lineOf(next.execution).includes(one.execution);
		const isSameKey = next.to === one.to && next.instance === one.instance;
		const isRecorded = isKnown || (allowed.hasKey && allowed.isKind && isSameKey);
		// A text of which only the beginning was sent is in doubt.
		const isCertain = !isDoubt && isRecorded;
		return allowed.whenUnsure !== 'resend' || isCertain;
	});
	return wrong && `${wrong.msg} was accepted twice`;
}

/** Whether a message in doubt counts as sent, as the user wants. A run that n8n lost cannot say that it counted one. */
function isCounted({ all, begins, allowed }: Histories, msg: string, until: number): boolean {
	// What a run counted, it says at its end.
	const runs = all.filter(({ execution }) => {
		const { items = [], at = Infinity } = begins.get(execution) ?? {};
		return at <= until && items.includes(msg);
	});
	const isDoubt = (event: Event) =>
		isLost(event) || (event.what === 'unheard' && event.msg === msg);
	const mayCount = ({ execution, at }: Event) =>
		runs.some((one) => isDoubt(one) && one.execution !== execution && one.at <= at);
	const counts = (event: Event) =>
		(event.what === 'hint' && / counts? as sent /.test(event.text)) ||
		(isLost(event) && mayCount(event));
	return allowed.whenUnsure === 'countAsSent' && runs.some(counts);
}

/** What a user can rely on. Each rule reads the history alone, and says what is wrong. */
const rules: Record<string, Rule> = {
	...limitRules,

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

	'reported sent means accepted': (given) => {
		const wrong = given.told.find(
			({ as, msg, at }) =>
				(as === 'sent' || as === 'skipped') &&
				!given.accepted.some((one) => one.msg === msg && one.at <= at) &&
				!isCounted(given, msg, at),
		);
		return wrong && `${wrong.msg} was not accepted`;
	},

	'not sent means not accepted': (given) => {
		const { whenUnsure, hasKey } = given.allowed;
		const wrong = given.told.find(({ as, msg, at, execution }) => {
			// Then two retries may send at the same time, and each says what it did.
			const mayOthersSend = whenUnsure === 'resend' || (hasKey && given.hasLost(execution));
			const accepted = given.acceptedBy(given.familyOf(execution), msg, at);
			const mayBy = (by: string) => mayOthersSend && !given.lineOf(execution).includes(by);
			return as === 'notSent' && accepted.some((one) => !mayBy(one.execution));
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
					(event.as === undefined ||
						(event.as === 'notSent' &&
							!['retriedBefore', 'quietHours', 'changedInTheMiddle'].includes(event.reason ?? ''))),
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
			const { family = '', items = [] } = given.begins.get(execution) ?? {};
			const [, , said] = /^(.*)\| (\d+ (?:item|file|message)s?: [^.]*)\./s.exec(text) ?? [];
			// Of a loop, it counts the items of a pass.
			if (said === undefined || parseInt(said) !== items.length) continue;
			const number = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(said)?.[1] ?? 0);
			const accepted = items.map((msg) => given.acceptedBy(family, msg, at));
			const sent = accepted.filter((all) => all.length > 0).length;
			const line = given.lineOf(execution);
			const known = accepted.filter((all) =>
				all.some((one) => line.includes(one.execution)),
			).length;
			const [reported, doubts] = [number('sent'), number('may have arrived')];
			const isSkipped = given.allowed.hasKey ? number('skipped') : 0;
			const others = isSkipped + number('counted as sent') + number('in a dry run');
			// A retry calls sent what an earlier run counted as sent.
			const mayCount = given.allowed.whenUnsure === 'countAsSent';
			if ((reported > sent && !mayCount) || reported + doubts + others < known)
				return `"${said}" of execution ${execution}, of which ${sent} were accepted`;
		}
		return undefined;
	},

	'who is not to get a message gets none': (given) => {
		const { all, accepted, told, begins, allowed } = given;
		const requests = only(all, 'request');
		type About = { execution: string; msg: string };
		const itemOf = ({ msg }: About) => msg.replace(/-\w+$/, '');
		const inFamily = (one: About) => `${given.familyOf(one.execution)} ${itemOf(one)}`;
		const inExecution = (one: About) => `${one.execution} ${itemOf(one)}`;
		// What has begun is finished. Half a minute is enough to begin a key.
		const begun = new Set(requests.filter(({ at }) => at < 90_000).map(inFamily));
		const held = new Set(told.filter(({ reason }) => reason === 'quietHours').map(inExecution));
		const wrong =
			requests.find(
				(one) =>
					(allowed.quiet && one.at < 60_000) ||
					(allowed.evening && one.at > 90_000 && one.msg && !begun.has(inFamily(one))) ||
					begins.get(one.execution)?.edits.includes('dryRun'),
			) ?? accepted.find((one) => held.has(inExecution(one)));
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
