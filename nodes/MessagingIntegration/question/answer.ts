import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isObject } from '../service/json';
import { isHumanReview } from '../n8n/context';
import { bodyOf, endOf, responseOf, type WebhookResponse } from '../n8n/resumeLink';
import { type SentFile, SentFiles } from '../n8n/files';
import { binaryName, enteredIn, fieldKindOf } from './fields';
import { type Page, pageHeaders } from './pageFrame';
import { closedPage, questionPage, recordedPage, type WrongAnswer } from './pages';
import {
	buttonValues,
	earlierAnswer,
	type KnownAnswer,
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
	const { type, fields, buttons, choices = [] } = question;
	const button = buttonValues(question).indexOf(isObject(body) ? (body.answer as string) : '');
	const given = fields.map((field) => {
		const entered = enteredIn(body, field);
		const files = field.type === 'file' ? sent(field.htmlName) : [];
		return { field, entered, files, problem: fieldKindOf(field).problemOf(field, entered, files) };
	});
	const entered = given.map((one) => one.entered);
	// Only buttons to choose from have to be pressed. n8n 1 passes on what came before a file that it cannot take.
	const isWhole = !['approval', 'choice'].includes(type) && !takesFiles(question);
	const isSent = button >= 0 || (isWhole && entered.some((texts) => texts.length > 0));
	if (!isSent) return { entered, problems: [], isSent };
	if (given.some(({ problem }) => problem)) {
		// No page can choose a file.
		const again = (files: SentFile[]) => (files.length > 0 ? 'again' : undefined);
		return { entered, problems: given.map((one) => one.problem ?? again(one.files)), isSent };
	}
	const data: IDataObject = Object.fromEntries(
		given.map((one) => [
			one.field.name,
			fieldKindOf(one.field).valueOf(one.field, one.entered, one.files),
		]),
	);
	if (type === 'approval') {
		const { comment } = data;
		return {
			data: { approved: button === 0, ...(comment && { comment, chatInput: comment }) },
			...(buttons.length > 1 && { choice: buttons[button] }),
		};
	}
	if (type === 'choice') return { data: { choice: choices[button] }, choice: buttons[button] };
	const named = given.flatMap(({ field, files }) =>
		files.map((file, at) => [binaryName(field, at, files.length), file] as const),
	);
	return { data, files: Object.fromEntries(named) };
}

/** n8n tells the model only `chatInput`, not that the tool call was declined, and no choice. */
function forModel({ comment, ...data }: IDataObject): IDataObject {
	if (data.choice !== undefined)
		return {
			...data,
			chatInput: `The tool did not run. The person chose: ${data.choice as string}`,
		};
	if (data.approved || comment === undefined) return data;
	const chatInput = `Declined, so the tool did not run. Comment: ${comment as string}`;
	return { ...data, comment, chatInput };
}

/**
 * The newest answers that this process gave to n8n, by the first nonce of the question: an execution can have several
 * questions. n8n 1 would continue once with each answer. Answers can be long, so a digest stands for each.
 */
const newest = new Map<string, { digest: string; ended: Promise<void>; answer: KnownAnswer }>();
const mostKept = 1000;

/** Shows a page. The execution keeps waiting. */
function show(response: WebhookResponse, { status, body }: Page): IWebhookResponseData {
	response.writeHead(status, { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8' });
	response.end(body);
	return { noWebhookResponse: true };
}

/** A request to the link of a question. */
interface WebhookRequest {
	context: IWebhookFunctions;
	response: WebhookResponse;
	files: SentFiles;
}

/** Gives an answer to n8n, unless another one was first. @param from whose link was used */
async function record(
	{ context, response, files }: WebhookRequest,
	question: Question,
	from: Question['people'][number],
	answer: GivenAnswer,
): Promise<IWebhookResponseData> {
	const { language, people } = question;
	const recorded = recordedPage(question, answer.choice);
	const said = [from.nonce, answer.data, await files.digests(answer.files)];
	const digest = hash('sha256', JSON.stringify(said));
	const key = people[0]?.nonce ?? '';
	const first = newest.get(key);
	if (first !== undefined) {
		// n8n may still refuse it.
		await first.ended;
		if (newest.get(key) !== first) return show(response, closedPage('refused', language));
		if (first.digest === digest) return show(response, recorded);
		const timeZone = context.getTimezone();
		return show(response, closedPage('answered', language, first.answer, timeZone));
	}
	const forget = () => {
		newest.delete(key);
		void files.forget();
	};
	const ended = endOf(response, () => {
		forget();
		show(response, closedPage('refused', language));
	});
	const { to } = from;
	const respondedAt = new Date().toISOString();
	const known = { choice: answer.choice, respondedAt, respondedBy: to };
	newest.set(key, { digest, ended, answer: known });
	const binary = await files.keep(answer.files).catch((error: unknown) => {
		forget();
		throw error;
	});
	for (const oldest of newest.keys()) if (newest.size > mostKept) newest.delete(oldest);
	for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
	const given = isHumanReview(context) ? forModel(answer.data) : answer.data;
	const data = {
		...given,
		respondedAt,
		respondedBy: to,
		responder: { id: to },
		alsoAsked: people.map((one) => one.to).filter((one) => one !== to),
	};
	return {
		// n8n sends this only to the request that resumes the execution: the first answer counts.
		webhookResponse: recorded.body,
		workflowData: [[{ json: { data }, ...(Object.keys(binary).length > 0 && { binary }) }]],
	};
}

async function answerTo(exchange: WebhookRequest): Promise<IWebhookResponseData> {
	const { context, response, files } = exchange;
	const question = questionBehind(context);
	if (question === undefined) return show(response, closedPage('broken', languageBehind(context)));
	const query = context.getQueryData() as Record<string, unknown>;
	const person = question.people.find(({ nonce }) => nonce === query[nonceParameter]);
	if (person === undefined) {
		const earlier = earlierAnswer(context, query[nonceParameter]);
		const timeZone = context.getTimezone();
		return show(response, closedPage('earlier', question.language, earlier, timeZone));
	}
	// A link preview opens the link, too, so only the form's POST is an answer.
	const { method } = context.getRequestObject() as IncomingMessage;
	if (method !== 'POST') return show(response, questionPage(question));
	const answer = answerOf(question, bodyOf(context), files.of);
	if (!('data' in answer)) return show(response, questionPage(question, answer));
	return await record(exchange, question, person, answer);
}

/** Handles every request to the link of a question. Never throws, because n8n would end the waiting execution. */
export async function takeAnswer(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const response = responseOf(context);
	const files = new SentFiles(context);
	try {
		return await answerTo({ context, response, files });
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
