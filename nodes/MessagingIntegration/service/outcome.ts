// Tests: test/unit/anyFailure.test.ts
import type { Body } from './responseBody';
import type { WhyStopped } from '../words/stops';

/** Why no answer arrived, or why the body of an answer could not be read. */
export type Break =
	| 'blocked'
	| 'cancelled'
	| 'connectTimeout'
	| 'cut'
	| 'dns'
	| 'file'
	| 'noProxy'
	| 'noTls'
	| 'proxy'
	| 'proxyAddress'
	| 'refused'
	| 'reset'
	| 'timeout'
	| 'tls'
	| 'tooLarge'
	| 'unreachable';

/** The head of an answer was read. Its status decides, even if its body could not be read. */
export interface Answer {
	kind: 'answer';
	status: number;
	headers: Record<string, string | string[] | undefined>;
	/** As far as it could be read; if not at all: empty, or a page without words. */
	body: Body;
	/** Between the first byte of the request and the end of the answer (ms), so without the set-up of a connection. */
	took?: number;
	/** Why the body, or its end, could not be read; absent if it was read. */
	unread?: Pick<Broken, 'reason' | 'detail' | 'stopped'>;
}

/** The attempt ended before the head of an answer was read. */
export interface Broken {
	kind: 'break';
	reason: Break;
	/**
	 * Whether the service may have processed the request. False if no byte of it was written, if the proxy opened no
	 * tunnel, or if the file could not be read to its end.
	 */
	wasWritten: boolean;
	/** The system's own error message, for the description. */
	detail?: string;
	/** If it was given up because the run was stopped: why. */
	stopped?: WhyStopped;
	/** If a proxy is the reason: the environment variable that names it. */
	proxyVariable?: string;
}

/** How one attempt ended. */
export type Outcome = Answer | Broken;
