// Tests: test/delivery/world/world.test.ts

/** Time in ms, and chance: a number from 0 to 1. Tests have their own. */
export interface Clock {
	now: () => number;
	/** @throws the signal's reason if it aborts first */
	sleep: (wait: number, signal?: AbortSignal) => Promise<void>;
	/** Calls a function again and again. @returns ends it */
	every: (interval: number, act: () => void) => () => void;
	random: () => number;
}

/**
 * Named marks that all executions of the node share, on all workers. Calls that fail are repeated inside, for a while. Only
 * beats are ever removed: a removal that a database carries out late would remove what another execution has begun since.
 * @param until ends the repetition: nobody waits for the call any more
 */
export interface Marks {
	/**
	 * @param entries how many it has from the beginning; 1 if it is not said
	 * @returns whether the mark belongs to the owner now: false if another one created it before
	 * @throws Error of the database
	 */
	create: (name: string, owner: string, until?: AbortSignal, entries?: number) => Promise<boolean>;
	/** How many entries it has; 0 if there is none. @throws Error of the database */
	count: (name: string, until?: AbortSignal) => Promise<number>;
	/** Adds an entry to a mark of this owner, once. @throws Error of the database */
	add: (name: string, owner: string, entry: string) => Promise<void>;
	/** Adds an entry to a mark that only this process writes. Never rejects. */
	beat: (name: string) => Promise<void>;
	/** Removes such a mark. Never rejects. */
	endBeats: (name: string) => Promise<void>;
	/** Whether an error says that there is no database at all, and so nothing that other executions could know. */
	isMissing: (error: unknown) => boolean;
}

/** What a run is, in the eyes of n8n. */
export interface Task {
	/** n8n's id of the execution. A retry of an execution has another one. */
	execution: string;
	/** n8n's index of the pass, if the node runs in a loop. */
	pass: number;
	/** Another operation is another task. */
	operation: string;
	/** Whether an AI agent runs it: if the agent is retried, it runs anew, and its model may choose other words. */
	isTool: boolean;
	/** Whether its runs have no order: two that start together can have the same index, so none continues another. */
	isStandalone: boolean;
	/** Whether it only reads, so that nothing of it is kept. */
	isReading: boolean;
	/** Whether it sends messages, which must not arrive twice. */
	isSending: boolean;
	/** Whether it asks people: the links of an earlier execution lead nowhere, so it asks again. */
	isQuestion: boolean;
	/** The number of items. */
	items: number;
	/** The same for the same JSON of an item; empty if it cannot be serialised. */
	inputOf: (item: number) => string;
	/**
	 * What n8n kept of the execution that this one retries. Takes as long as the execution has runs.
	 * @param isKept whether what the node kept of this pass is there
	 */
	earlier: (isKept: boolean) => EarlierRun;
}

export interface EarlierRun {
	/** Whether the node may have sent something that n8n does not know. */
	isLost: boolean;
	/** A short text that is the same for all retries of an execution, and of those; undefined if this is no retry. */
	origin?: string | undefined;
}

/** Why the core itself sends nothing, or does not know what was sent. The caller has a reason for each. */
export type Cause<Why> =
	/** @property earlier why an earlier run left it in doubt; undefined if that cannot be read */
	| { is: 'inDoubt'; earlier: Why | undefined }
	/** n8n kept nothing of an earlier run. */
	| { is: 'runLost' }
	/** Some parts were sent, and the parts are others now. */
	| { is: 'changed' }
	/** Something was in doubt, and this run could not settle that. @property again why */
	| { is: 'stillInDoubt'; doubt: Why; again: Why }
	/** `left`: another execution never finished it. `goingOn`: another one is sending it. */
	| { is: 'keyInDoubt'; state: 'left' | 'goingOn' }
	/** @property said the words of the database */
	| { is: 'keyNotLookedUp' | 'keyNotRecorded' | 'retryNotRecorded'; said: string }
	/** @property execution that both retry; undefined if it failed before it came to the node */
	| { is: 'retriedBefore'; execution: string | undefined }
	/** @property mayBeSent whether an earlier run may have sent it, and this one did not come to ask */
	| { is: 'stopped'; mayBeSent: boolean }
	| { is: 'stoppedWhileSentElsewhere' }
	/** @property after how long the service wants no requests (ms) */
	| { is: 'givenUp'; after: number }
	/** @property error thrown by a step: a fault of the caller */
	| { is: 'unexpected'; error: unknown };

/** How the caller says why. The core only carries it. */
export interface Reasons<Why> {
	of: (cause: Cause<Why>) => Why;
	/** As it is kept with the execution: JSON, and as little as a retry needs. */
	save: (why: Why) => unknown;
	/** @returns undefined for what another version of the node, or a person, left there */
	read: (saved: unknown) => Why | undefined;
}

/** All that the core needs from outside. */
export interface World<Why> {
	clock: Clock;
	marks: Marks;
	/** A text that is the same twice nowhere. */
	newId: () => string;
	/**
	 * Who claims a retry. The same for all runs that share what n8n keeps of the execution; another one if n8n starts the
	 * execution a second time.
	 */
	claimant: string;
	/** Aborts when nothing more may begin: the execution is stopped, or n8n ends. */
	stopped: AbortSignal;
	/** Aborts when requests in progress are to be given up. */
	hurry: AbortSignal;
	/** Calls a function for each number below `count`, in order, and lets others work meanwhile. */
	inTurns: (count: number, act: (at: number) => void) => Promise<void>;
	reasons: Reasons<Why>;
	log: { info: (text: string) => void; warn: (text: string) => void };
}

/** What the user wants. Complete: the core never asks whether something is set. */
export interface Policy {
	whenUnsure: 'fail' | 'resend' | 'countAsSent';
	/** Whether to go on after a failure of this run. */
	continues: boolean;
	/** The most deliveries in progress; undefined: as many as make none slower. */
	atOnce: number | undefined;
	/** The most steps of an instance in a minute; Infinity for no limit. */
	perMinute: number;
	/** A random pause between the steps of an instance (ms), which then go one after the other. */
	pause: { min: number; max: number } | undefined;
	/** Whether those who wait are given up when nobody was reached for a while, because others wait for them. */
	isQuestion: boolean;
	/** How long to wait in all for a service that asks to slow down (ms). */
	patience: number;
}
