import type { Failed, Reason } from './failed';

/** What a workflow can branch on, where several causes lead to the same next step. Their words tell them apart. */
export const families = {
	addressNotAllowed: 'unreachable',
	answerBrokeOff: 'connectionBroke',
	answerTooLarge: 'notTheService',
	certificate: 'unreachable',
	conflict: 'refused',
	connectTimeout: 'unreachable',
	connectionRefused: 'unreachable',
	hostUnknown: 'unreachable',
	keyNotLookedUp: 'databaseFailed',
	keyNotRecorded: 'databaseFailed',
	noList: 'notTheService',
	noStorageRef: 'notTheService',
	noTls: 'unreachable',
	pageRefused: 'notTheService',
	givenUp: 'rateLimited',
	proxyAddress: 'unreachable',
	proxyRefused: 'unreachable',
	proxyUnreachable: 'unreachable',
	redirected: 'notTheService',
	retryNotRecorded: 'databaseFailed',
	stoppedBeforeAnswer: 'stopped',
	stoppedWhileSentElsewhere: 'stopped',
	typeRefused: 'refused',
	unavailable: 'serviceFailed',
	waitedTooLong: 'serviceFailed',
	webPage: 'notTheService',
} as const satisfies Partial<Record<Reason, string>>;

/** The stable word for why something failed, on which workflows can branch. */
export function reasonFor({ reason, facts }: Failed): string {
	if (reason === 'input') return facts.reason;
	return (families as Partial<Record<Reason, string>>)[reason] ?? reason;
}
