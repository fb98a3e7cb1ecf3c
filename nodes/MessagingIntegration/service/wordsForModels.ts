import type { FactsOf, Failed, Reason } from './failed';
import type { RequestFacts } from './facts';
import type { InputReason } from './inputError';
import { onOneLine, quoted, sentences } from './sentences';

/** What a model wrote for the parameter that is wrong. */
export interface Written {
	/** Its arguments in that parameter: none if the parameter is the author's alone. */
	args: Array<{ name: string; value: string; description?: string | undefined }>;
	/** Whether the parameter is what the model wrote, and not what a formula made of it. */
	isWhole: boolean;
}

/** What to do next; `why`, if the title of the reason does not fit. */
type Said = string | { why: string; next: string };

const never = 'Calling again will not help: tell the user.';
const later = 'Do not call again now: tell the user, who can ask for it later.';
/** The state of the call says that it may have arrived. */
const neverAgain = 'Do not send it again: tell the user.';
const corrected =
	'Do not repeat the same call. If you can correct it, call again; if not, tell the user.';

const namesOf = ({ args }: Written) => args.map(({ name }) => name).join(' and ');

const valuesOf = ({ args }: Written) =>
	args
		.map(({ name, value, description }) =>
			sentences(`${name} "${quoted(value)}"`, description && `(${quoted(description)})`),
		)
		.join(', ');

/** Nobody can say what a formula needs, but another value of an argument may give it. */
const recipient = (written: Written, next: string): Said =>
	written.isWhole
		? next
		: {
				why: `Nobody is listed for these arguments: ${valuesOf(written)}`,
				next: `Use another value of ${namesOf(written)}, or ask the user.`,
			};

const aNumber = (written: Written): Said =>
	recipient(
		written,
		`Give the number alone in ${namesOf(written)}, with + and its country code, or ask the user for it.`,
	);

const anotherValue = (written: Written) =>
	`Correct ${namesOf(written)} and call again, or ask the user.`;

/** What a model can do about a parameter that it wrote. */
const ofInput: Record<InputReason, (written: Written) => Said> = {
	callRefused: () => never,
	changedInTheMiddle: () => neverAgain,
	countryCodeMissing: aNumber,
	credentialUnusable: () => never,
	dryRunFile: () => never,
	expressionGaveNothing: (written) => `Give a value for ${namesOf(written)}, or ask the user.`,
	fileEmpty: () => never,
	fileMissing: () =>
		"Calling again will not help. Tell the user: n8n gives this tool no file. An expression gives one: {{ $('Node').item.binary.data }}.",
	numberNotPossible: aNumber,
	numberNotValid: aNumber,
	parameterUnusable: anotherValue,
	recipientEmpty: (written) => {
		const isEmpty = written.args.every(({ value }) => value.trim() === '');
		return isEmpty ? `Give ${namesOf(written)}, or ask the user.` : aNumber(written);
	},
	recipientUnusable: (written) =>
		recipient(
			written,
			`Give one number in ${namesOf(written)}, with + and its country code. For several people, call the tool once for each.`,
		),
	textBroken: (written) =>
		written.args.length > 0
			? `Write ${namesOf(written)} in words that a person can read, and call again.`
			: never,
	tooManyMessages: () => 'Send no more: tell the user.',
	valueEmpty: (written) => `Write ${namesOf(written)}, or ask the user.`,
};

/** Files that the model did not make: "MIME Type" and the like are the author's. */
const ofContent = (facts: RequestFacts, ofMessage: string) =>
	facts.kind === 'message' ? ofMessage : never;

const afterPause = ({ pause = 0 }: { pause?: number }) =>
	pause > 0
		? `The service asks for a pause of ${Math.ceil(pause / 1000)} s. Do not call again before: tell the user, who can ask for it later.`
		: later;

/**
 * What a model can do about each reason, if it was certainly not sent, or if it is always a doubt. Nothing about fields,
 * expressions or executions, which a model does not see.
 */
const advice: { [Name in Reason]: (facts: FactsOf[Name], written: Written) => Said } = {
	input: ({ reason, advice: forPeople }, written) =>
		written.args.length > 0 || reason === 'fileMissing'
			? ofInput[reason](written)
			: `Calling again will not help. Tell the user: ${onOneLine(forPeople) ?? ''}`,
	unexpected: () => never,
	earlierRunLost: () => ({
		why: 'n8n does not know whether an earlier try sent it',
		next: neverAgain,
	}),
	inDoubtFromEarlierRun: () => ({
		why: 'An earlier try did not learn whether it did',
		next: neverAgain,
	}),
	keyInDoubt: ({ state }) => ({
		why:
			state === 'goingOn'
				? 'Another execution is sending it'
				: 'A message with the same key was begun before and never finished',
		next: neverAgain,
	}),
	changedInTheMiddle: () => ({
		why: 'Part of an earlier text was sent, and the text has changed since',
		next: neverAgain,
	}),
	keyConflict: () => never,
	quietHours: () => 'Do not call again before that: tell the user.',
	keyNotLookedUp: () => ({ why: 'Another execution may have sent it', next: neverAgain }),
	keyNotRecorded: () => later,
	retryNotRecorded: () => ({ why: 'An earlier retry may have sent it', next: neverAgain }),
	retriedBefore: () => ({ why: 'An earlier retry may have sent it', next: neverAgain }),
	stopped: () => 'Send nothing more.',
	stoppedWhileSentElsewhere: () => ({
		why: 'Another execution was sending it when this one was stopped',
		next: neverAgain,
	}),
	// The service can be set up wrong, or be switched off.
	webPage: () => never,
	noStorageRef: () => never,
	noList: () => never,
	redirected: () => never,
	pageRefused: () => never,
	keyRefused: () => never,
	missingScope: () => never,
	notFound: () => never,
	notSupported: () => never,
	addressNotAllowed: () => never,
	hostUnknown: () => never,
	proxyUnreachable: () => never,
	proxyRefused: () => never,
	proxyAddress: () => never,
	noTls: () => never,
	certificate: () => never,
	answerTooLarge: () => never,
	fileUnreadable: () => never,
	// What it was about.
	tooLarge: (facts) => ofContent(facts, 'Call again with a shorter text.'),
	typeRefused: (facts) => ofContent(facts, never),
	refused: (facts) => ofContent(facts, corrected),
	refusedInAnswer: (facts) => ofContent(facts, corrected),
	// It can pass.
	connectTimeout: () => later,
	connectionRefused: () => later,
	unreachable: () => later,
	waitedTooLong: afterPause,
	rateLimited: afterPause,
	givenUp: afterPause,
	conflict: () => later,
	unavailable: afterPause,
	serviceFailed: afterPause,
	answerBrokeOff: () => later,
	connectionBroke: () => later,
	timeout: () => later,
	stoppedBeforeAnswer: () => 'Send nothing more.',
};

/**
 * Why a call failed, if its title does not say it, and what a model can do next.
 * @param isQuestion nobody answers it any more
 */
export function adviceForModel(
	failed: Failed,
	written: Written,
	isQuestion = false,
): { why?: string; next: string } {
	const { kind } = failed.facts as Partial<RequestFacts>;
	// The other reasons are doubts themselves.
	if (failed.delivery === 'unknown' && (kind !== undefined || failed.reason === 'unexpected')) {
		if (isQuestion) return { next: 'Tell the user.' };
		if (kind === 'upload') return { next: 'Uploading it again does no harm.' };
		return { next: neverAgain };
	}
	const words = advice[failed.reason] as (facts: unknown, written: Written) => Said;
	const said = words(failed.facts, written);
	return typeof said === 'string' ? { next: said } : said;
}
