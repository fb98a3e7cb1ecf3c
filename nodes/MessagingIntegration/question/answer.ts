import type { IncomingMessage, ServerResponse } from 'node:http';

import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import * as z from 'zod/v4';

import {
	answeredPage,
	brokenPage,
	earlierQuestionPage,
	type Page,
	pageHeaders,
	questionPage,
	recordedPage,
	refusedPage,
} from './pages';
import { longestText, nonceParameter, type Question, questionBehind } from './question';

/** The fields of the output item below `data`, without the time. */
export type Answer = { approved: boolean; chatInput?: string } | { text: string };

const noChoice = 'Nothing was recorded: please choose one of the buttons.';
const noText = 'Nothing was recorded: the answer is empty.';
const tooLong = `Nothing was recorded: the text is longer than ${longestText} characters.`;

/** Browsers send line breaks as CR LF. A database may refuse NUL and half a surrogate pair. */
const text = z
	.string({ error: noText })
	.transform((typed) => typed.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim())
	.refine(({ length }) => length <= longestText, { error: tooLong });

const decision = z.object(
	{ answer: z.enum(['approve', 'decline'], { error: noChoice }), comment: text.default('') },
	{ error: noChoice },
);
const words = z.object(
	{ text: text.refine((answer) => answer !== '', { error: noText }) },
	{ error: noText },
);

/**
 * Reads the answer from the body of a request.
 * @param body as n8n parsed it; anybody can send anything
 * @returns the answer, or a sentence that says why it does not count
 */
export function answerOf({ form }: Question, body: unknown): Answer | string {
	if (form.type === 'freeText') {
		const { data, error } = words.safeParse(body);
		return data ?? error?.issues[0]?.message ?? noText;
	}
	const { data, error } = decision.safeParse(body);
	if (!data) return error?.issues[0]?.message ?? noChoice;
	if (data.answer === 'decline' && form.declineLabel === undefined) return noChoice;
	return {
		approved: data.answer === 'approve',
		...(data.comment !== '' && { chatInput: data.comment }),
	};
}

/** n8n's types for both come with express, which this package does not need. */
function exchangeOf(context: IWebhookFunctions): { method?: string; response: Response } {
	const { method } = context.getRequestObject() as IncomingMessage;
	return { method, response: context.getResponseObject() as Response };
}

interface Response extends ServerResponse {
	/** n8n sends an error with it, and nothing else. */
	json: (error: unknown) => void;
}

/** The newest answers that this process gave to n8n, as JSON, by nonce. n8n 1 would continue once with each. */
const given = new Map<string, string>();
const mostGiven = 1000;

/** Shows a page. The execution keeps waiting. */
function show(context: IWebhookFunctions, { status, body }: Page): IWebhookResponseData {
	const { response } = exchangeOf(context);
	response.writeHead(status, { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8' });
	response.end(body);
	return { noWebhookResponse: true };
}

function answerTo(context: IWebhookFunctions): IWebhookResponseData {
	const question = questionBehind(context);
	if (question === undefined) return show(context, brokenPage);
	const query = context.getQueryData() as Record<string, unknown>;
	if (query[nonceParameter] !== question.nonce) return show(context, earlierQuestionPage);
	// A link preview opens the link, too, so only the form's POST is an answer.
	const { method, response } = exchangeOf(context);
	if (method !== 'POST') return show(context, questionPage(question));
	const answer = answerOf(question, context.getBodyData());
	if (typeof answer === 'string') return show(context, questionPage(question, answer));
	const text = JSON.stringify(answer);
	const first = given.get(question.nonce);
	if (first !== undefined) return show(context, first === text ? recordedPage : answeredPage);
	given.set(question.nonce, text);
	for (const oldest of given.keys()) if (given.size > mostGiven) given.delete(oldest);
	response.json = () => {
		given.delete(question.nonce);
		show(context, refusedPage);
	};
	for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
	return {
		// n8n sends this only to the request that resumes the execution: the first answer counts.
		webhookResponse: recordedPage.body,
		workflowData: [[{ json: { data: { ...answer, respondedAt: new Date().toISOString() } } }]],
	};
}

/** Handles every request to the link of a question. Never throws, because n8n would end the waiting execution. */
export async function takeAnswer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return answerTo(context);
	} catch (error) {
		context.logger.error(
			`Messaging Integration: the page of a question failed: ${(error as Error).message}`,
		);
		if (!exchangeOf(context).response.headersSent) show(context, brokenPage);
		return { noWebhookResponse: true };
	}
}
