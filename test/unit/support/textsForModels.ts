import {
	failed,
	type Failed,
	type Reason,
} from '../../../nodes/MessagingIntegration/service/failed';
import type { RequestFacts } from '../../../nodes/MessagingIntegration/service/facts';
import { inputReasons } from '../../../nodes/MessagingIntegration/service/inputError';
import { requestWords } from '../../../nodes/MessagingIntegration/service/requestWords';
import { words } from '../../../nodes/MessagingIntegration/service/words';
import type { Written } from '../../../nodes/MessagingIntegration/service/wordsForModels';
import { notSent, wordsForModel } from '../../../nodes/MessagingIntegration/run/forModel';
import type { FailedRow, Row } from '../../../nodes/MessagingIntegration/run/rows';

const byAuthor: Written = { args: [], isWhole: false };
const whole: Written = { args: [{ name: 'To', value: 'Ada' }], isWhole: true };
const formula: Written = {
	args: [{ name: 'Name', value: 'Charlie', description: 'Ada or Ben' }],
	isWhole: false,
};

const requestFacts = {
	kind: 'message',
	effect: 'delivery',
	host: 'api.example.com',
	hostname: 'api.example.com',
	isThisMachine: false,
	instance: 'shop',
	contentType: 'text',
	scope: 'messages:send',
	proxyVariable: 'HTTPS_PROXY',
	status: 400,
	pause: 45_000,
} as RequestFacts;

/** What the reasons that are about no request tell. */
const otherFacts: Partial<Record<Reason, object>> = {
	unexpected: { title: 'Cannot read properties of undefined' },
	inDoubtFromEarlierRun: { continues: true },
	keyInDoubt: { state: 'left' },
	keyConflict: { item: 0 },
	quietHours: { sendAfter: '2030-01-02T08:00:00.000+01:00' },
	keyNotLookedUp: { said: 'database is locked' },
	keyNotRecorded: { said: 'database is locked' },
	retryNotRecorded: { said: 'database is locked' },
	stopped: { why: 'canceled' },
	stoppedWhileSentElsewhere: { why: 'canceled' },
};

/** These are doubts, whatever happened. */
const doubts: Reason[] = [
	...(['earlierRunLost', 'inDoubtFromEarlierRun', 'keyInDoubt', 'keyNotLookedUp'] as const),
	...(['retriedBefore', 'retryNotRecorded', 'stoppedWhileSentElsewhere'] as const),
];

/** A service can be asked twice whether it processed a request of these. */
const canBeDoubts: Reason[] = [
	...([
		'answerBrokeOff',
		'connectionBroke',
		'serviceFailed',
		'timeout',
		'refusedInAnswer',
	] as const),
	'stoppedBeforeAnswer',
];

function said(failure: Failed, written = byAuthor, others: Row[] = [], operation = 'message send') {
	const row: FailedRow = { state: 'failed', item: 0, failure };
	const [before = [], after = []] = [others.filter(isDone), others.filter((one) => !isDone(one))];
	return wordsForModel(operation, [...before, row, ...after], row, written);
}

const isDone = (row: Row) => 'answers' in row;

const ofRequest = (reason: keyof typeof requestWords, delivery: Failed['delivery'], more = {}) =>
	failed(reason, { ...requestFacts, ...more }, delivery, 'request');

/** Each text of a failed call that a model can read, by what happened. */
export function textsForModels(): Array<[what: string, text: string]> {
	const reasons = Object.keys(words) as Reason[];
	const all: Array<[string, string]> = [];
	for (const reason of reasons) {
		if (reason === 'input') continue;
		if (reason in requestWords) {
			const name = reason as keyof typeof requestWords;
			if (!['noList', 'stoppedBeforeAnswer', 'refusedInAnswer'].includes(name))
				all.push([name, said(ofRequest(name, 'notSent'))]);
			if (canBeDoubts.includes(reason))
				all.push([`${name}, in doubt`, said(ofRequest(name, 'unknown'))]);
			continue;
		}
		const delivery = doubts.includes(reason) ? 'unknown' : 'notSent';
		const failure = failed(reason, (otherFacts[reason] ?? {}) as never, delivery, 'earlierRun');
		all.push([reason, said(failure)]);
	}
	for (const reason of inputReasons) {
		const input = failed(
			'input',
			{ reason, title: '(the title)', advice: '(what a person in the editor can do)' },
			'notSent',
			'input',
		);
		all.push([`${reason}: the author's parameter`, said(input)]);
		all.push([`${reason}: what the model wrote`, said(input, whole)]);
		all.push([`${reason}: a formula over it`, said(input, formula)]);
	}
	const quoted = { words: '"The number is not registered."' };
	const sent: Row = { state: 'sent', item: 0, noun: 'message', answers: [], hints: [] };
	const rest: Row = { state: 'notBegun', item: 0, noun: 'message', text: 'The rest of it' };
	all.push(
		["the service's own words", said(ofRequest('refused', 'notSent', quoted))],
		[
			'2 of 4 messages',
			said(ofRequest('refused', 'notSent', quoted), byAuthor, [sent, sent, rest]),
		],
		[
			'2 of 4 messages, in doubt',
			said(ofRequest('timeout', 'unknown'), byAuthor, [sent, sent, rest]),
		],
		[
			'an upload',
			said(ofRequest('tooLarge', 'notSent', { kind: 'upload' }), byAuthor, [], 'media upload'),
		],
		['a question', said(ofRequest('keyRefused', 'notSent'), byAuthor, [], 'message sendAndWait')],
		[
			'a question, in doubt',
			said(ofRequest('timeout', 'unknown'), byAuthor, [], 'message sendAndWait'),
		],
	);
	all.push(...Object.entries(notSent));
	return all;
}
