import { AdaptiveRate } from '../../nodes/MessagingIntegration/requests/adaptiveRate';
import type { RateLimitedService } from './rateLimitedService';

interface Conditions {
	items: number;
	concurrency?: number;
	/** ms from the start of a request to its answer. */
	latency?: number;
	/** Returns numbers from 0 to 1, which decide delays and how late timers are. */
	random?: () => number;
}

export interface Simulated {
	/** ms from the first start to the last acceptance. */
	duration: number;
	rejected: number;
	/** When the service accepted each item (ms). */
	acceptedAt: number[];
	/** When each request arrived, and whether it was accepted. */
	arrivals: Array<{ at: number; accepted: boolean }>;
}

/** How late timers (`latest`) and requests (`jitter`) may be at most (ms). */
const latest = 2;
const jitter = 3;

/** Sends items through the limiter to a service in virtual time. Repeats each item until it is accepted. */
export function simulate(
	service: RateLimitedService,
	{ items, concurrency = 8, latency = 5, random = Math.random }: Conditions,
): Simulated {
	const limiter = new AdaptiveRate();
	const events: Array<{ at: number; happen: () => void }> = [];
	const arrivals: Simulated['arrivals'] = [];
	let now = 0;
	let left = items;
	let free = concurrency;
	let wakeAt = Infinity;

	const plan = (at: number, happen: () => void) => void events.push({ at, happen });
	const send = () => {
		while (free > 0 && left > 0) {
			const wait = limiter.wait(now);
			if (wait > 0) {
				if (wait !== Infinity && now + wait < wakeAt) {
					wakeAt = now + wait;
					plan(wakeAt + random() * latest, () => {
						wakeAt = Infinity;
						send();
					});
				}
				return;
			}
			const request = limiter.start(now);
			free--;
			left--;
			const way = latency / 2 + jitter * random();
			plan(now + way, () => {
				const answer = service.arrive(now);
				arrivals.push({ at: now, accepted: answer.accepted });
				plan(now + way, () => {
					free++;
					if (answer.accepted) limiter.accepted(request, now);
					else {
						left++;
						limiter.slowDown(request, now, answer.retryAfter);
					}
					send();
				});
			});
		}
	};
	send();
	while (events.length > 0) {
		const next = events.reduce((first, event) => (event.at < first.at ? event : first));
		events.splice(events.indexOf(next), 1);
		now = Math.max(now, next.at);
		next.happen();
	}
	const acceptedAt = arrivals.filter(({ accepted }) => accepted).map(({ at }) => at);
	return {
		duration: acceptedAt.at(-1) ?? 0,
		rejected: arrivals.length - acceptedAt.length,
		acceptedAt,
		arrivals,
	};
}
