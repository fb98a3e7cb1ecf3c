import {
	asksToSlowDown,
	type Outcome,
	retryAfter,
} from '../../../nodes/MessagingIntegration/service/outcome';
import {
	messageTo,
	type ServiceRequest,
} from '../../../nodes/MessagingIntegration/service/request';
import type { Transmit } from '../../../nodes/MessagingIntegration/n8n/connect';
import { inLanes } from './inLanes';
import { type Limit, type Message, recipient } from './limits';
import { seededRandom } from '../support/seededRandom';
import { VirtualTime } from './virtualTime';

/** How much longer a request may take than it should, each way (ms). */
const jitter = 3;

export interface Conditions {
	/** The messages of each run; several runs begin at the same moment. */
	runs: Message[][];
	limit: Limit;
	/** Whether refusals have a `Retry-After`. */
	says: boolean;
	concurrency?: number;
	/** ms from the start of a request to its answer. */
	latency?: number;
	seed?: number;
	/** When a run starts (ms). */
	starts?: (run: number) => number;
	/** What the service answers instead, if it does. */
	fault?: (message: Message, count: number) => { outcome: Outcome; after: number } | undefined;
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
	const { runs, limit, says, concurrency = 8, latency = 5, seed = 1, starts, fault } = conditions;
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
	const messageOf = new Map<ServiceRequest, Message>();
	const after = async (wait: number) =>
		await new Promise<void>((resolve) => time.timer(wait, resolve, true));
	let count = 0;
	const service: Transmit = async (request) => {
		const message = messageOf.get(request);
		if (!message) throw new Error('unknown request');
		const way = latency / 2 + jitter * random();
		await after(way);
		const now = time.now();
		const broken = fault?.(message, ++count);
		if (broken) {
			await after(broken.after);
			return broken.outcome;
		}
		const wait = limit.wait(now, message);
		limit[wait > 0 ? 'refuse' : 'take']?.(now, message);
		result.arrivals.push({ at: now, accepted: wait <= 0, message });
		await after(way);
		if (wait <= 0) return answer(202);
		// `Retry-After` has whole seconds, rounded up.
		return answer(429, says && { 'retry-after': String(Math.max(1, Math.ceil(wait / 1000))) });
	};
	const sending = runs.map(async (messages, run) => {
		const tasks = messages.map((message, index) => ({ message, index }));
		if (starts) await after(starts(run));
		await inLanes(tasks, {
			concurrency,
			placeOf: ({ message }) => ({ lane: recipient(message), instance: message.instance }),
			isUploaded: () => true,
			workOn: async ({ message, index }) => {
				const request = messageTo(message.instance, recipient(message), {});
				messageOf.set(request, message);
				const outcome = await service(request);
				(result.outcomes[run] ??= [])[index] = outcome;
				if (asksToSlowDown(outcome)) return { retryAfter: retryAfter(outcome) ?? 0, isFile: false };
				if (outcome.kind !== 'answer' || outcome.status >= 300) result.failed++;
				return outcome.kind === 'answer' ? 'answered' : 'unanswered';
			},
			giveUp: () => result.failed++,
			clock: time,
			signal: new AbortController().signal,
		});
	});
	await time.until(Promise.all(sending));
	const accepted = result.arrivals.filter((arrival) => arrival.accepted);
	result.accepted = accepted.length;
	result.refused = result.arrivals.length - accepted.length;
	result.duration = accepted.at(-1)?.at ?? 0;
	result.ended = time.now();
	return result;
}
