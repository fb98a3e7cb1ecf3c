// Typing is shown for a while before a message, and never decides whether the message goes.
import type { Connection } from '../../nodes/MessagingIntegration/n8n/connect';
import { DeliveriesOfRun } from '../../nodes/MessagingIntegration/run/deliveries';
import type { Outcome } from '../../nodes/MessagingIntegration/service/outcome';
import { messageTo, requestFor } from '../../nodes/MessagingIntegration/service/request';
import { VirtualTime } from '../support/virtualTime';
import { account, answer, broken } from './support/outcomes';

const hour = 3_600_000;
const typing = requestFor('typing', 'demo');

interface Conditions {
	/** What the service answers to the indication. */
	typed?: Outcome;
	/** What it answers to each attempt of the message. */
	answers?: Outcome[];
	isProbe?: boolean;
	/** When the run is stopped (ms). */
	stoppedAt?: number;
}

/** Sends a message with typing. @returns what came to the service, and when (ms) */
async function sent({ typed = answer(202), answers = [answer(202)], ...more }: Conditions) {
	const clock = new VirtualTime(() => 0);
	const stop = new AbortController();
	const arrived: Array<[operation: string, at: number]> = [];
	const transmit: Connection['transmit'] = async ({ operation }) => {
		arrived.push([operation, clock.now()]);
		return await Promise.resolve(operation === 'typing' ? typed : (answers.shift() ?? answer(202)));
	};
	const connection: Connection = { id: '', account, transmit, accepted: new Set() };
	const request = messageTo('demo', '491700000000', {});
	const requests = [
		{ partName: '', request, typing: { request: typing as never, duration: hour } },
	];
	const logger = { debug: () => undefined } as never;
	const ofRun = new DeliveriesOfRun(false, {}, clock, stop.signal, logger);
	const step = ofRun.of({ item: 0, requests, connection })[0]?.steps[0];
	const { isProbe = false, stoppedAt } = more;
	if (stoppedAt !== undefined) clock.timer(stoppedAt, () => stop.abort());
	const attempts = answers.length;
	const send = async () => {
		let is: string | undefined;
		for (let made = 0; made < attempts; made++) {
			const mayGo = async () => await Promise.resolve(!stop.signal.aborted);
			is = (await step?.send({ signal: stop.signal, isProbe, mayGo }))?.is;
		}
		return is;
	};
	const sending = send();
	await clock.until(sending);
	return { arrived, is: await sending };
}

it.each([
	['waits until its typing was shown', answer(202), hour],
	['does not wait for typing that the service refused', answer(400), 0],
	['does not wait for typing that may not have arrived', broken('reset', true), 0],
	['does not wait for typing if the service asks to slow down', answer(429), 0],
])('a message %s', async (_, typed, wait) => {
	const { arrived, is } = await sent({ typed });
	expect(arrived).toEqual([
		['typing', 0],
		['send', wait],
	]);
	expect(is).toBe('accepted');
});

it('a message that begins again, because the service asked to slow down, is not typed again', async () => {
	const { arrived, is } = await sent({ answers: [answer(429), answer(202)] });
	expect(arrived.map(([operation]) => operation)).toEqual(['typing', 'send', 'send']);
	expect(is).toBe('accepted');
});

it('while an instance accepts nothing, nobody is shown typing', async () => {
	expect((await sent({ isProbe: true })).arrived).toEqual([['send', 0]]);
});

it('a message is not sent if the run is stopped while typing is shown', async () => {
	const { arrived, is } = await sent({ stoppedAt: 1000 });
	expect(arrived).toEqual([['typing', 0]]);
	expect(is).toBe('notBegun');
});
