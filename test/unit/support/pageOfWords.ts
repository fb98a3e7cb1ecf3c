/** docs/words.md, and the table in docs/errors.md: all that the node says, made of the tables in words/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { besideDoubts } from '../../../nodes/MessagingIntegration/words/doubts';
import { doubts } from '../../../nodes/MessagingIntegration/words/doubts';
import { saidOf } from '../../../nodes/MessagingIntegration/words/describe';
import {
	type Hint,
	type HintName,
	hintsOfItems as hintSentences,
	ofRun,
} from '../../../nodes/MessagingIntegration/words/hints';
import { input } from '../../../nodes/MessagingIntegration/words/input';
import {
	failureForModel,
	needs,
	nextSteps,
	notSent,
	ofReview,
	type StateOfCall,
	type Written,
} from '../../../nodes/MessagingIntegration/words/models';
import { refusals } from '../../../nodes/MessagingIntegration/words/refusals';
import { errorOfBadItems, errorOfRun } from '../../../nodes/MessagingIntegration/words/run';
import { asSentence } from '../../../nodes/MessagingIntegration/words/sentences';
import { type Reason, reasons, type Words } from '../../../nodes/MessagingIntegration/words/Words';
import {
	type Failed,
	type Name,
	reasonOf,
	requestFactsOf,
	titleOf,
	type Why,
	wordsOf,
} from '../../../nodes/MessagingIntegration/words/why';
import { badItems, runs } from './examplesOfRuns';
import { examples, hintsOfItems, hintsOfRun } from './examplesOfWords';

const root = join(__dirname, '../../..');
export const pathOfPage = join(root, 'docs/words.md');
export const pathOfErrors = join(root, 'docs/errors.md');

/** Each example of an entry. */
const whysOf = (name: Name): Why[] =>
	examples[name].map(([facts = {}]) => ({ name, facts }) as Why);

const tables: Array<[title: string, about: string, table: object]> = [
	[
		'What services and networks say',
		'A request failed. The number in the title is the status of the answer. Where the third column is empty, a model tells the user.',
		refusals,
	],
	[
		'What was sent before, and what stopped a run',
		'Keys, retries, doubts, quiet hours, stops, and what the node does not know. Where the third column is empty, a model tells the user.',
		doubts,
	],
	[
		'What people enter',
		`Nothing was sent of an item with such a mistake. A model calls again with another value of what it wrote, or asks the user for it. “A number” stands for: ${needs.number}. “One number” stands for: ${needs.oneNumber}.`,
		input,
	],
];

const namesIn = (table: object) => Object.keys(table) as Name[];

/** These are always doubts, whatever happened. */
const isAlwaysInDoubt: Name[] = [
	'inDoubtFromEarlierRun',
	'earlierRunLost',
	'retriedBefore',
	'keyInDoubt',
	'keyNotLookedUp',
	'retryNotRecorded',
	'stoppedWhileSentElsewhere',
	'timeout',
	'connectionBroke',
	'refusedInAnswer',
	'serviceFailed',
	'waitedTooLong',
	'stoppedBeforeAnswer',
];

/** These are doubts if the request may have come to the service, or if an earlier run may have sent the message. */
const isSometimesInDoubt: Name[] = [
	'webPage',
	'redirected',
	'unavailable',
	'answerBrokeOff',
	'answerTooLarge',
	'noStorageRef',
	'certificate',
	'unreachable',
	'changedInTheMiddle',
	'stopped',
	'unexpected',
];

const failedOf = (why: Why): Failed => ({
	...why,
	delivery: isAlwaysInDoubt.includes(why.name) ? 'unknown' : 'notSent',
	origin: why.name in input ? 'input' : 'request',
});

const state: StateOfCall = { task: 'message', isInDoubt: false, done: 0, all: 1, noun: 'message' };
const byAuthor: Written = { args: [], isWhole: false };
const byModel: Written = { args: [{ name: 'To', value: '0171 1234567' }], isWhole: true };
const emptyByModel: Written = { args: [{ name: 'To', value: '' }], isWhole: true };
const formula: Written = {
	args: [{ name: 'Name', value: 'Charlie', description: 'Ada or Ben' }],
	isWhole: false,
};

/** What a model reads, if it wrote the value that is wrong. */
function forModel(why: Why, written = byModel, of: Partial<StateOfCall> = {}): string {
	const failed = failedOf(why);
	const isInDoubt = failed.delivery === 'unknown';
	return failureForModel(failed, { ...state, isInDoubt, ...of }, written);
}

/** For a line of Markdown. */
const escaped = (text: string) =>
	text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*').replaceAll('_', '\\_');

/** What is said with a reason: each example, with the advice where it is another one, and what a model does next. */
function rowsOf(whys: Why[]): string {
	let before: string | undefined;
	const rows = whys.map((why) => {
		const { title, advice } = saidOf(failedOf(why));
		const isNew = advice !== before;
		before = advice;
		return `| ${escaped(title)} | ${isNew ? escaped(advice) : 'the same'} | ${escaped(nextOfModel(why))} |`;
	});
	return [...new Set(rows)].join('\n');
}

/** Its cause, if that is not the title, and its next step, if that is not the one of all in its table. */
function nextOfModel(why: Why): string {
	const isInput = why.name in input;
	const text = forModel(why, isInput ? byModel : byAuthor).replace(/^.*?\. /, '');
	return text
		.replace(`${asSentence(titleOf(why))} `, '')
		.replace(nextSteps.tellUser, isInput ? 'tells the user' : '')
		.replace(nextSteps.neverAgain, 'tells the user, and never sends it again')
		.replace(
			/^Call again with another value of To: (.*)\. If you do not know it, ask the user\.$/,
			'$1',
		)
		.replace(/^Call again with another value of To\. If you do not know it, ask the user\.$/, '')
		.replace(needs.number, 'a number')
		.replace(needs.oneNumber, 'one number')
		.trim();
}

const head = '| Title | What to do | A model |\n| --- | --- | --- |\n';

/** A table for each reason. */
function tableOfEntries(table: object): string {
	const byReason = new Map<string, Why[]>();
	for (const why of namesIn(table).flatMap(whysOf))
		byReason.set(reasonOf(why), [...(byReason.get(reasonOf(why)) ?? []), why]);
	return [...byReason]
		.map(([reason, whys]) => `### \`${reason}\`\n\n${head}${rowsOf(whys)}`)
		.join('\n\n');
}

const block = (...lines: string[]) => `\`\`\`text\n${lines.join('\n')}\n\`\`\``;

const errorsOfRuns = () =>
	[
		...runs.map(([what, facts]) => [what, errorOfRun(facts)] as const),
		['a list with two wrong numbers', errorOfBadItems(badItems, 60, 58, false)] as const,
		['the same in a retry', errorOfBadItems(badItems, 60, 1, true)] as const,
	]
		.map(
			([what, { message, description }]) =>
				`### ${what[0]?.toUpperCase()}${what.slice(1)}\n\n${block(message, '', description)}`,
		)
		.join('\n\n');

function hints(): string {
	const ofItems = (Object.keys(hintsOfItems) as HintName[]).flatMap((name) =>
		hintsOfItems[name].flatMap(({ times, about }) => {
			const hint: Hint = about === undefined ? name : `${name} ${about}`;
			const given = Array.from({ length: times }, (_, at) => [at + 1, hint] as const);
			return hintSentences(given, 'item', 2);
		}),
	);
	const ofRuns = (Object.keys(hintsOfRun) as Array<keyof typeof ofRun>).flatMap((name) =>
		hintsOfRun[name].map((facts) => (ofRun[name] as (...given: unknown[]) => string)(...facts)),
	);
	return [...ofItems, ...ofRuns].map((hint) => `- ${escaped(hint)}`).join('\n');
}

const [refused] = whysOf('refused');
const refusedUpload = whysOf('refused').find((why) => requestFactsOf(why)?.kind === 'upload');
const [country] = whysOf('countryCodeMissing');
const [timeout] = whysOf('timeout');

function models(): string {
	const part = { done: 2, all: 4, next: { text: 'The rest of it', place: 3 } };
	const all: Array<[what: string, text: string]> = [
		['it wrote the number', forModel(country as Why)],
		['it wrote no number', forModel(country as Why, emptyByModel)],
		['a formula of the author over what it wrote', forModel(country as Why, formula)],
		["the author's own parameter", forModel(country as Why, byAuthor)],
		['a text of four messages', forModel(refused as Why, byAuthor, part)],
		['a text of four messages, in doubt', forModel(timeout as Why, byAuthor, part)],
		[
			'four files',
			forModel(refused as Why, byAuthor, { ...part, noun: 'file', next: { place: 3 } }),
		],
		['an upload', forModel(refusedUpload as Why, byAuthor, { task: 'upload' })],
		['an upload, in doubt', forModel(timeout as Why, byAuthor, { task: 'upload' })],
		['typing', forModel(refused as Why, byAuthor, { task: 'indication' })],
		['typing, in doubt', forModel(timeout as Why, byAuthor, { task: 'indication' })],
		['a question', forModel(refused as Why, byAuthor, { task: 'question' })],
		['a question, in doubt', forModel(timeout as Why, byAuthor, { task: 'question' })],
		...Object.entries(notSent),
		['a review', ofReview.nobodyAsked(forModel(refused as Why, byAuthor, { task: 'question' }))],
		['a review that nobody answered', ofReview.nobodyInTime],
		['a review in a dry run', ofReview.dryRun],
	];
	return all.map(([what, text]) => `- ${what}: ${escaped(text)}`).join('\n');
}

/** All that the node says. */
export const page = () => `# All sentences of the node

\`npm run words\` makes this page of the tables in \`nodes/MessagingIntegration/words/\`. Edit the tables, not this page. Each sentence stands here with an example. Where a column says “the same”, the advice is that of the row above. The headings are the reasons, on which workflows branch: \`details.reason\`.

${tables.map(([title, about, table]) => `## ${title}\n\n${about}\n\n${tableOfEntries(table)}`).join('\n\n')}

## Beside a doubt

- ${escaped(besideDoubts.earlier(titleOf(timeout as Why)))}
- ${besideDoubts.unreadable}
- ${escaped(besideDoubts.again(titleOf(whysOf('givenUp')[0] as Why)))}

## The error of a run

It is always built alike: the title; what to do; a line that counts; who did not get it; who may have got it. A title says first how many were sent, and how many may have arrived.

${errorsOfRuns()}

## Hints

${hints()}

## What a model reads

The state of the whole call, the cause, and one of four next steps: *${nextSteps.callAgain('with another value of To')}* *${nextSteps.askUser('To')}* *${nextSteps.tellUser}* *${nextSteps.neverAgain}*

${models()}
`;

/** Stands for a fact: a text, and a number that keeps its form with thousands. */
const mark = { text: 'ZQX', number: 999_983 };
const marks = /"(?:ZQX|999,?983)"|\((?:ZQX|999,?983)\)|ZQX|999,?983/g;

type Json = Record<string, unknown>;

/** The facts with one of them replaced, by the names that lead to it. */
function withMark(facts: unknown, path: string[]): unknown {
	const [name, ...rest] = path;
	if (name === undefined) return typeof facts === 'number' ? mark.number : mark.text;
	if (Array.isArray(facts))
		return facts.map((one, at) => (String(at) === name ? withMark(one, rest) : (one as unknown)));
	return { ...(facts as Json), [name]: withMark((facts as Json)[name], rest) };
}

function pathsIn(facts: unknown, path: string[] = []): string[][] {
	if (typeof facts === 'string' || typeof facts === 'number') return [path];
	if (typeof facts !== 'object' || facts === null) return [];
	return Object.entries(facts).flatMap(([name, one]) => pathsIn(one, [...path, name]));
}

const hasMark = (text: string) => /ZQX|999,?983/.test(text);

/** What an entry says with … for all facts that are free: those that stand in its words as they are. */
function withDots(why: Why): Words {
	const said = (facts: unknown) => {
		try {
			return wordsOf({ ...why, facts } as Why);
		} catch {
			return undefined;
		}
	};
	let { facts }: { facts: unknown } = why;
	for (const path of pathsIn(facts)) {
		const marked = withMark(facts, path);
		const words = said(marked);
		const before = said(facts);
		const isFree =
			words !== undefined &&
			before !== undefined &&
			!/undefined/.test(words.title + (words.advice ?? '')) &&
			words.reason === before.reason &&
			(hasMark(words.title) || hasMark(words.advice ?? ''));
		if (isFree) facts = marked;
	}
	return said(facts) as Words;
}

/** Of a title, what Ctrl+F finds: all of it up to its first fact, or what stands behind that. */
function literal(title: string): string {
	const parts = title
		.split(marks)
		.map((part) => part.replace(/^[\s:,]+|[\s:,("]+$/g, ''))
		.filter((part) => part.includes(' '));
	return parts[0] ?? title.replaceAll(marks, '…');
}

type WasSent = 'No' | 'Perhaps: look first' | 'The line says it';

function wasItSent(why: Why): WasSent {
	// The list of instances sends nothing, whatever became of the request.
	if (requestFactsOf(why)?.effect === 'read') return 'No';
	if (isAlwaysInDoubt.includes(why.name)) return 'Perhaps: look first';
	return isSometimesInDoubt.includes(why.name) ? 'The line says it' : 'No';
}

/** Of two entries that people cannot tell apart. */
const both = (one: WasSent, other: WasSent): WasSent => (one === other ? one : 'The line says it');

/** The rows of errors.md: one for each title. */
export function tableOfErrors(): string {
	const rows = new Map<string, { seen: string; sent: WasSent; toDo: string; reason: Reason }>();
	for (const [, , table] of tables)
		for (const name of namesIn(table))
			for (const why of whysOf(name)) {
				const { title, advice = '' } = withDots(why);
				const seen = escaped(literal(title));
				const reason = reasonOf(why);
				const toDo = escaped(advice.replaceAll(marks, '…').replaceAll('\n', ' '));
				const row = rows.get(`${seen} ${reason}`);
				// A request for the list can have the same title as one for a message: then the message counts.
				if (!row) rows.set(`${seen} ${reason}`, { seen, sent: wasItSent(why), toDo, reason });
				else if (requestFactsOf(why)?.effect !== 'read') row.sent = both(row.sent, wasItSent(why));
			}
	const ordered = [...rows.values()].toSorted(
		(one, other) => reasons.indexOf(one.reason) - reasons.indexOf(other.reason),
	);
	return [
		'| What you see | Was it sent? | What to do | `reason` |',
		'| --- | --- | --- | --- |',
		...ordered.map(
			({ seen, sent, toDo, reason }) => `| ${seen} | ${sent} | ${toDo} | \`${reason}\` |`,
		),
	].join('\n');
}

const [begin, end] = ['<!-- words -->', '<!-- /words -->'];

/** errors.md with the present table. Everything else in it is written by hand. */
export function errorsPage(): string {
	const before = readFileSync(pathOfErrors, 'utf8');
	const [start, stop] = [before.indexOf(begin), before.indexOf(end)];
	return `${before.slice(0, start + begin.length)}\n\n${tableOfErrors()}\n\n${before.slice(stop)}`;
}
