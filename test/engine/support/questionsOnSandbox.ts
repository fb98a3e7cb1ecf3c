import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'node:querystring';
import { buffer } from 'node:stream/consumers';
import type {
	IBinaryKeyData,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { httpServer } from '../../transport/support/httpServer';
import { until } from '../../support/until';
import { deliveryOnSandbox } from './deliveryOnSandbox';
import type { RunOutcome } from './engine';
import type { SandboxRun } from './engineOnSandbox';
import { byId } from './parameters';

type Exchange = Required<Pick<IWorkflowExecuteAdditionalData, 'httpRequest' | 'httpResponse'>>;

/** A question to one person. */
export function question(fields: INodeParameters = {}): INodeParameters {
	return {
		operation: 'sendAndWait',
		instanceId: byId('demo'),
		to: '12025554567',
		message: 'May Ada take Friday off?',
		...fields,
	};
}

/** A question whose page is a form. */
export function form(fields: object[], others: INodeParameters = {}): INodeParameters {
	return question({
		responseType: 'customForm',
		defineForm: 'fields',
		formFields: { values: fields as INodeParameters[] },
		...others,
	});
}

export interface AskedQuestion {
	plan: SandboxRun;
	outcome: RunOutcome;
	/** In the order of the messages. */
	links: string[];
}

export interface Answered {
	status: number;
	headers: Headers;
	page: string;
	/** What the node outputs below `data`; undefined if the execution keeps waiting. */
	data?: IDataObject;
	binary?: IBinaryKeyData;
}

type Entry = [name: string, value: string | File];

/** The body of an answer, encoded as the page asks for. */
async function bodyAsPage(url: string, entries: Entry[]) {
	const page = await (await fetch(url)).text();
	if (!page.includes('enctype="multipart/form-data"'))
		return new URLSearchParams(entries as Array<[string, string]>);
	const form = new FormData();
	for (const [name, value] of entries) form.append(name, value);
	return form;
}

/** The body of a request as n8n gives it to a node, with its files in a folder. */
async function bodyAsN8n(
	sent: Buffer,
	contentType: string,
	folder: string,
	fileName?: string,
): Promise<unknown> {
	if (sent.length === 0) return undefined;
	if (contentType.startsWith('application/json')) return JSON.parse(sent.toString());
	if (!contentType.startsWith('multipart/'))
		return parse(sent.toString(), undefined, undefined, { maxKeys: 1000 });
	const headers = { 'content-type': contentType };
	const form = await new Response(new Uint8Array(sent), { headers }).formData();
	const data: Record<string, unknown[]> = {};
	const files: Record<string, unknown[]> = {};
	for (const [name, value] of form.entries()) {
		if (typeof value === 'string') (data[name] ??= []).push(value);
		if (typeof value === 'string' || (value.name === '' && value.size === 0)) continue;
		const filepath = join(folder, randomUUID());
		await writeFile(filepath, await value.bytes());
		const { type: mimetype, size } = value;
		const originalFilename = fileName ?? value.name;
		(files[name] ??= []).push({ filepath, originalFilename, mimetype, size });
	}
	const single = (all: Record<string, unknown[]>) =>
		Object.fromEntries(
			Object.entries(all).map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
		);
	return { data: single(data), files: single(files) };
}

/** The engine on a sandbox, and a server that hands requests to the node as n8n does. */
export function questionsOnSandbox() {
	const onSandbox = deliveryOnSandbox();
	let address: string;
	let handle: (exchange: Exchange) => Promise<IWebhookResponseData>;
	let last: INodeExecutionData | undefined;
	const folder = mkdtempSync(join(tmpdir(), 'messaging-answers-'));
	/** What a test can change: how n8n ends a request with an answer, and how a file is called that no browser sends. */
	const n8n = {
		answers: 0,
		fileName: undefined as string | undefined,
		end: (response: Exchange['httpResponse'], page: string): unknown => response.end(page),
	};

	beforeEach(async () => {
		({ url: address } = await httpServer((request, response) => void respond(request, response)));
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	const respond = async (request: IncomingMessage, httpResponse: Exchange['httpResponse']) => {
		const url = new URL(request.url ?? '', 'http://localhost');
		const type = request.headers['content-type'] ?? '';
		const body = await bodyAsN8n(await buffer(request), type, folder, n8n.fileName);
		const query = Object.fromEntries(url.searchParams);
		const contentType = type.replace(/;.*/, '');
		const httpRequest = Object.assign(request, { body, query, contentType }) as object;
		if (request.method === 'POST') n8n.answers++;
		const exchange = { httpRequest, httpResponse } as Exchange;
		const { webhookResponse, workflowData } = await handle(exchange).catch((error: Error) => {
			httpResponse.end(error.stack);
			throw error;
		});
		last = workflowData?.[0]?.[0];
		if (workflowData) await n8n.end(httpResponse, webhookResponse as string);
	};

	const ask = async (parameters: INodeParameters, more: Partial<SandboxRun> = {}) => {
		const plan = { parameters, ...more };
		const outcome = await onSandbox.execute(plan);
		const said = await onSandbox.acceptedTexts();
		return { plan, outcome, links: said.map((text) => /^http\S+$/m.exec(String(text))?.[0] ?? '') };
	};

	/** Opens a link, or answers with these fields, or with this JSON. */
	const visit = async (
		{ plan, outcome, links }: AskedQuestion,
		answer?: Record<string, string | File | Array<string | File>> | string,
		at = 0,
	): Promise<Answered> => {
		const { onSandbox: complete, engine } = onSandbox;
		handle = async (exchange) => await engine().webhook(complete(plan), outcome.run, exchange);
		last = undefined;
		const isJson = typeof answer === 'string';
		const entries = Object.entries(isJson ? {} : (answer ?? {})).flatMap(([name, values]) =>
			[values].flat().map((value): Entry => [name, value]),
		);
		const url = `${address}/${new URL(links[at] ?? '').search}`;
		const body = isJson ? answer : answer && (await bodyAsPage(url, entries));
		const response = await fetch(url, {
			signal: AbortSignal.timeout(5000),
			method: answer === undefined ? 'GET' : 'POST',
			...(isJson && { headers: { 'content-type': 'application/json' } }),
			...(body && { body }),
		});
		const { status, headers } = response;
		const page = await response.text();
		const { json, binary } = (last ?? {}) as Partial<INodeExecutionData>;
		const data = json?.data as IDataObject | undefined;
		return { status, headers, page, ...(data && { data }), ...(binary && { binary }) };
	};
	/** Waits until no temporary file of an answer is left. */
	const noFilesLeft = async () =>
		await until('No temporary files', () => readdirSync(folder).length === 0);
	return { ...onSandbox, n8n, ask, visit, noFilesLeft };
}
