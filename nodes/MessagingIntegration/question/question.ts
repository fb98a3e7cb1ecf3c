// Tests: test/unit/questionLink.test.ts, test/unit/questionPage.test.ts
import { randomBytes } from 'node:crypto';

import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { runIndexOf } from '../n8n/context';
import { keptInContext, outputOfRun, signedResumeLink } from '../n8n/resumeLink';
import { field } from './fields';
import { isLanguage } from './words';

/** How long to wait after the question was sent, in ms, or until when, as ISO 8601. */
const waitLimit = z.union([z.number(), z.string()]);

export type WaitLimit = z.output<typeof waitLimit>;

/** What the page of a question shows. It is kept as it was sent, because an expression may give another value later. */
const question = z.object({
	/** What is asked for. The values are those of n8n's own nodes. */
	type: z.enum(['approval', 'choice', 'freeText', 'customForm']),
	title: z.string(),
	message: z.string(),
	/** For an approval, the comment; for a text, the text. */
	fields: z.array(field),
	/** The labels: of an approval, the first approves and the second declines. */
	buttons: z.array(z.string()),
	/** What comes out for each button of a choice. */
	choices: z.array(z.string()).optional(),
	/** What the page says after the answer. */
	recorded: z.string(),
	/** BCP 47 */
	language: z.string().refine(isLanguage),
	/** Absent if the wait has no end. */
	limit: waitLimit.optional(),
	/**
	 * Who is asked, and the nonce of each link: the run of the node that asks, and chance. A link with another one belongs to
	 * an earlier question of the same node, for example in a loop.
	 */
	people: z.array(z.object({ to: z.string(), nonce: z.string() })),
	/** The execution and the run that ask: retries within them ask the same question. */
	askedBy: z.string(),
});

export type Question = z.output<typeof question>;
export type Asked = Omit<Question, 'people' | 'askedBy'>;

/** What the form sends for each button. */
export function buttonValues({ type, buttons }: Pick<Asked, 'type' | 'buttons'>): string[] {
	if (type === 'choice') return buttons.map((_, at) => String(at));
	return type === 'approval' ? ['approve', 'decline'].slice(0, buttons.length) : ['send'];
}

export function takesFiles({ fields }: Pick<Asked, 'fields'>): boolean {
	return fields.some(({ type }) => type === 'file');
}

/** Undefined if nothing was asked, or if another version of the node asked it in a way that is not known. */
function parsed(kept: unknown): Question | undefined {
	if (typeof kept !== 'string') return undefined;
	return question.safeParse(JSON.parse(kept)).data;
}

/**
 * Keeps the question of this run in n8n's context of the node, where its page finds it.
 * @param recipients each gets a link of their own, which stays the same if n8n tries the node again
 */
export function keepQuestion(context: IExecuteFunctions, asked: Asked, recipients: string[]) {
	const kept = context.getContext('node');
	const askedBy = `${context.getExecutionId()}:${runIndexOf(context)}`;
	const before = parsed(kept.question);
	const known = before?.askedBy === askedBy ? before.people : [];
	const nonces = new Map(known.map(({ to, nonce }) => [to, nonce]));
	const people = recipients.map((to) => {
		const own = () => `${runIndexOf(context)}.${randomBytes(9).toString('base64url')}`;
		return { to, nonce: nonces.get(to) ?? own() };
	});
	const whole = { ...asked, people, askedBy };
	kept.question = JSON.stringify(whole);
	return whole;
}

/** Call when the question was sent: those who were certainly not asked are none of its people. */
export function forgetPeople(context: IExecuteFunctions, question: Question, notAsked: string[]) {
	const people = question.people.filter(({ to }) => !notAsked.includes(to));
	context.getContext('node').question = JSON.stringify({ ...question, people });
}

/** The question that this run keeps. */
export function keptQuestion(context: IExecuteFunctions): Question | undefined {
	return parsed(context.getContext('node').question);
}

/** What is known of an answer. */
const answer = z.object({
	approved: z.boolean().optional(),
	choice: z.string().optional(),
	timedOut: z.boolean().optional(),
	respondedAt: z.string().optional(),
	respondedBy: z.string().optional(),
});

export type KnownAnswer = z.output<typeof answer>;

/** What became of the earlier question to which a link belongs. Nobody can make up its nonce, because n8n signs links. */
export function earlierAnswer(context: IWebhookFunctions, nonce: unknown): KnownAnswer | undefined {
	const [, run] = /^(\d{1,9})\./.exec(String(nonce)) ?? [];
	if (run === undefined) return undefined;
	return z.object({ data: answer }).safeParse(outputOfRun(context, Number(run))).data?.data;
}

/** The question that the execution waits for. */
export function questionBehind(context: IWebhookFunctions): Question | undefined {
	return parsed(keptInContext(context, 'question'));
}

/** The language of its page, also if another version of the node asked it in a way that is not known. */
export function languageBehind(context: IWebhookFunctions): string {
	try {
		const kept = JSON.parse(String(keptInContext(context, 'question'))) as unknown;
		return question.pick({ language: true }).parse(kept).language;
	} catch {
		return 'en';
	}
}

/**
 * The parameter of the link that contains the nonce. A link with these words in it gets a page of n8n's, and no raw JSON,
 * while the execution runs and after it has failed (2.41).
 */
export const nonceParameter = 'form-waiting';

/** The link of a question, signed by n8n. */
export function questionLink(context: IExecuteFunctions, nonce: string): string {
	return signedResumeLink(context, { [nonceParameter]: nonce });
}
