import { randomBytes } from 'node:crypto';

import type {
	IExecuteFunctions,
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
} from 'n8n-workflow';
import * as z from 'zod/v4';

import { invalidInput } from '../api/failure';
import { runIndexOf } from '../n8n/context';

/** Characters of a comment or an answer. */
export const longestText = 10_000;

/** How long to wait after the question was sent, in ms, or until when, as ISO 8601. */
const limit = z.union([z.number(), z.string()]);

export type Limit = z.output<typeof limit>;

/** What the page of a question shows. It is kept as it was sent, because an expression may give another value later. */
const asked = z.object({
	message: z.string(),
	form: z.discriminatedUnion('type', [
		z.object({
			type: z.literal('approval'),
			approveLabel: z.string(),
			/** Absent if the only answer is to approve. */
			declineLabel: z.string().optional(),
		}),
		z.object({ type: z.literal('freeText') }),
	]),
	/** Absent if the wait has no end. */
	limit: limit.optional(),
});

const question = asked.extend({
	/** A link without it belongs to an earlier question of the same node, for example in a loop. */
	nonce: z.string(),
	/** The execution and the run that ask: retries within them ask the same question. */
	askedBy: z.string(),
});

export type Asked = z.output<typeof asked>;
export type Question = z.output<typeof question>;

/** The part of n8n's context of the node that this folder uses. The text is JSON. */
interface Kept {
	question?: string;
}

/** @returns undefined if nothing was asked, or if another version of the node asked it in a way that is not known */
function parsed(kept: unknown): Question | undefined {
	if (typeof kept !== 'string') return undefined;
	return question.safeParse(JSON.parse(kept)).data;
}

/**
 * Keeps the question of this run in n8n's context of the node, where its page finds it.
 * @returns the question with its nonce, which stays the same if n8n tries the node again
 */
export function keepQuestion(context: IExecuteFunctions, asked: Asked): Question {
	const kept: Kept = context.getContext('node');
	const askedBy = `${context.getExecutionId()}:${runIndexOf(context)}`;
	const before = parsed(kept.question);
	const nonce = before?.askedBy === askedBy ? before.nonce : randomBytes(9).toString('base64url');
	const whole = { ...asked, nonce, askedBy };
	kept.question = JSON.stringify(whole);
	return whole;
}

/** The question that this run keeps. */
export function keptQuestion(context: IExecuteFunctions): Question | undefined {
	return parsed((context.getContext('node') as Kept).question);
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

/**
 * The link of a question, signed by n8n.
 * @throws FailureError if this version of n8n cannot sign links
 */
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
	return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/.test(
		new URL(link).hostname,
	);
}

/** n8n finds the node that a link belongs to by its ID. */
function webhook(httpMethod: 'GET' | 'POST'): IWebhookDescription {
	return {
		name: 'default',
		httpMethod,
		path: '={{ $nodeId }}',
		restartWebhook: true,
		responseMode: 'onReceived',
		responseData: '',
	};
}

/** GET shows the page, POST is the answer. */
export const webhooks: INodeTypeDescription['webhooks'] = [webhook('GET'), webhook('POST')];
