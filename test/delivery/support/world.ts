import {
	type Attempt,
	type Delivery,
	onePart,
	type Policy,
	type Task,
	type Verdict,
	type World,
} from '../../../nodes/MessagingIntegration/delivery';
import type { VirtualTime } from '../../support/virtualTime';
import { Life } from '../world/life';
import { Store } from '../world/store';
import { because, reasons, type Why } from './reasons';

/** What a user wants who set nothing, if the node continues on errors. */
export const policy: Policy = {
	whenUnsure: 'fail',
	continues: true,
	atOnce: 8,
	perMinute: Infinity,
	pause: undefined,
	isQuestion: false,
	patience: Infinity,
};

/** A new execution that sends messages. */
export const taskOf = (items: number, more: Partial<Task> = {}): Task => ({
	execution: '1',
	pass: 0,
	operation: 'send',
	isTool: false,
	isReading: false,
	isStandalone: false,
	isSending: true,
	isQuestion: false,
	items,
	inputOf: String,
	earlier: () => ({ isLost: false }),
	...more,
});

/** Two worlds can share a store, in which an id is the same twice nowhere. */
let ids = 0;

/** A world in which nothing goes wrong. */
export function worldOf(time: VirtualTime, more: Partial<World<Why>> = {}): World<Why> {
	const store = new Store(
		time,
		() => undefined,
		() => undefined,
	);
	return {
		clock: time,
		marks: store.marksOf(new Life('1', time)),
		inTurns: async (count: number, act: (at: number) => void) => {
			for (let at = 0; at < count; at++) act(at);
		},
		newId: () => String(++ids),
		claimant: `claimant ${++ids}`,
		reasons,
		stopped: new AbortController().signal,
		hurry: new AbortController().signal,
		log: { info: () => undefined, warn: () => undefined },
		...more,
	};
}

/** A request, as a test answers it. @param signal gives up one that is in progress */
export type Request = (signal: AbortSignal) => Promise<Verdict<Why>>;

/** A step that is one request. */
export const stepOf = (request: Request, name = '') => ({
	name,
	send: async ({ signal, mayGo }: Attempt): Promise<Verdict<Why>> =>
		(await mayGo()) ? await request(signal) : { is: 'notBegun' },
});

/** A delivery of one message to somebody who gets no other. */
export const oneMessage = (
	item: number,
	request: Request,
	more: Partial<Delivery<Why>> = {},
): Delivery<Why> => ({
	item,
	instance: '',
	lane: String(item),
	parts: onePart,
	steps: [stepOf(request)],
	...more,
});

export const accepted: Verdict<Why> = { is: 'accepted', answers: [{}] };
/** @param after ms; 0 if the service does not say */
export const slowDown = (after: number): Verdict<Why> => ({
	is: 'slowDown',
	after,
	why: because('rateLimited'),
});
/** For good. */
export const refused: Verdict<Why> = {
	is: 'refused',
	mayRepeat: false,
	isAnswer: true,
	why: because('refused'),
};
/** The connection broke. */
export const unanswered: Verdict<Why> = { is: 'perhaps', mayRepeat: false, why: because('broken') };
/** Nothing left this machine. */
export const unsent: Verdict<Why> = {
	is: 'refused',
	mayRepeat: false,
	isAnswer: false,
	why: because('fileUnreadable'),
};
