import type { Event } from './history';
import {
	type AtService,
	atServiceIn,
	groups,
	Histories,
	isLost,
	isRefusedFile,
	type Of,
	only,
	pieceOf,
	type Rule,
	runsOf,
} from './histories';
import { bounds, limitRules } from './limitRules';
import type { Plan } from './plan';

type Accepted = Of<'accepted'>;

/** All messages of one delivery: of one item of an execution and its retries, or of one key. */
function deliveriesOf(given: Histories, hasKey: boolean): Accepted[][] {
	const nameOf = (one: Accepted) => {
		const { name } = pieceOf(one.msg);
		return hasKey
			? `${name} ${one.to} ${one.instance}`
			: `${given.familyOf(one.execution)} ${name}`;
	};
	return [...groups(given.accepted, nameOf).values()];
}

const settingsOf = ({ begins }: Histories) =>
	[...begins.values()].map(({ edits }) => edits.split(' ').at(-1));

const isBlock = (event: Event) => event.what === 'fault' && event.of === 'process';

const isGarbled = (event: Event) => event.what === 'fault' && event.of === 'journal';

/** Whether nobody heard what became of a message of an item. */
const isUnheard = (event: Event, name: string) =>
	event.what === 'unheard' && event.kind === 'message' && pieceOf(event.msg).name === name;

/** Whether a message of an item could be in doubt: no definite answer, or an execution that n8n lost. */
const hasDoubt = ({ all, begins }: Histories, name: string, until: number) => {
	const retried = [...begins.values()].flatMap(({ retryOf }) => retryOf ?? []);
	return (
		// Of two retries, neither knows what the other one sent.
		new Set(retried).size < retried.length ||
		all.some(
			(event) =>
				event.at <= until &&
				(isLost(event) ||
					isUnheard(event, name) ||
					// A key whose progress could not be recorded is in doubt, too.
					(event.what === 'fault' && event.of === 'store') ||
					// Whoever shows no sign of life is in doubt for the others.
					isBlock(event) ||
					isGarbled(event)),
		)
	);
};

/** Whether somebody changed what a delivery is made of: if some of it was sent, it is unclear what arrived. */
const isChanged = ({ begins }: Histories) =>
	[...begins.values()].some(({ edits }) => /\b(?:text|cut|firstFile)\b/.test(edits));

/** Whether somebody allowed to send again what may have arrived. */
const mayComeAgain = (given: Histories, { msg, at }: Accepted) =>
	settingsOf(given).includes('resend') &&
	(hasDoubt(given, pieceOf(msg).name, at) || isChanged(given));

/** Whether two executions may have sent at the same time. */
function areBeside(given: Histories, one: string, other: string): boolean {
	const spanOf = (execution: string) => {
		const end = given.ends.find((event) => event.execution === execution);
		// A request of an execution that was killed may still be on its way.
		const until = (end?.at ?? Infinity) + (end && isLost(end) ? 120_000 : 0);
		return { from: given.begins.get(execution)?.at ?? 0, until };
	};
	const [first, second] = [spanOf(one), spanOf(other)];
	return first.from <= second.until && second.from <= first.until;
}

/**
 * A key knows what was sent again: it must have been allowed for this execution, for one beside it, or for one that began
 * everything again since, of which this one sends the rest.
 */
function mayComeAgainWithKey(given: Histories, { execution, msg, at }: Accepted): boolean {
	const before = given.accepted.findLast((one) => one.msg === msg && one.at < at);
	const isSince = (one: { at: number }) => before && before.at <= one.at && one.at <= at;
	return (
		(hasDoubt(given, pieceOf(msg).name, at) || isChanged(given)) &&
		[...given.begins.values()].some(
			(one) =>
				one.edits.endsWith('resend') &&
				(areBeside(given, one.execution, execution) || isSince(one)),
		)
	);
}

/**
 * Whether an execution that was allowed to began another text since, and left its first message in doubt: whoever counts
 * that message as sent sends the rest of this text.
 */
function countsTheBeginning(given: Histories, message: Accepted, since: number): boolean {
	if (!given.begins.get(message.execution)?.edits.endsWith('countAsSent')) return false;
	const { name, plan, at: place } = pieceOf(message.msg);
	if (place === 0) return false;
	const isFirst = (msg: string) => {
		const piece = pieceOf(msg);
		return piece.name === name && piece.plan === plan && piece.at === 0;
	};
	return [...given.begins.values()].some(({ at, edits, items, execution }) => {
		const isOwn = (event: Event) => event.execution === execution;
		const isChanged = given.told.some(
			(one) => isOwn(one) && one.reason === 'changedInTheMiddle' && pieceOf(one.msg).name === name,
		);
		const end = given.ends.find((one) => one.execution === execution);
		const ran = at <= message.at && since <= (end?.at ?? Infinity);
		if (!ran || !edits.endsWith('resend') || !items.some(isFirst)) return false;
		return given.all.some(
			(event) =>
				event.at >= since &&
				event.at <= message.at &&
				((event.what === 'unheard' && isOwn(event) && isFirst(event.msg)) ||
					((isLost(event) || isBlock(event)) && isOwn(event)) ||
					// A key whose progress could not be recorded is in doubt, too.
					(event.what === 'fault' && event.of === 'store' && !isChanged)),
		);
	});
}

/** @param isAlone whether nobody else sends messages of these deliveries */
function wrongIn(
	given: Histories,
	sent: Accepted[],
	isAlone: boolean,
	mayAgain: typeof mayComeAgain,
): string | undefined {
	const settings = settingsOf(given);
	const pieces = sent.map(({ msg }) => pieceOf(msg));
	// What another execution counted can still arrive from one that was blocked, behind what follows it.
	const mayBeLate = settings.includes('countAsSent') && given.all.some(isBlock);
	for (const [at, { plan, at: place }] of pieces.entries()) {
		const before = pieces[at - 1];
		const message = sent[at] as Accepted;
		const { msg } = message;
		if (mayAgain(given, message)) continue;
		const last = sent[at - 1];
		if (last && before?.plan !== plan) {
			if (countsTheBeginning(given, message, last.at)) continue;
			return `${msg} came after ${last.msg}`;
		}
		const isAgain = pieces.slice(0, at).some((one) => one.plan === plan && one.at === place);
		if (isAgain || (before && place <= before.at && !mayBeLate)) return `${msg} came again`;
		const mayLack = !isAlone || settings.includes('countAsSent') || plan === 'files';
		if (!mayLack && place !== (before ? before.at + 1 : 0)) return `${msg} came before its turn`;
	}
	return undefined;
}

/** The most messages in progress: without a number of the user's, a long list finds that many may be. */
const atOnceIn = ({ atOnce, items }: Plan) => atOnce || (items.length > 8 ? 128 : 8);

/** How messages of a run to an instance ended, as the node heard it. A limit says neither. @param lag how long a refusal was on its way (ms) */
function endsOf(events: AtService[], tries: number, lag: number) {
	const doubts = new Map<string, number>();
	return events.flatMap((event, at): Array<{ at: number; isDoubt: boolean }> => {
		if (event.what === 'request') return [];
		if (event.what === 'unheard') {
			const count = (doubts.get(event.msg) ?? 0) + 1;
			doubts.set(event.msg, count);
			// A doubt that is sent again is one when its attempts are over. Twins have the same message.
			return count % tries > 0 ? [] : [{ at: event.at, isDoubt: true }];
		}
		const next = events.slice(at + 1).find(({ msg }) => msg === event.msg);
		const isLimit = event.what === 'refused' && event.retryAfter !== undefined;
		if (next?.what === 'unheard' || isLimit) return [];
		return [{ at: event.what === 'accepted' ? event.heard : event.at + lag, isDoubt: false }];
	});
}

/** The first message too many after three in a row that ended in doubt. What is on its way counts for nothing. */
function multiplied(
	events: AtService[],
	known: ReturnType<typeof endsOf>,
	onItsWay: number,
): AtService | undefined {
	const ends = known.sort((one, other) => one.at - other.at);
	return events.find((event) => {
		const before = ends.filter(({ at }) => at <= event.at);
		const third = before.slice(before.findLastIndex(({ isDoubt }) => !isDoubt) + 1)[2];
		if (event.what !== 'request' || !third) return false;
		const asked = events.filter(
			({ what, at }) => what === 'request' && at > third.at && at <= event.at,
		);
		const count = new Set(asked.map(({ msg }) => msg)).size;
		return bounds.some(([time, most]) => event.at - third.at <= time && count > most + onItsWay);
	});
}

/** The requests of the attempts of steps: the upload of a message is a part of them. */
const attemptsIn = (run: Event[]) => atServiceIn(run).filter(({ kind }) => kind !== 'indication');

/** The repeats of a request after something went wrong, of which a limit is none. */
function repeatsIn(sent: AtService[]): Array<{ ended: number; again: number; number: number }> {
	const repeats: Array<{ ended: number; again: number; number: number }> = [];
	let failed = 0;
	let ended: number | undefined;
	for (const event of sent) {
		if (event.what === 'request') {
			if (ended !== undefined) repeats.push({ ended, again: event.at, number: failed });
			ended = undefined;
		} else if (
			event.what === 'unheard' ||
			(event.what === 'refused' && event.retryAfter === undefined)
		) {
			// What the service did not carry out, and of which nobody heard, is noted twice.
			if (ended === undefined) failed++;
			ended = event.at;
		}
	}
	return repeats;
}

function rulesOf(plan: Plan): Record<string, Rule> {
	const {
		'a limit holds back nobody else': freely,
		'a limit fails nothing within four minutes': failing,
		...others
	} = limitRules;
	const limits = plan.service.filter(({ what }) => /limited|asked/.test(what));
	// Whoever waited before, and is asked to wait for five more minutes, is given up at once.
	const isLong =
		limits.some(({ what }) => what === 'askedFiveMinutes') &&
		limits.length + plan.limits.length > 1;
	const hangs = plan.service.some(({ what }) => what === 'hangs');
	// The rest of a text goes to a recipient who was corrected meanwhile.
	const isCorrected = plan.steps.some((step) => step.edits.includes('to'));
	return {
		...others,
		// Whoever waits for a key waits as long as the execution that holds it.
		...(!hangs && !plan.hasKey && freely && { 'a limit holds back nobody else': freely }),
		// Of two items with one key, one can fail in doubt before a limit holds back the other one.
		...(!plan.hasTwins &&
			!isLong &&
			failing && { 'a limit fails nothing within four minutes': failing }),

		'one delivery, whole, in order and once': (given) => {
			// Of a lost run only keys know, and a key is for one recipient.
			const isKnown = (execution: string) =>
				!plan.hasKey || !(plan.hasTwins || given.hasLost(execution));
			// What counts for one recipient is finished for another one, of whose messages only the key knows.
			const isElsewhere = plan.hasKey && isCorrected && settingsOf(given).includes('countAsSent');
			const known = deliveriesOf(given, false).map((sent) =>
				sent.filter(({ execution }) => !isElsewhere && isKnown(execution)),
			);
			const byKey = plan.hasKey ? deliveriesOf(given, true) : [];
			return [
				...known.map((sent) => wrongIn(given, sent, !plan.hasKey, mayComeAgain)),
				...byKey.map((sent) => wrongIn(given, sent, !isCorrected, mayComeAgainWithKey)),
			].find(Boolean);
		},

		'after another text with its key, a text begins with its first message': (given) => {
			if (!plan.hasKey || isCorrected || settingsOf(given).includes('countAsSent'))
				return undefined;
			for (const sent of deliveriesOf(given, true))
				for (const [at, { msg, execution }] of sent.entries()) {
					const before = sent[at - 1];
					const [piece, other] = [pieceOf(msg), pieceOf(before?.msg ?? '')];
					const isOther = before && piece.plan !== 'files' && other.plan !== piece.plan;
					if (isOther && piece.at > 0 && !areBeside(given, before.execution, execution))
						return `${msg} came after ${before.msg}`;
				}
			return undefined;
		},

		'reported sent means accepted, or counted': (given) => {
			if (given.mayCountUntold) return undefined;
			const { counted, countedWhole } = given;
			// Of a key that was finished, all is skipped that this execution has not sent itself, also another text.
			const isWhole = ({ execution, msg }: Of<'told'>) => {
				const isOfIt = (one: Of<'accepted' | 'told'>) =>
					one.execution === execution && pieceOf(one.msg).name === pieceOf(msg).name;
				const all = given.told.filter(isOfIt);
				const { items = [] } = given.begins.get(execution) ?? {};
				const pieces = items.filter((one) => pieceOf(one).name === pieceOf(msg).name);
				const isSkipped = (name: string) =>
					all.some((one) => one.msg === name && one.as === 'skipped');
				const isSent = all.some(({ as }) => as === 'sent') && !given.accepted.some(isOfIt);
				return (
					pieces.every(isSkipped) || (isSent && all.every(({ as }) => /skipped|sent/.test(as)))
				);
			};
			const wrong = given.told.find(
				(event) =>
					(event.as === 'sent' || event.as === 'skipped') &&
					!counted.has(event.msg) &&
					!countedWhole.has(pieceOf(event.msg).name) &&
					!given.accepted.some(
						(one) =>
							one.at <= event.at &&
							pieceOf(one.msg).name === pieceOf(event.msg).name &&
							((event.as === 'skipped' && isWhole(event)) ||
								one.msg === event.msg ||
								(event.as === 'sent' &&
									given.familyOf(event.execution) === given.familyOf(one.execution))),
					),
			);
			return wrong && `${wrong.msg} was not accepted`;
		},

		'only what may have arrived counts as sent': (given) => {
			// Another text, or another cut, of a delivery that was begun counts as a whole.
			if (isChanged(given)) return undefined;
			const wrong = given.told.find(
				({ as, msg, at }) => as === 'countedAsSent' && !hasDoubt(given, pieceOf(msg).name, at),
			);
			return wrong && `${wrong.msg} was never in doubt`;
		},

		'not sent means not accepted': (given) => {
			const wrong = given.told.find(({ as, msg, at, execution, reason }) => {
				if (as !== 'notSent' || reason === 'changedInTheMiddle') return false;
				if (settingsOf(given).includes('resend') || plan.hasTwins) return false;
				const line = given.lineOf(execution);
				const { retryOf } = given.begins.get(execution) ?? {};
				// Another retry of the same execution may have sent it.
				const isOfRun = reason === 'stopped' || reason === 'quietHours';
				const isKnown = (one: string) =>
					line.includes(one) ||
					(isOfRun && !!retryOf && given.begins.get(one)?.retryOf === retryOf);
				return given.accepted.some(
					(one) => one.msg === msg && one.at <= at && isKnown(one.execution),
				);
			});
			return wrong && `${wrong.msg} was accepted`;
		},

		'nothing is lost behind a green item': (given) => {
			if (given.mayCountUntold) return undefined;
			const { counted, countedWhole } = given;
			for (const { execution } of only(given.all, 'ends')) {
				const { items = [], edits = '' } = given.begins.get(execution) ?? {};
				if (edits.includes('dry')) continue;
				for (const name of new Set(items.map((msg) => pieceOf(msg).name))) {
					const told = given.told.filter(
						(one) => one.execution === execution && pieceOf(one.msg).name === name,
					);
					const isGreen =
						told.length > 0 &&
						told.every(({ as }) => ['sent', 'skipped', 'countedAsSent'].includes(as));
					if (!isGreen || countedWhole.has(name)) continue;
					const sent = [
						...given.accepted.map(({ msg }) => ({ msg })),
						...[...counted].map((msg) => ({ msg })),
					].filter(({ msg }) => pieceOf(msg).name === name);
					const isWhole = sent.some(({ msg }) => {
						const { plan: of, count } = pieceOf(msg);
						// Whoever removes a file does not want it sent.
						if (of === 'files')
							return told.every(
								({ as, msg: one }) => as === 'skipped' || sent.some((two) => two.msg === one),
							);
						const places = new Set(
							sent.filter((one) => pieceOf(one.msg).plan === of).map((one) => pieceOf(one.msg).at),
						);
						return places.size === count;
					});
					if (!isWhole) return `${name} of execution ${execution} is green and not whole`;
				}
			}
			return undefined;
		},

		'unknown only where something was lost': ({ told, all }) => {
			const isKind =
				plan.store.length === 0 &&
				!all.some((event) => isLost(event) || isGarbled(event)) &&
				plan.steps.every(({ hit, isDouble }) => !hit && !isDouble);
			const wrong =
				isKind &&
				told.find(
					({ as, reason, msg, at }) =>
						as === 'unknown' &&
						reason !== 'retriedBefore' &&
						reason !== 'changedInTheMiddle' &&
						!all.some((event) => event.at <= at && isUnheard(event, pieceOf(msg).name)),
				);
			return wrong && `${wrong.msg} cannot be in doubt`;
		},

		'after enough retries, all that is not in doubt was delivered': (given) => {
			const calm = given.all.findIndex(({ what }) => what === 'calm');
			const fine = ['changedInTheMiddle', 'keyConflict', 'retriedBefore', 'quietHours'];
			const wrong = given.all
				.slice(calm)
				.find(
					(event) =>
						event.what === 'told' && event.as === 'notSent' && !fine.includes(event.reason ?? ''),
				);
			// A doubt that was to be sent again, and changed in the middle, ends the run like any change.
			const mayEnd = !plan.continues && settingsOf(given).includes('resend');
			const isHeldBack = given.all
				.slice(calm)
				.some(
					(event) =>
						event.what === 'told' &&
						(fine.includes(event.reason ?? '') || (mayEnd && event.as === 'unknown')),
				);
			return wrong && !isHeldBack && `${JSON.stringify(wrong)} although nothing was wrong any more`;
		},

		'in the end, what may have arrived is settled as the user chose': (given) => {
			// Another item can end the run.
			if (!plan.continues) return undefined;
			const { all, begins, told } = given;
			const calm = all.find(({ what }) => what === 'calm')?.at ?? Infinity;
			const itemsOf = (one: string) => begins.get(one)?.items.join();
			const wrong = told.find(
				({ at, execution, reason }) =>
					at >= calm &&
					reason === 'inDoubtFromEarlierRun' &&
					!begins.get(execution)?.edits.endsWith('fail') &&
					given.lineOf(execution).every((one) => itemsOf(one) === itemsOf(execution)),
			);
			return wrong && `${wrong.msg} stays in doubt in execution ${wrong.execution}`;
		},

		'to one recipient in input order': (given) => {
			const lanes = groups(given.accepted, ({ execution, instance, to, at }) => {
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

		'a fault is not multiplied': (given) => {
			// A page is a doubt at once, also if doubts are sent again. Whose file is gone asked nobody.
			if (plan.service.some(({ what }) => ['pageAfter', 'fileGone'].includes(what)))
				return undefined;
			for (const run of runsOf(given.all)) {
				const requests = atServiceIn(run).filter(
					(one) => one.kind === 'message' || isRefusedFile(one),
				);
				for (const events of groups(requests, ({ instance }) => instance).values()) {
					const tries = settingsOf(given).includes('resend') ? 3 : 1;
					// The one whose doubt is heard has ended, unless it records that for its key.
					const onItsWay = atOnceIn(plan) - (plan.hasKey ? 0 : 1);
					// A refusal is on its way for up to 7 ms: nobody knows what was heard first.
					const [late, other] = [0, 7].map((lag) =>
						multiplied(events, endsOf(events, tries, lag), onItsWay),
					);
					if (late && other)
						return `${late.msg} at ${late.at} asked an instance that leaves all in doubt`;
				}
			}
			return undefined;
		},

		'who is not to get a message gets none': ({ all, begins }) => {
			const calm = all.find(({ what }) => what === 'calm')?.at ?? Infinity;
			const wrong = only(all, 'request').find(
				(one) =>
					(plan.quiet && one.at < Math.min(60_000, calm)) ||
					begins.get(one.execution)?.edits.includes('dry'),
			);
			return wrong && `${wrong.msg} was sent`;
		},

		'a stop has a bound': ({ all, ends }) => {
			for (const { execution, at } of only(all, 'fault').filter(({ of }) => of === 'n8n')) {
				const end = ends.find((one) => one.execution === execution);
				// A slow database is another reason.
				if (end && plan.store.length === 0 && end.at - at > 7000)
					return `execution ${execution} ended ${end.at - at} ms after its stop`;
			}
			return undefined;
		},

		'only a stop is called a stop': ({ all, told }) => {
			const wrong = told.find(
				({ execution, reason }) =>
					reason?.startsWith('stopped') &&
					!all.some(
						(one) => one.what === 'fault' && one.of === 'n8n' && one.execution === execution,
					),
			);
			return wrong && `execution ${wrong.execution} was not stopped`;
		},

		'what is left untried has a reason': ({ told }) => {
			// If the node continues, an item is kept back by itself alone.
			const runOf = ({ execution, msg }: Of<'told'>) =>
				plan.continues ? `${execution} ${pieceOf(msg).name}` : execution;
			const failed = new Set(told.filter(({ reason }) => reason).map(runOf));
			const wrong = told.find(
				(one) => one.as === 'notSent' && !one.reason && !failed.has(runOf(one)),
			);
			return wrong && `${wrong.msg} was not begun, and nothing says why`;
		},

		'only where requests were refused or in doubt is anybody given up': ({ all, told }) => {
			const wrong = told.find(
				({ execution, reason }) =>
					reason === 'givenUp' &&
					!all.some(
						(one) =>
							(one.what === 'refused' || one.what === 'unheard') && one.execution === execution,
					),
			);
			return wrong && `${wrong.msg} was given up, and nobody was refused or in doubt`;
		},

		'retried before means that another retry of this execution began': ({ told, begins }) => {
			const wrong = told.find(
				({ reason, execution, at }) =>
					reason === 'retriedBefore' &&
					![...begins.values()].some(
						(one) =>
							one.execution !== execution &&
							one.retryOf !== undefined &&
							one.at <= at &&
							one.family === begins.get(execution)?.family,
					),
			);
			return wrong && `${wrong.msg} in execution ${wrong.execution}`;
		},

		'changed in the middle is what somebody changed': (given) => {
			if (plan.hasTwins || given.all.some(isGarbled)) return undefined;
			const itemIn = (execution: string, name: string) =>
				(given.begins.get(execution)?.items ?? [])
					.filter((msg) => pieceOf(msg).name === name)
					.join();
			const wrong = given.told.find(({ reason, msg, execution }) => {
				const { name } = pieceOf(msg);
				return (
					reason === 'changedInTheMiddle' &&
					[...given.begins.keys()].every((one) =>
						['', itemIn(execution, name)].includes(itemIn(one, name)),
					)
				);
			});
			return wrong && `${wrong.msg} was the same in all executions`;
		},

		'nobody is given up within four minutes': ({ told, begins }) => {
			if (isLong) return undefined;
			const wrong = told.find(
				({ reason, at, execution }) =>
					reason === 'givenUp' && at - (begins.get(execution)?.at ?? 0) < 240_000,
			);
			return wrong && `${wrong.msg} was given up at ${wrong.at}`;
		},

		'who was refused reads what the service said': ({ all, told }) => {
			// Of two equal items, the other one may have been refused.
			if (plan.hasTwins) return undefined;
			const wrong = told.find(({ execution, reason, msg }) => {
				const own = all.filter((one) => one.execution === execution);
				const ofLastTry = own.slice(own.findLastIndex(({ what }) => what === 'try fails') + 1);
				const isRefused = only(ofLastTry, 'refused').some(
					(one) => one.msg === msg && one.kind !== 'indication',
				);
				return reason === 'givenUp' && isRefused;
			});
			return wrong && `${wrong.msg} was refused, and only reads that it was given up`;
		},

		'a dry run says what the run does, a file goes with its reference, an answer of before comes out':
			({ all }) => only(all, 'hint')[0]?.text,

		'a repeat comes soon, and not at once': (given) => {
			// Another item can have the same message, and a process that is blocked does nothing.
			if (plan.hasTwins || given.all.some(isBlock)) return undefined;
			// Before it goes again, it is asked whether another execution has taken the key over.
			if (plan.sharesFile || (plan.hasKey && plan.store.length > 0)) return undefined;
			for (const run of runsOf(given.all))
				for (const sent of groups(attemptsIn(run), ({ msg }) => msg).values())
					for (const { ended, again, number } of repeatsIn(sent)) {
						const wait = again - ended;
						const most = 500 * 2 ** (number - 1);
						// An answer, and a look at the marks of a key, take a few ms.
						if (wait < most / 2 || wait > most + 30) return `repeated after ${wait} ms`;
					}
			return undefined;
		},

		'what a run counts is what it did': ({ all }) => {
			for (const run of runsOf(all)) {
				const [counts] = only(run, 'counts');
				// What an execution does that was stopped or killed, it counts before it is done. Files can be shared.
				const isCut = only(run, 'fault').some(
					({ of, fault }) => of === 'n8n' || fault.startsWith('throws'),
				);
				if (!counts || plan.sharesFile || isCut) continue;
				const slowed = only(run, 'refused').filter(
					({ kind, retryAfter }) => kind !== 'indication' && retryAfter !== undefined,
				).length;
				const repeated = [...groups(attemptsIn(run), ({ msg }) => msg).values()]
					.map((sent) => repeatsIn(sent).length)
					.reduce((sum, count) => sum + count, 0);
				// Whoever shares a file that is refused hears it without a request.
				if (counts.slowed < slowed) return `${counts.slowed} refusals were counted of ${slowed}`;
				// A message in doubt costs no pause.
				const unheard = new Set(only(run, 'unheard').map(({ msg }) => msg));
				const sent = only(run, 'accepted').filter(
					({ kind, msg }) => kind === 'message' && !unheard.has(msg),
				);
				const least = [...groups(sent, ({ instance }) => instance).values()]
					.map((ofInstance) => ofInstance.length - 1)
					.reduce((sum, count) => sum + count, 0);
				if (plan.pauses && counts.pauses < least)
					return `${counts.pauses} pauses were counted for ${sent.length} messages`;
				// A repeat whose message did not go after its upload, because the run ended, is none.
				if (!plan.hasTwins && counts.repeated > repeated)
					return `${counts.repeated} repeats were counted of ${repeated}`;
			}
			return undefined;
		},

		'in doubt from an earlier run is what that run left in doubt': (given) => {
			// Of several tries of an execution, only the last one tells what became of it.
			if (plan.hasTwins || plan.retryOnFail || given.all.some(isGarbled)) return undefined;
			const toldBy = (execution: string | undefined, name: string) =>
				given.told.filter((one) => one.execution === execution && pieceOf(one.msg).name === name);
			const wrong = given.told.find(({ reason, msg, execution }) => {
				if (reason !== 'inDoubtFromEarlierRun') return false;
				const [, before] = given.lineOf(execution);
				const told = toldBy(before, pieceOf(msg).name);
				return told.length > 0 && told.every(({ as }) => as !== 'unknown');
			});
			return wrong && `${wrong.msg} was settled before execution ${wrong.execution}`;
		},

		'what counts as sent stays sent': (given) => {
			if (plan.hasTwins) return undefined;
			const counted = given.told.filter(({ as }) => as === 'countedAsSent');
			const wrong = given.told.find(
				({ reason, msg, at, execution }) =>
					reason === 'inDoubtFromEarlierRun' &&
					pieceOf(msg).plan === 'one' &&
					counted.some(
						(one) =>
							one.msg === msg &&
							one.at < at &&
							one.execution !== execution &&
							given.lineOf(execution).includes(one.execution),
					),
			);
			return wrong && `${wrong.msg} is in doubt in execution ${wrong.execution}`;
		},

		'a run leaves nothing behind': ({ all }) => only(all, 'leaks')[0]?.text,
	};
}

/** @returns the rule that a history breaks, and how */
export function judge(history: Event[], plan: Plan): string | undefined {
	const isReadable = plan.store.length === 0;
	const given = new Histories(history, {
		hasKey: plan.hasKey,
		messagesPerMinute: plan.perMinute,
		pauses: plan.pauses,
		concurrency: atOnceIn(plan),
		continues: plan.continues,
		isReadable,
	});
	for (const [name, rule] of Object.entries(rulesOf(plan))) {
		const broken = rule(given);
		if (broken) return `${name}: ${broken}`;
	}
	return undefined;
}
