import type { IncomingMessage } from 'node:http';

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isHumanReview } from '../n8n/context';
import { bodyOf, endOf, responseOf, type WebhookResponse } from '../n8n/resumeLink';
import { enteredIn, enteredValue, problemOf } from './fields';
import { type Page, pageHeaders } from './markup';
import { closedPage, questionPage, recordedPage, type WrongAnswer } from './pages';
import {
	buttonValues,
	languageBehind,
	nonceParameter,
	type Question,
	questionBehind,
} from './question';

interface GivenAnswer {
	/** The fields of the output item below `data`, without the time and the person. */
	data: IDataObject;
	/** The label of the button, if there were several. */
	choice?: string;
}

/** The answer in the body of a request, or why it does not count. Anybody can send anything. */
export function answerOf(question: Question, body: unknown): GivenAnswer | WrongAnswer {
	const { type, fields, buttons } = question;
	const pressed = (Object(body) as { answer?: unknown }).answer;
	const button = buttonValues(question).indexOf(pressed as string);
	const entered = fields.map((field) => enteredIn(body, field));
	const problems = fields.map((field, at) => problemOf(field, entered[at] ?? []));
	// Only buttons to choose from have to be pressed.
	const isFilledIn = type !== 'approval' && entered.some((texts) => texts.length > 0);
	const isSent = button >= 0 || isFilledIn;
	if (!isSent || problems.some(Boolean))
		return { entered, problems: isSent ? problems : [], isSent };
	const data: IDataObject = Object.fromEntries(
		fields.map((field, at) => [field.name, enteredValue(field, entered[at] ?? [])]),
	);
	if (type !== 'approval') return { data };
	const { comment } = data;
	return {
		data: { approved: button === 0, ...(comment && { comment, chatInput: comment }) },
		...(buttons.length > 1 && { choice: buttons[button] }),
	};
}

/** n8n tells the model only `chatInput` of a comment, not that the tool call was declined. */
function forModel({ comment, ...data }: IDataObject): IDataObject {
	if (data.approved || comment === undefined) return data;
	const chatInput = `Declined, so the tool did not run. Comment: ${comment as string}`;
	return { ...data, comment, chatInput };
}

/**
 * The newest answers that this process gave to n8n, by the first nonce of the question: an execution can have several
 * questions. n8n 1 would continue once with each answer.
 */
const given = new Map<string, { text: string; ended: Promise<void> }>();
const mostGiven = 1000;

/** Shows a page. The execution keeps waiting. */
function show(response: WebhookResponse, { status, body }: Page): IWebhookResponseData {
	response.writeHead(status, { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8' });
	response.end(body);
	return { noWebhookResponse: true };
}

async function answerTo(
	context: IWebhookFunctions,
	response: WebhookResponse,
): Promise<IWebhookResponseData> {
	const question = questionBehind(context);
	if (question === undefined) return show(response, closedPage('broken', languageBehind(context)));
	const { language } = question;
	const query = context.getQueryData() as Record<string, unknown>;
	const person = question.people.find(({ nonce }) => nonce === query[nonceParameter]);
	if (person === undefined) return show(response, closedPage('earlier', language));
	// A link preview opens the link, too, so only the form's POST is an answer.
	const { method } = context.getRequestObject() as IncomingMessage;
	if (method !== 'POST') return show(response, questionPage(question));
	const answer = answerOf(question, bodyOf(context));
	if (!('data' in answer)) return show(response, questionPage(question, answer));
	const recorded = recordedPage(question, answer.choice);
	const text = JSON.stringify([person.nonce, answer.data]);
	const key = question.people[0]?.nonce ?? '';
	const first = given.get(key);
	if (first !== undefined) {
		// n8n may still refuse it.
		await first.ended;
		if (given.get(key) !== first) return show(response, closedPage('refused', language));
		return show(response, first.text === text ? recorded : closedPage('answered', language));
	}
	const ended = endOf(response, () => {
		given.delete(key);
		show(response, closedPage('refused', language));
	});
	given.set(key, { text, ended });
	for (const oldest of given.keys()) if (given.size > mostGiven) given.delete(oldest);
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
	const response = responseOf(context);
	try {
		return await answerTo(context, response);
	} catch (error) {
		context.logger.error(
			`Messaging Integration: the page of a question failed: ${(error as Error).message}`,
		);
		if (response.headersSent) return { noWebhookResponse: true };
		return show(response, closedPage('broken', languageBehind(context)));
	}
}
