// Tests: test/delivery/lanes.test.ts

/** The JSON of an output item. */
export type Json = Record<string, unknown>;

/** How one attempt of a step ended, in the only words that the core knows. `Why` is the caller's type of a reason. */
export type Verdict<Why> =
	/**
	 * @property took how long the service took for it, without what came before on the way to it (ms); if absent, the
	 * time of the whole attempt counts
	 * @property isUntyped whether the typing indication before it failed
	 */
	| { is: 'accepted'; answers: Json[]; took?: number; isUntyped?: true }
	/** Certainly not processed: the service asks for fewer requests. @property after how long it wants none (ms); 0 if it does not say */
	| { is: 'slowDown'; after: number; why: Why }
	/** Certainly not processed. @property isAnswer whether the service said so, which shows that it works */
	| { is: 'refused'; mayRepeat: boolean; isAnswer: boolean; why: Why }
	/** It may have been processed. @property mayRepeat whether another attempt may succeed */
	| { is: 'perhaps'; mayRepeat: boolean; why: Why }
	/** The run ended before the request left this machine. */
	| { is: 'notBegun' };

/** An attempt of a step, as the core begins it. */
export interface Attempt {
	/** Aborts when requests in progress are to be given up. */
	signal: AbortSignal;
	/** Whether it is one of the few that ask an instance that accepts nothing: nobody is shown typing then. */
	isProbe: boolean;
	/** Call right before the request that cannot be taken back. @returns whether it may go; if not, it is `notBegun` */
	mayGo: () => Promise<boolean>;
}

/** One message, file or indication of a delivery. Upload, typing and attaching happen inside `send`. */
export interface Step<Why> {
	/** What people call it. */
	name: string;
	/** Never rejects. */
	send: (attempt: Attempt) => Promise<Verdict<Why>>;
	/** What comes out if this run does not send it, and need not. */
	unsent?: (as: 'skipped' | 'counted') => Json[];
	/** Kept with a doubt, so that a retry which does not read the item can say who should have got what. JSON. */
	about?: object;
}

/** A Send Once Key with all that it is for, and what it sends, as digests. */
export interface Once {
	key: string;
	content: string;
}

/** The parts of a delivery that has only one, whatever it says. */
export const onePart = 'one';

/**
 * What an item asks for one recipient. Its steps go in order, each at most once. A key, a doubt and a decision are of the
 * whole, never of a step.
 */
export interface Delivery<Why> {
	/** The position in the input, by which a retry knows it, with `who`. */
	item: number;
	/** A person who is asked; otherwise absent. */
	who?: string | undefined;
	/** Whose limit holds: an instance of an account. */
	instance: string;
	/** Deliveries of one lane of an instance go one after the other, in input order. One without a lane waits for no other. */
	lane?: string | undefined;
	once?: Once | undefined;
	/** A digest of the parts that it is made of: a text as it is cut, the fields of files. `onePart` if it has one step. */
	parts: string;
	/** Empty if the item was not read, because nothing of it is to be sent. */
	steps: ReadonlyArray<Step<Why>>;
	/** Asked before anything else of it. @returns why it must not begin now */
	mayBegin?: () => Why | undefined;
	/** Why it cannot be sent. What an earlier run left counts more. */
	cannot?: Failure<Why> | undefined;
}

/** `notSent`: certainly not processed, so sending it again is safe. `unknown`: it may have been processed. */
export type Certainty = 'notSent' | 'unknown';

/**
 * What a failure is about: what the user entered; the time of the day; a request of this run; the end of this run; an
 * earlier run of the same execution; an earlier run of which n8n kept nothing; or another execution or retry, which may
 * have sent the message.
 */
export type Origin =
	| 'input'
	| 'quietHours'
	| 'request'
	| 'end'
	| 'earlierRun'
	| 'lostRun'
	| 'elsewhere';

export interface Failure<Why> {
	delivery: Certainty;
	origin: Origin;
	why: Why;
}

/** Whether this run caused it, so that it ends the run unless the node continues on errors. */
export const isOfThisRun = ({ origin }: Pick<Failure<unknown>, 'origin'>) =>
	origin === 'input' || origin === 'request';

/** What became of a step, or of a whole delivery. Data: whoever reports it makes the words. */
export type Result<Why> =
	| {
			/**
			 * `before`: this execution sent it earlier. `skipped`: another one sent it with its key. `counted`: it was in doubt
			 * and counts as sent.
			 */
			state: 'sent' | 'before' | 'skipped' | 'counted';
			/** The position of the step; absent for the whole delivery. */
			step?: number;
			answers: Json[];
			/** Whether the typing indication before it failed. */
			isUntyped?: true;
	  }
	| ({
			state: 'failed';
			/** The position of the step that failed or is in doubt; absent for the whole delivery. */
			step?: number;
			/** As the earlier run kept it, if this one did not read the item. */
			about?: object;
	  } & Failure<Why>)
	/** The run ended before. @property failure absent if another one says it */
	| { state: 'notBegun'; step: number; failure?: Failure<Why> };
