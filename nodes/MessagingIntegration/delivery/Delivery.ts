/** The JSON of an output item. */
export type Json = Record<string, unknown>;

/** Why something was not sent, or perhaps not. Whoever reports it makes the words. */
export interface Why {
	/** A stable word. */
	reason: string;
	/** What the words need. JSON, because n8n saves some of them with the execution. */
	facts: object;
	/** If sending again a message in doubt failed: why. That does not settle the doubt. */
	again?: Why;
}

/** How one attempt of a request ended, in the only words that the core knows. */
export type Verdict =
	/**
	 * @property reference of a file that was uploaded
	 * @property took how long the service took for it, without what came before on the way to it (ms); if absent, the
	 * time of the whole attempt counts
	 */
	| { is: 'accepted'; answers: Json[]; reference?: string; took?: number }
	/** The service asks for fewer requests. @property after how long it wants none (ms); 0 if it does not say */
	| { is: 'slowDown'; after: number; why: Why }
	| {
			is: 'failed';
			/** Whether the service processed the request. */
			processed: 'no' | 'perhaps';
			/** Whether the next attempt of the same request may succeed. */
			mayRepeat: boolean;
			/** `nothing`: no request left this machine. */
			heard: 'answer' | 'silence' | 'nothing';
			why: Why;
	  };

/** A request that is ready to go. Never rejects. @param signal gives up one that is in progress */
export type Request = (signal: AbortSignal) => Promise<Verdict>;

/** One message, file or indication of a delivery. */
export interface Step {
	/**
	 * By which a retry knows it: empty for the only message; the field of a file; of a piece of a text its number, their
	 * count and a digest of the whole text.
	 */
	name: string;
	/** By which a Send Once Key knows it in another execution, if not by its name. */
	keyName?: string;
	/** What a repeat would do. `read`: nothing. `delivery`: perhaps deliver a second time. */
	effect: 'read' | 'delivery';
	/** A file, uploaded once for all steps with this id. */
	upload?: { id: string; request: Request };
	/** Shown before the message for so long (ms). */
	typing?: { request: Request; duration: number };
	/** Absent if the upload is all. @param reference of the uploaded file */
	message?: (reference?: string) => Request;
	/** What comes out if this run does not send it, and need not. @param as as in `Result` */
	unsent?: (as: 'skipped' | 'counted') => Json[];
	/** Kept with a doubt, so that a retry which does not read the item can say who should have got what. JSON. */
	about?: object;
}

/** A Send Once Key with all that it is for, and what it sends, as digests. */
export interface Once {
	key: string;
	content: string;
}

/**
 * What an item asks for one recipient. Its steps go in order. A key, a doubt and a decision are of the whole, never of a
 * step.
 */
export interface Delivery {
	/** The position in the input, by which a retry knows it, with `who`. */
	item: number;
	/** A person who is asked; otherwise absent. */
	who?: string;
	/** Whose limit holds: an instance of an account. */
	instance: string;
	/** Deliveries of one lane of an instance go one after the other, in input order. One without a lane waits for no other. */
	lane?: string;
	once?: Once;
	/** Empty if the item was not read, because nothing of it is to be sent. */
	steps: Step[];
	/** Asked before the first step. @returns why it must not begin now */
	mayBegin?: () => Why | undefined;
	/** Why it cannot be sent. What an earlier run left counts more. */
	cannot?: Failure;
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

export interface Failure {
	delivery: Certainty;
	origin: Origin;
	why: Why;
	/** The position of the step that another execution left in doubt, unless the steps have changed since. */
	inDoubt?: number;
	/** Whether it is about earlier steps, which have changed since. */
	isOfOtherSteps?: true;
}

/** Whether a failure is about all steps of a delivery: another execution, or a run that was lost, may have sent any. */
export const isOfWhole = ({ origin, isOfOtherSteps }: Failure) =>
	origin === 'elsewhere' || origin === 'lostRun' || isOfOtherSteps === true;

/** Whether this run caused it, so that it ends the run unless the node continues on errors. */
export const isOfThisRun = ({ origin }: Failure) => origin === 'input' || origin === 'request';

/** What became of a step, or of a whole delivery. Data: whoever reports it makes the words. */
export type Result =
	| {
			/**
			 * `before`: this execution sent it earlier. `skipped`: another one sent it with its key. `counted`: it was in doubt
			 * and counts as sent.
			 */
			state: 'sent' | 'before' | 'skipped' | 'counted';
			/** The position of the step; absent for the whole delivery, or for a step that there is no more. */
			step?: number;
			answers: Json[];
			/** Whether the typing indication before it failed. */
			isUntyped?: true;
	  }
	| ({
			state: 'failed';
			step?: number;
			/** As the earlier run kept it, if this one did not read the item. */
			about?: object;
	  } & Failure)
	/** The run ended before. @property why absent if another failure says it */
	| { state: 'notBegun'; step: number; failure?: Failure };
