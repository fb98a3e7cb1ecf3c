// Tests: test/unit/pageOfWords.test.ts, test/engine/asTool.test.ts
import { asSentence, quoted, sentences } from './sentences';
import { type Failed, type Why, wordsOf } from './why';
import type { Needs } from './Words';

/**
 * What a model reads that called a tool: the state of all that its call asked for, the cause, and one of four next steps.
 * Nothing about fields, expressions or executions, which a model does not see.
 */

/** What a model wrote for the parameter that is wrong. */
export interface Written {
	/** Its arguments in that parameter: none if the parameter is the author's alone. */
	args: Array<{ name: string; value: string; description?: string | undefined }>;
	/** Whether the parameter is what the model wrote, and not what a formula made of it. */
	isWhole: boolean;
}

/** What became of all that a call asked for. */
export interface StateOfCall {
	task: 'indication' | 'message' | 'question' | 'upload';
	/** Whether one of its messages may have arrived. */
	isInDoubt: boolean;
	/** How many of its messages or files were sent, and how many it has. */
	done: number;
	all: number;
	noun: 'file' | 'message';
	/** The first that was not sent: its text, or its place, counted from 1. */
	next?: { text?: string | undefined; place: number } | undefined;
}

const states: Record<StateOfCall['task'], [isCertain: string, isInDoubt: string]> = {
	message: ['Not sent.', 'It may have arrived.'],
	question: [
		'The question could not be sent, so nobody has answered it.',
		'The question may have arrived, but nobody can answer it any more.',
	],
	upload: ['Not uploaded.', 'It may have been uploaded.'],
	indication: ['Not done.', 'It may have been done.'],
};

/** The first words of a text. */
function beginOf(text: string): string {
	const letters = [...quoted(text)];
	return letters.length <= 40 ? letters.join('') : `${letters.slice(0, 40).join('')}…`;
}

const isInPart = ({ task, all, done, isInDoubt }: StateOfCall) =>
	task === 'message' && all > 1 && (done > 0 || isInDoubt);

/** In a sentence that is true alone: some readers get only the first one. */
function stateInWords(state: StateOfCall): string {
	const { task, isInDoubt, done, all, noun, next } = state;
	if (!isInPart(state)) return states[task][isInDoubt ? 1 : 0];
	const from =
		next && (next.text === undefined ? `${noun} ${next.place}` : `"${beginOf(next.text)}"`);
	return sentences(
		`${done} of ${all} ${noun}s ${done === 1 ? 'was' : 'were'} sent${isInDoubt ? ', and the next one may have arrived' : ''}.`,
		from && `Not sent: from ${from} on.`,
	);
}

/** What the other value of an argument has to be. */
export const needs: Record<Needs, string> = {
	number: 'the number alone, with + and its country code, never guessed',
	oneNumber: 'one number, with + and its country code; for several people, call once for each',
	readable: 'words that a person can read',
};

/** The four next steps of a model. @param args names of arguments */
export const nextSteps = {
	/** @param what has to be other */
	callAgain: (what: string) => `Call again ${what}.`,
	askUser: (args: string) => `Ask the user for ${args}.`,
	tellUser: 'Do not call again: tell the user.',
	neverAgain: 'Do not send it again: tell the user.',
};

const namesOf = ({ args }: Written) => args.map(({ name }) => name).join(' and ');

/** What a model can do about something that was certainly not sent. */
function stepAfter(failed: Why, written: Written): string {
	const { model = {} } = wordsOf(failed);
	if (model.next === 'tellUser' || model.next === 'neverAgain') return nextSteps[model.next];
	if ('how' in model) return nextSteps.callAgain(model.how);
	if (written.args.length === 0) return nextSteps.tellUser;
	const needed = 'needs' in model ? model.needs : undefined;
	const isBlank = written.args.every(({ value }) => value.trim() === '');
	// A model cannot know a number that nobody gave it.
	if (isBlank && needed === 'number') return nextSteps.askUser(namesOf(written));
	// A model would choose somebody else.
	if (!isAsWritten(failed, written)) return nextSteps.askUser(namesOf(written));
	const what = needed === undefined ? '' : `: ${needs[needed]}`;
	return nextSteps.callAgain(
		`with another value of ${namesOf(written)}${what}. If you do not know it, ask the user`,
	);
}

/** Nobody can say what a formula needs, but another value of an argument may give it. */
function isAsWritten(failed: Why, { args, isWhole }: Written): boolean {
	const { model = {} } = wordsOf(failed);
	const isNumber = 'needs' in model && model.needs !== 'readable';
	return isWhole || args.length === 0 || !isNumber;
}

function nobodyListed({ args }: Written): string {
	const values = args.map(({ name, value, description }) =>
		sentences(`${name} "${quoted(value)}"`, description && `(${quoted(description)})`),
	);
	return `Nobody is listed for these arguments: ${values.join(', ')}`;
}

function causeOf(failed: Why, written: Written): string {
	const { title, model } = wordsOf(failed);
	const isEmpty = written.args.every(({ value }) => value.trim() === '');
	if (!isEmpty && !isAsWritten(failed, written)) return nobodyListed(written);
	return model?.why ?? title;
}

/**
 * What a model reads of a call that failed.
 * @param cause if there is more than one
 */
export function failureForModel(
	failed: Failed,
	state: StateOfCall,
	written: Written,
	cause?: string,
): string {
	const mustNotRepeat = failed.delivery === 'unknown' || isInPart(state);
	// Nobody answers a question any more whose link nobody keeps.
	const never = state.task === 'question' ? nextSteps.tellUser : nextSteps.neverAgain;
	return sentences(
		stateInWords(state),
		asSentence(cause ?? causeOf(failed, written)),
		mustNotRepeat ? never : stepAfter(failed, written),
	);
}

/** What became of a message that was not sent, although nothing failed. The model must not report it as sent. */
export const notSent = {
	// The model may have written another message with the key of one that was sent.
	skipped: 'An earlier message with this key was sent, so this one was not. Do not send it again.',
	counted: 'An earlier message counts as sent, so this one was not sent. Do not send it again.',
	noFile: `This was not sent: there is no file. ${nextSteps.tellUser}`,
	dryRun: `This was a dry run. Nothing was sent, and nobody got a message. ${nextSteps.tellUser}`,
};

/** What the model reads whose call a person has to review. Without it, n8n says that the user rejected the call. */
export const ofReview = {
	nobodyAsked: (why: string) => `This is not a decision of the user. ${why}`,
	nobodyInTime:
		'Nobody answered in time, so nothing was decided. Do not do it, and do not ask again: tell the user.',
	dryRun:
		'This was a dry run: nobody was asked, so nobody approved or declined, and nothing was done.',
};
