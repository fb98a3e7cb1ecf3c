import type { Event } from './history';
import {
	type AtService,
	atServiceIn,
	groups,
	type Histories,
	isFailed,
	isRefusedFile,
	type Of,
	only,
	type Rule,
	runsOf,
} from './histories';

/** What happened at the service in each run, by instance. */
const runsByInstance = (all: Event[]): AtService[][] =>
	runsOf(all).flatMap((run) => [...groups(atServiceIn(run), ({ instance }) => instance).values()]);

/** How many messages may ask an instance that accepts nothing (ms since its first refusal). It is given up after 5 min. */
export const bounds = [
	[2000, 3],
	[60_000, 12],
	[Infinity, 20],
] as const;

/** Whether a request respects the refusals before it. What is on its way counts for nothing. */
function mayAsk(event: AtService, all: AtService[], { allowed }: Histories) {
	const { what, kind, at, to } = event;
	if (what !== 'request' || kind === 'upload') return true;
	const before = all.filter((one) => one.kind !== 'upload');
	const answers = all.filter(
		(one) => one.what !== 'request' && (one.kind === 'message' || isRefusedFile(one)),
	);
	const isLimit = (one: AtService) => one.what === 'refused' && one.retryAfter !== undefined;
	const streak = answers.slice(answers.findLastIndex((one) => !isLimit(one)) + 1);
	// Of answers that cross within a second, nobody can tell which one the service gave first.
	const heard = answers.map((one) => (one.what === 'accepted' ? one.heard : 0));
	const crossed = Math.max(...heard.filter((time) => time < (streak[0]?.at ?? 0) + 1000));
	const first = streak.find((one) => one.at > crossed);
	if (!first) return true;
	const onItsWay = allowed.concurrency - 1;
	const asked = before.filter((one) => one.what === 'request' && one.at > first.at);
	if (kind !== 'message') return asked.filter((one) => one.kind === kind).length < onItsWay;
	const { retryAfter = 0, at: last } = streak.at(-1) as Of<'refused'>;
	// An upload for somebody else asks the instance, too.
	const isAlone = all.every((one) => one.to === to || !['message', 'upload'].includes(one.kind));
	if (isAlone && before.length > 0 && at < last + retryAfter * 1000) return false;
	// Then some recipients have limits of their own, which do not hold for the others.
	const isOver = ({ at: refused, retryAfter: wait = 0 }: Of<'refused'>) =>
		refused + Math.max(wait * 1000, 120_000) < first.at;
	const isOwn = (one: AtService) =>
		one.what === 'refused' && isLimit(one) && one.at < first.at && !isOver(one);
	// The refusal of a file shows that of its recipient, too.
	if (answers.length > streak.length && all.some(isOwn)) return true;
	const messages = asked.filter((one) => one.kind === 'message').length + 1;
	return bounds.every(([time, most]) => at - first.at > time || messages <= most + onItsWay);
}

/** What a user can rely on while somebody waits. */
export const limitRules: Record<string, Rule> = {
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
			const isElsewhere = reason === 'keyInDoubt';
			const isStopped = of.some((one) => one.what === 'fault' && one.of === 'n8n');
			// Of two items or executions with one key, the other one can be refused for good, or send another text.
			const others = ['quietHours', 'refused', 'changedInTheMiddle', 'inDoubtFromEarlierRun'];
			const isOther = others.includes(reason ?? '');
			const hasFailed = isFailed(as) && !isOther && !isElsewhere && !isStopped;
			return hasFailed && isFree && isLimited && at - begun < 240_000;
		});
		return wrong && `${wrong.msg} failed`;
	},

	'a limit holds back nobody else': ({ all, begins, allowed }) => {
		if (allowed.messagesPerMinute > 0 || allowed.pauses) return undefined;
		const late = only(all, 'request').find(({ execution, instance, at }) => {
			const own = all.filter((one) => one.execution === execution);
			// Whoever waits for a key waits as long as the execution that holds it.
			const refused = only(allowed.hasKey ? all : own, 'refused');
			const wasRefused = refused.some((one) => one.instance === instance);
			// A process that stood still did nothing meanwhile.
			const stoodStill = own.some((one) => one.what === 'fault' && one.of === 'process');
			const { items = [] } = begins.get(execution) ?? {};
			// Or a further run of the node in it.
			const begun = own.findLast(
				(one) => one.at <= at && (one.what === 'begins' || one.what === 'try fails'),
			);
			return !wasRefused && !stoodStill && at - (begun?.at ?? 0) > 30_000 + 12_000 * items.length;
		});
		return late && `${late.msg} waited until ${late.at} though nobody refused it`;
	},

	'pauses and limits that the user wants': ({ all, begins, allowed }) => {
		for (const events of allowed.pauses ? runsByInstance(all) : []) {
			// A message in doubt costs no pause.
			const isUnsent = (msg: string) =>
				events.some((one) => one.what === 'unheard' && one.msg === msg);
			const sent = events.filter(({ what, kind }) => what === 'accepted' && kind === 'message');
			const soon = events.find(({ what, kind, msg, at }) => {
				const before = sent.findLast((one) => one.at <= at && one.msg !== msg);
				const isNext = what === 'request' && kind === 'message';
				return isNext && before && !isUnsent(before.msg) && before.at > at - 1000;
			});
			if (soon) return `no pause before ${soon.msg}`;
		}
		for (const execution of begins.keys()) {
			const requests = only(all, 'request').filter((one) => one.execution === execution);
			const messages = new Set(requests.map(({ msg }) => msg)).size;
			const hints = only(all, 'hint').filter((one) => one.execution === execution);
			for (const { text } of hints) {
				const [, times] = /The node paused (once|\d+)/.exec(text) ?? [];
				const pauses = times === 'once' ? 1 : Number(times ?? 0);
				if (pauses > messages) return `${pauses} pauses of ${messages} messages`;
			}
		}
		const { messagesPerMinute, concurrency } = allowed;
		for (const events of messagesPerMinute > 0 ? runsByInstance(all) : []) {
			const sent = events.filter(({ what, kind }) => what === 'request' && kind === 'message');
			const inTwoSeconds = (from: number) =>
				new Set(sent.filter(({ at }) => at >= from && at < from + 2000).map(({ msg }) => msg)).size;
			// Those in progress can wait for their keys and files, and the first begins at once.
			const most = messagesPerMinute / 30 + concurrency + 1;
			if (sent.some(({ at }) => inTwoSeconds(at) > most))
				return `more than ${most} messages in two seconds`;
		}
		return undefined;
	},
};
