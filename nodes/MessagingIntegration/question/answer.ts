import type { IncomingMessage } from 'node:http';

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isHumanReview } from '../n8n/context';
import { bodyOf, endOf, responseOf, type WebhookResponse } from '../n8n/resumeLink';
import { type SentFile, SentFiles } from '../n8n/files';
import { binaryName, enteredIn, type Field, kindOf } from './fields';
import { type Page, pageHeaders } from './markup';
import { closedPage, questionPage, recordedPage, type WrongAnswer } from './pages';
import {
	buttonValues,
	languageBehind,
	nonceParameter,
	type Question,
	questionBehind,
	takesFiles,
} from './question';

interface GivenAnswer {
	/** The fields of the output item below `data`, without the time and the person. */
	data: IDataObject;
	/** The label of the button, if there were several. */
	choice?: string;
	/** By the names of the binary fields. */
	files?: Record<string, SentFile>;
}

/** The answer in the body of a request, or why it does not count. Anybody can send anything. */
export function answerOf(
	question: Question,
	body: unknown,
	sent: SentFiles['of'] = () => [],
): GivenAnswer | WrongAnswer {
	const { type, fields, buttons } = question;
	const pressed = (Object(body) as { answer?: unknown }).answer;
	const button = buttonValues(question).indexOf(pressed as string);
	const entered = fields.map((field) => enteredIn(body, field));
	const filesOf = ({ type: kind, htmlName }: Field) => (kind === 'file' ? sent(htmlName) : []);
	const problems = fields.map((field, at) =>
		kindOf(field).problemOf(field, entered[at] ?? [], filesOf(field)),
	);
	// Only buttons to choose from have to be pressed. n8n 1 passes on what came before a file that it cannot take.
	const isWhole = type !== 'approval' && !takesFiles(question);
	const isSent = button >= 0 || (isWhole && entered.some((texts) => texts.length > 0));
	if (!isSent) return { entered, problems: [], isSent };
	if (problems.some(Boolean)) {
		// No page can choose a file.
		const again = (field: Field) => (filesOf(field).length > 0 ? 'again' : undefined);
		return {
			entered,
			problems: problems.map((one, at) => one ?? again(fields[at] as Field)),
			isSent,
		};
	}
	const values = fields.map((field, at) =>
		kindOf(field).valueOf(field, entered[at] ?? [], filesOf(field)),
	);
	const data: IDataObject = Object.fromEntries(fields.map(({ name }, at) => [name, values[at]]));
	const named = fields.flatMap((field) =>
		filesOf(field).map((file, at, all) => [binaryName(field, at, all.length), file] as const),
	);
	if (type !== 'approval') return { data, files: Object.fromEntries(named) };
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
	files: SentFiles,
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
	const answer = answerOf(question, bodyOf(context), files.of);
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
	const forget = () => {
		given.delete(key);
		void files.forget();
	};
	const ended = endOf(response, () => {
		forget();
		show(response, closedPage('refused', language));
	});
	given.set(key, { text, ended });
	const binary = await files.keep(answer.files).catch((error: unknown) => {
		forget();
		throw error;
	});
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
		workflowData: [[{ json: { data }, ...(Object.keys(binary).length > 0 && { binary }) }]],
	};
}

/** Handles every request to the link of a question. Never throws, because n8n would end the waiting execution. */
export async function takeAnswer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = responseOf(context);
	const files = new SentFiles(context);
	try {
		return await answerTo(context, response, files);
	} catch (error) {
		context.logger.error(
			`Messaging Integration: the page of a question failed: ${(error as Error).message}`,
		);
		if (response.headersSent) return { noWebhookResponse: true };
		return show(response, closedPage('broken', languageBehind(context)));
	} finally {
		await files.delete();
	}
}
