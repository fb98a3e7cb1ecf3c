import type {
	Delivery,
	Policy,
	Request,
	Step,
	Task,
	Verdict,
	World,
} from '../../../nodes/MessagingIntegration/delivery';
import type { VirtualTime } from '../../support/virtualTime';
import { Life } from '../world/life';
import { Store } from '../world/store';

/** What a user wants who set nothing, if the node continues on errors. */
export const policy: Policy = {
	whenUnsure: 'fail',
	continues: true,
	maxTries: 1,
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
export function worldOf(time: VirtualTime, more: Partial<World> = {}): World {
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
		whyStopped: () => ({}),
		stopped: new AbortController().signal,
		hurry: new AbortController().signal,
		log: { info: () => undefined, warn: () => undefined },
		...more,
	};
}

/** A delivery of one message to somebody who gets no other. */
export const oneMessage = (
	item: number,
	request: Request,
	{ upload, ...more }: Partial<Delivery> & Pick<Step, 'upload'> = {},
): Delivery => ({
	item,
	instance: '',
	lane: String(item),
	...more,
	steps: [{ name: '', effect: 'delivery', message: () => request, ...(upload && { upload }) }],
});

export const accepted: Verdict = { is: 'accepted', answers: [{}] };
const why = (reason: string) => ({ reason, facts: {} });
/** @param after ms; 0 if the service does not say */
export const slowDown = (after: number): Verdict => ({
	is: 'slowDown',
	after,
	why: why('rateLimited'),
});
/** For good. */
export const refused: Verdict = {
	is: 'failed',
	processed: 'no',
	mayRepeat: false,
	heard: 'answer',
	why: why('refused'),
};
/** The connection broke. */
export const unanswered: Verdict = {
	is: 'failed',
	processed: 'perhaps',
	mayRepeat: false,
	heard: 'silence',
	why: why('broken'),
};
/** Nothing left this machine. */
export const unsent: Verdict = {
	is: 'failed',
	processed: 'no',
	mayRepeat: false,
	heard: 'nothing',
	why: why('fileUnreadable'),
};
