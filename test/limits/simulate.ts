import {
	deliver,
	type Delivery,
	Journal,
	onePart,
} from '../../nodes/MessagingIntegration/delivery';
import { Uploads } from '../../nodes/MessagingIntegration/run/Uploads';
import type { RequestVerdict } from '../../nodes/MessagingIntegration/service/verdict';
import type { Why } from '../../nodes/MessagingIntegration/words/why';
import { reasonsOf } from '../../nodes/MessagingIntegration/run/reasons';
import type { Outcome } from '../../nodes/MessagingIntegration/service/outcome';
import { messageTo } from '../../nodes/MessagingIntegration/service/request';
import { accountOf } from '../../nodes/MessagingIntegration/service/account';
import { verdictOf } from '../../nodes/MessagingIntegration/service/verdict';
import { policy, taskOf, worldOf } from '../delivery/support/world';
import { type Limit, type Message, recipient } from './limits';
import { seededRandom } from '../unit/support/seededRandom';
import { VirtualTime } from '../support/virtualTime';

const account = accountOf({
	baseUrl: 'https://service.example',
	apiKey: 'key',
	authentication: 'apiKeyHeader',
});

/** The verdict on an answer, as the node makes it. */
function verdictOn(message: Message, outcome: Outcome): RequestVerdict {
	const request = messageTo(message.instance, recipient(message), {});
	return verdictOf(request, outcome, account, new Set());
}

/** How much longer a request may take than it should, each way (ms). */
const jitter = 3;

export interface Conditions {
	/** The messages of each run; several runs begin at the same moment. */
	runs: Message[][];
	limit: Limit;
	/** Whether refusals have a `Retry-After`. */
	says: boolean;
	/** Whether each message has a key, by its position: of all runs, one sends it. */
	keyed?: boolean;
	/** 0: the run finds the number. */
	concurrency?: number;
	/** ms from the start of a request to its answer. */
	latency?: number;
	seed?: number;
	/** When a run starts (ms). */
	starts?: (run: number) => number;
	/** How long a request waits at the service until it is answered (ms). */
	queue?: (now: number) => number;
	/** Call when it was answered. */
	left?: () => void;
}

export interface Simulated {
	/** Until the last request was accepted (ms). */
	duration: number;
	/** Until the run ended (ms). */
	ended: number;
	accepted: number;
	refused: number;
	failed: number;
	/** When each request arrived, and whether it was accepted. */
	arrivals: Array<{ at: number; accepted: boolean; message: Message }>;
	outcomes: Outcome[][];
}

const answer = (status: number, headers = {}): Outcome => ({
	kind: 'answer',
	status,
	headers,
	body: { kind: 'empty' },
});

/** Sends messages to a service in virtual time, in lanes and with slots as a real run does. */
export async function simulate(conditions: Conditions): Promise<Simulated> {
	const { runs, limit, says, concurrency = 8, latency = 5, seed = 1, starts } = conditions;
	const random = seededRandom(seed);
	const time = new VirtualTime(random);
	const result: Simulated = {
		duration: 0,
		ended: 0,
		accepted: 0,
		refused: 0,
		failed: 0,
		arrivals: [],
		outcomes: runs.map(() => []),
	};
	const after = async (wait: number) =>
		await new Promise<void>((resolve) => time.timer(wait, resolve, true));
	const service = async (message: Message): Promise<Outcome> => {
		const way = latency / 2 + jitter * random();
		await after(way);
		const now = time.now();
		const wait = limit.wait(now, message);
		if (wait <= 0) limit.take(now, message);
		result.arrivals.push({ at: now, accepted: wait <= 0, message });
		await after(conditions.queue?.(now) ?? 0);
		conditions.left?.();
		await after(way);
		if (wait <= 0) return answer(202);
		// `Retry-After` has whole seconds, rounded up.
		return answer(429, says && { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))) });
	};
	const reasons = reasonsOf({ whyStopped: () => 'canceled', cannotRetry: false });
	const { marks, ...rest } = worldOf(time);
	const world = { ...rest, reasons };
	const sending = runs.map(async (messages, run) => {
		if (starts) await after(starts(run));
		const uploads = new Uploads<Why>({}, time.now);
		const deliveries = messages.map(
			(message, index): Delivery<Why> => ({
				item: index,
				instance: message.instance,
				lane: `${message.instance} ${recipient(message)}`,
				parts: onePart,
				...(conditions.keyed && { once: { key: String(index), content: '' } }),
				steps: [
					{
						name: '',
						send: async ({ mayGo }) => {
							const { file } = message;
							if (file !== undefined)
								await uploads.forMessage(file, async () => {
									await after(latency);
									return { is: 'accepted', answers: [], reference: file };
								});
							if (!(await mayGo())) return { is: 'notBegun' };
							const outcome = await service(message);
							(result.outcomes[run] ??= [])[index] = outcome;
							return verdictOn(message, outcome);
						},
					},
				],
			}),
		);
		const own = { ...world, marks };
		const { results } = await deliver(
			deliveries,
			{ ...policy, atOnce: concurrency || undefined },
			new Journal({}, taskOf(messages.length), own),
			own,
		);
		result.failed += results.flat().filter(({ state }) => state === 'failed').length;
	});
	await time.until(Promise.all(sending));
	const accepted = result.arrivals.filter((arrival) => arrival.accepted);
	result.accepted = accepted.length;
	result.refused = result.arrivals.length - accepted.length;
	result.duration = accepted.at(-1)?.at ?? 0;
	result.ended = time.now();
	return result;
}
