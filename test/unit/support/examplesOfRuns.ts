/** Runs that ended with an error, as people meet them. */
import { because, type Failed } from '../../../nodes/MessagingIntegration/words/why';
import type { BadItem, Counts, RunFacts } from '../../../nodes/MessagingIntegration/words/run';
import { examples } from './examplesOfWords';

const none: Counts = {
	sent: 0,
	skipped: 0,
	noFile: 0,
	counted: 0,
	dryRun: 0,
	notSent: 0,
	inDoubt: 0,
};

const [refused] = examples.refused;
const [timeout] = examples.timeout;
const isRefused: Failed = {
	...because('refused', ...refused),
	delivery: 'notSent',
	origin: 'request',
};
const isInDoubt: Failed = {
	...because('timeout', ...timeout),
	delivery: 'unknown',
	origin: 'request',
};
const wasInDoubt: Failed = {
	...because('inDoubtFromEarlierRun'),
	earlier: because('timeout', ...timeout),
	delivery: 'unknown',
	origin: 'earlierRun',
};
const isQuiet: Failed = {
	...because('quietHours', ...examples.quietHours[0]),
	delivery: 'notSent',
	origin: 'quietHours',
};
const isLost: Failed = {
	...because('earlierRunLost'),
	delivery: 'unknown',
	origin: 'lostRun',
};
const isStopped: Failed = {
	...because('stopped', { why: 'processEnds' }),
	delivery: 'notSent',
	origin: 'end',
};

const one: Omit<RunFacts, 'failed'> = {
	task: 'message',
	noun: 'item',
	items: 1,
	counts: { ...none, notSent: 1 },
	isElsewhere: false,
	isInEditor: false,
	retries: 'ofAny',
	canSettle: true,
	notSent: [{ item: 0, to: '491711234567' }],
	mayHaveArrived: [],
};

const unanswered: RunFacts = {
	...one,
	failed: isInDoubt,
	counts: { ...none, inDoubt: 1 },
	notSent: [],
	mayHaveArrived: one.notSent,
};

const list: Omit<RunFacts, 'failed'> = {
	...one,
	items: 60,
	counts: { ...none, sent: 40, notSent: 20 },
	notSent: Array.from({ length: 20 }, (_, at) => ({ item: 40 + at, to: '491711234567' })),
};

const doubts = [3, 7].map((item) => ({ item, to: `49171000000${item}` }));
const until = '2030-01-02 08:00 (Europe/Berlin)';

export const runs: Array<[what: string, RunFacts]> = [
	['one message that the service refuses', { ...one, failed: isRefused }],
	['a list of 60 that the service refuses at the 41st', { ...list, failed: isRefused }],
	['one message whose answer did not come', unanswered],
	['one message whose answer did not come, in the editor', { ...unanswered, isInEditor: true }],
	[
		'a list of which two answers did not come',
		{
			...list,
			failed: isInDoubt,
			counts: { ...none, sent: 40, notSent: 18, inDoubt: 2 },
			notSent: Array.from({ length: 18 }, (_, at) => ({ item: 42 + at })),
			mayHaveArrived: doubts,
		},
	],
	[
		'a text of four messages',
		{
			...one,
			failed: isRefused,
			part: { name: 'Message 3', noun: 'message', index: 2, count: 4 },
			noun: 'message',
			counts: { ...none, sent: 2, notSent: 2 },
			retries: 'fromEditor',
		},
	],
	[
		'a retry of a list in doubt',
		{
			...list,
			failed: wasInDoubt,
			counts: { ...none, sent: 58, inDoubt: 2 },
			several: { why: 'earlierRun', count: 2, of: 60, until },
			notSent: [],
			mayHaveArrived: doubts,
		},
	],
	[
		'a list in the evening',
		{
			...list,
			failed: isQuiet,
			several: { why: 'quietHours', count: 20, of: 60, until },
			retries: 'notSaved',
		},
	],
	[
		'a retry after a crash',
		{
			...list,
			failed: isLost,
			counts: { ...none, inDoubt: 60 },
			several: { why: 'lostRun', count: 60, of: 60, until },
			notSent: [],
			mayHaveArrived: [],
		},
	],
	['n8n was shut down in a list', { ...list, failed: isStopped, retries: 'ofSubWorkflow' }],
	[
		'an upload whose answer did not come',
		{
			...one,
			task: 'other',
			failed: {
				...because('connectionBroke', { ...examples.connectionBroke[0][0], kind: 'upload' }),
				delivery: 'unknown',
				origin: 'request',
			},
			canSettle: false,
			counts: { ...none, inDoubt: 1 },
			notSent: [],
			mayHaveArrived: [],
		},
	],
	[
		'a question whose answer did not come',
		{
			...one,
			task: 'question',
			failed: isInDoubt,
			counts: { ...none, inDoubt: 1 },
			notSent: [],
			mayHaveArrived: [],
		},
	],
	[
		'typing whose answer did not come',
		{
			...one,
			task: 'other',
			failed: isInDoubt,
			retries: 'notSavedFromEditor',
			counts: { ...none, inDoubt: 1 },
			notSent: [],
			mayHaveArrived: [],
		},
	],
];

export const badItems: BadItem[] = [
	{
		item: 3,
		name: 'Ada Lovelace',
		to: '0171 1234567',
		title: '"0171 1234567" needs a country code',
		advice:
			'Begin the number with + and its country code, or choose the country in "Default Country", directly below "To".',
	},
	{
		item: 9,
		name: 'Charles',
		title: 'The recipient is empty',
		advice: 'Enter a phone number in the parameter "To", for example +49 171 1234567.',
	},
];
