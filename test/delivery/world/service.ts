import type { Verdict } from '../../../nodes/MessagingIntegration/delivery';
import type { Uploaded } from '../../../nodes/MessagingIntegration/run/Uploads';
import { because, type Why } from '../support/reasons';
import type { VirtualTime } from '../../support/virtualTime';
import type { Event } from './history';
import type { Life } from './life';
import type { Limit, ServiceFault } from './plan';

type Entry = Event extends infer One
	? One extends Event
		? Omit<One, 'at' | 'execution'>
		: never
	: never;
export type Note = (execution: string, entry: Entry) => void;

/** What a request is about. */
export interface About {
	kind: 'message' | 'upload' | 'indication';
	msg: string;
	to: string;
	instance: string;
}

const refused = (reason: string, mayRepeat: boolean, isAnswer: boolean): Verdict<Why> => ({
	is: 'refused',
	mayRepeat,
	isAnswer,
	why: because(reason),
});
const perhaps = (reason: string, mayRepeat = true): Verdict<Why> => ({
	is: 'perhaps',
	mayRepeat,
	why: because(reason),
});

/** Whether the answer to a request is one of which a retry keeps only the short fields. */
export const isLargeAnswer = (number: number) => number % 5 === 4;
export const wordsOf = (number: number) => 'word '.repeat(isLargeAnswer(number) ? 500 : 5);

export const referenceOf = (msg: string) => `reference of ${msg}`;

interface Answered {
	verdict?: Verdict<Why>;
	/** Whether the service carries the request out. */
	carriesOut: boolean;
	/** ms until the answer. */
	after?: number;
}

const slowDown = (seconds: number): Answered => ({
	carriesOut: false,
	verdict: { is: 'slowDown', after: seconds * 1000, why: because('rateLimited') },
});

/** What a bug throws. Not all that is thrown is an error. */
const thrownBy = { throwsBefore: new Error('a bug'), throwsAfter: undefined as unknown as Error };

/** Stands for an error that the request throws. */
const thrown = perhaps('unexpected', false);

/** What the core hears for each fault. */
const answers: Record<ServiceFault, Answered> = {
	refused: { verdict: refused('refused', false, true), carriesOut: false },
	limited: slowDown(0),
	limitedLong: slowDown(20),
	askedToWait: slowDown(1),
	askedFiveMinutes: slowDown(300),
	throwsBefore: { verdict: thrown, carriesOut: false },
	throwsAfter: { verdict: thrown, carriesOut: true },
	notReached: {
		verdict: refused('notReached', true, false),
		carriesOut: false,
	},
	fileGone: {
		verdict: refused('fileUnreadable', false, false),
		carriesOut: false,
	},
	brokenBefore: {
		verdict: perhaps('broken'),
		carriesOut: false,
	},
	brokenAfter: { verdict: perhaps('broken'), carriesOut: true },
	errorBefore: { verdict: perhaps('serviceFailed'), carriesOut: false },
	errorAfter: { verdict: perhaps('serviceFailed'), carriesOut: true },
	pageAfter: { verdict: perhaps('webPage', false), carriesOut: true },
	slow: { carriesOut: true, after: 9000 },
	hangs: {
		verdict: perhaps('timeout'),
		carriesOut: true,
		after: 120_000,
	},
};

/** The world's only service, by what its history shows. */
export class Service {
	/** How many there were so far. */
	requests = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly faultAt: (request: number) => string | undefined,
		private readonly limitOf: (instance: string) => Limit | undefined,
		/** The fault of all requests to an instance now. */
		private readonly outageOf: (instance: string) => string | undefined,
		private readonly note: Note,
	) {}

	private async wait(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			const end = () => (cancel(), signal?.removeEventListener('abort', end), resolve());
			const cancel = this.time.timer(ms, end);
			signal?.addEventListener('abort', end);
			if (signal?.aborted) end();
		});
	}

	request(life: Life, about: About): (hurry: AbortSignal) => Promise<Uploaded<Why>> {
		return async (hurry) => await this.answer(life, about, hurry);
	}

	private async answer(life: Life, about: About, hurry: AbortSignal): Promise<Uploaded<Why>> {
		await life.call();
		if (hurry.aborted) return { is: 'notBegun' };
		const number = this.requests++;
		this.note(life.id, { what: 'request', ...about });
		const fault = this.faultAt(number) ?? this.outageOf(about.instance);
		if (fault) this.note(life.id, { what: 'fault', fault, of: 'service' });
		const limit = this.limitOf(about.instance);
		const answered = fault === undefined ? { carriesOut: true } : answers[fault as ServiceFault];
		const {
			verdict,
			carriesOut,
			after = 5,
		}: Answered = limit ? slowDown(limit.retryAfter) : answered;
		const isDoubt = verdict?.is === 'perhaps';
		await this.wait(2 + 20 * this.time.random());
		if (carriesOut)
			this.note(life.id, {
				what: 'accepted',
				...about,
				heard: Math.round(this.time.now() + after),
			});
		else {
			const retryAfter = verdict?.is === 'slowDown' ? verdict.after / 1000 : undefined;
			this.note(life.id, {
				what: 'refused',
				...about,
				...(retryAfter !== undefined && { retryAfter }),
			});
		}
		await this.wait(after, hurry);
		await life.goOn();
		if (hurry.aborted || isDoubt) this.note(life.id, { what: 'unheard', ...about });
		if (hurry.aborted) return perhaps('cancelled', false);
		if (verdict === thrown && about.kind === 'message')
			await Promise.reject(thrownBy[fault as keyof typeof thrownBy]);
		const accepted = {
			is: 'accepted' as const,
			answers: [{ of: about.msg, number, words: wordsOf(number) }],
		};
		return (
			verdict ??
			(about.kind === 'upload' ? { ...accepted, reference: referenceOf(about.msg) } : accepted)
		);
	}
}
