import { randomBytes } from 'node:crypto';

import type { IExecuteFunctions, IWebhookDescription, IWebhookFunctions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { isLoopback } from '../api/account';
import { invalidInput } from '../api/failure';
import { runIndexOf } from '../n8n/context';
import { field } from './fields';

/** How long to wait after the question was sent, in ms, or until when, as ISO 8601. */
const limit = z.union([z.number(), z.string()]);

export type Limit = z.output<typeof limit>;

/** What can be asked for. The values are those of n8n's own nodes. */
export const responseTypes = ['approval', 'freeText', 'customForm'] as const;

/** What the page of a question shows. It is kept as it was sent, because an expression may give another value later. */
const question = z.object({
	type: z.enum(responseTypes),
	title: z.string(),
	message: z.string(),
	/** For an approval, the comment; for a text, the text. */
	fields: z.array(field),
	/** The labels: the first approves or sends, the second declines. */
	buttons: z.array(z.string()),
	/** What the page says after the answer; absent for our own words. */
	recorded: z.string().optional(),
	/** BCP 47 */
	language: z.string(),
	/** Absent if the wait has no end. */
	limit: limit.optional(),
	/**
	 * Who is asked, and the nonce of each link. A link with another one belongs to an earlier question of the same node,
	 * for example in a loop.
	 */
	people: z.array(z.object({ to: z.string(), nonce: z.string() })),
	/** The execution and the run that ask: retries within them ask the same question. */
	askedBy: z.string(),
});

export type Question = z.output<typeof question>;
export type Asked = Omit<Question, 'people' | 'askedBy'>;

/** What the form sends for each button. */
export function buttonValues({ type, buttons }: Pick<Asked, 'type' | 'buttons'>): string[] {
	return type === 'approval' ? ['approve', 'decline'].slice(0, buttons.length) : ['send'];
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
	const people = recipients.map((to) => {
		const nonce = randomBytes(9).toString('base64url');
		return known.find((person) => person.to === to) ?? { to, nonce };
	});
	const whole = { ...asked, people, askedBy };
	kept.question = JSON.stringify(whole);
	return whole;
}

/** The question that this run keeps. */
export function keptQuestion(context: IExecuteFunctions): Question | undefined {
	return parsed(context.getContext('node').question);
}

/** The question that the execution waits for. Only an expression reads the context of a node in a webhook. */
export function questionBehind(context: IWebhookFunctions): Question | undefined {
	const { name } = context.getNode();
	// n8n refuses expressions that contain some names, such as "constructor", and others would end the expression.
	const escaped = Array.from({ length: name.length }, (_, at) =>
		name.charCodeAt(at).toString(16).padStart(4, '0'),
	);
	return parsed(
		context.evaluateExpression(`{{ $("\\u${escaped.join('\\u')}").context.question }}`),
	);
}

/** The parts of n8n's context that some versions lack. */
interface ResumingContext {
	/** Since 1.107. */
	getSignedResumeUrl?: IExecuteFunctions['getSignedResumeUrl'];
	/** From 1.107 to 2.11: n8n 1 checks signatures only after this call. */
	setSignatureValidationRequired?: () => void;
}

/** The parameter of the link that contains the nonce. */
export const nonceParameter = 'question';

/** The link of a question, signed by n8n. */
export function questionLink(context: IExecuteFunctions, nonce: string): string {
	const resuming: ResumingContext = context;
	if (typeof resuming.getSignedResumeUrl !== 'function') {
		throw invalidInput(
			'This version of n8n cannot wait for an answer',
			'"Send and Wait for Response" needs n8n 1.107 or later.',
		);
	}
	resuming.setSignatureValidationRequired?.();
	return resuming.getSignedResumeUrl({ [nonceParameter]: nonce });
}

/** Whether only a browser on n8n's own machine can open a link. */
export function isOnThisMachine(link: string): boolean {
	const { hostname } = new URL(link);
	return isLoopback(hostname) || ['0.0.0.0', '[::]'].includes(hostname);
}

/**
 * Whether n8n will refuse its links. It signs their path, and so far (2.41) serves no folder: a proxy has to remove the
 * folder, and then the signature does not fit any more.
 */
export function isInFolder(context: IExecuteFunctions): boolean {
	// The link's own endpoint can contain a slash, so n8n's API address is read: it is in the same folder.
	return new URL(context.getRestApiUrl()).pathname.split('/').length > 2;
}

/** GET shows the page, POST is the answer. n8n finds the node that a link belongs to by its ID. */
export const webhooks = (['GET', 'POST'] as const).map(
	(httpMethod): IWebhookDescription => ({
		name: 'default',
		httpMethod,
		path: '={{ $nodeId }}',
		restartWebhook: true,
		responseMode: 'onReceived',
		responseData: '',
	}),
);
