import type { IncomingMessage, ServerResponse } from 'node:http';

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isHumanReview } from '../n8n/context';
import { enteredIn, valueOf } from './fields';
import { type Page, pageHeaders } from './markup';
import {
	answeredPage,
	brokenPage,
	earlierQuestionPage,
	questionPage,
	recordedPage,
	refusedPage,
	type Refused,
} from './pages';
import { buttonValues, nonceParameter, type Question, questionBehind } from './question';

interface Answer {
	/** The fields of the output item below `data`, without the time and the person. */
	data: IDataObject;
	/** The label of the button, if there were several. */
	choice?: string;
}

/**
 * Reads the answer from the body of a request.
 * @param body as n8n parsed it; anybody can send anything
 * @returns the answer, or why it does not count
 */
export function answerOf(question: Question, body: unknown): Answer | Refused {
	const { type, fields, buttons } = question;
	const pressed = (Object(body) as { answer?: unknown }).answer;
	const button = buttonValues(question).findIndex((value) => value === pressed);
	const entered = fields.map((field) => enteredIn(body, field));
	const read = fields.map((field, at) => valueOf(field, entered[at] ?? []));
	const problems = read.map(({ problem }) => problem);
	// Only buttons to choose from have to be pressed.
	const isFilledIn = type !== 'approval' && entered.some((texts) => texts.length > 0);
	const isSent = button >= 0 || isFilledIn;
	if (!isSent || problems.some(Boolean))
		return { entered, problems: isSent ? problems : [], isSent };
	const values = read.map((result) => (result.problem === undefined ? result.value : null));
	if (type !== 'approval')
		return { data: Object.fromEntries(fields.map(({ name }, at) => [name, values[at] ?? null])) };
	const [comment] = values;
	return {
		data: { approved: button === 0, ...(comment && { comment, chatInput: comment }) },
		...(buttons.length > 1 && { choice: buttons[button] }),
	};
}

/** n8n tells the model only `chatInput` of a comment, not that the tool call was declined. */
function forModel({ approved, comment, ...data }: IDataObject): IDataObject {
	const said = approved === false && comment !== undefined;
	return {
		...data,
		approved,
		...(said && {
			comment,
			chatInput: `Declined, so the tool did not run. Comment: ${comment as string}`,
		}),
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

/**
 * The newest answers that this process gave to n8n, as JSON, by the first nonce of the question: an execution can have
 * several questions. n8n 1 would continue once with each answer.
 */
const given = new Map<string, string>();
const mostGiven = 1000;

/** What was entered. n8n puts the texts of a multipart form into `data`, beside its files. */
function enteredBody(context: IWebhookFunctions): unknown {
	const body = context.getBodyData();
	return typeof body.data === 'object' ? body.data : body;
}

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
	const person = question.people.find(({ nonce }) => nonce === query[nonceParameter]);
	if (person === undefined) return show(context, earlierQuestionPage);
	// A link preview opens the link, too, so only the form's POST is an answer.
	const { method, response } = exchangeOf(context);
	if (method !== 'POST') return show(context, questionPage(question));
	const answer = answerOf(question, enteredBody(context));
	if (!('data' in answer)) return show(context, questionPage(question, answer));
	const recorded = recordedPage(question, answer.choice);
	const text = JSON.stringify([person.nonce, answer.data]);
	const key = question.people[0]?.nonce ?? '';
	const first = given.get(key);
	if (first !== undefined) return show(context, first === text ? recorded : answeredPage);
	given.set(key, text);
	for (const oldest of given.keys()) if (given.size > mostGiven) given.delete(oldest);
	response.json = () => {
		given.delete(key);
		show(context, refusedPage);
	};
	for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
	const data = {
		...(isHumanReview(context) ? forModel(answer.data) : answer.data),
		respondedAt: new Date().toISOString(),
		respondedBy: person.to,
	};
	return {
		// n8n sends this only to the request that resumes the execution: the first answer counts.
		webhookResponse: recorded.body,
		workflowData: [[{ json: { data } }]],
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
