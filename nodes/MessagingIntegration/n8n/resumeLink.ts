// Tests: test/unit/questionLink.test.ts
import type { ServerResponse } from 'node:http';

import type { IExecuteFunctions, IWebhookDescription, IWebhookFunctions } from 'n8n-workflow';

import { isLoopback } from '../service/account';
import { isObject } from '../service/json';
import { refusal } from '../words/refusal';

/** The link that leads back to a waiting execution, and what n8n does with a request to it. */

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

/** A link with these parameters. n8n signs its path and its whole query, and refuses any change with status 401. */
export function signedResumeLink(
	context: IExecuteFunctions,
	parameters: Record<string, string>,
): string {
	const resuming: Partial<IExecuteFunctions> & { setSignatureValidationRequired?: () => void } =
		context;
	if (typeof resuming.getSignedResumeUrl !== 'function') throw refusal('n8nCannotWait');
	// From 1.107 to 2.11: n8n 1 checks signatures only after this call.
	resuming.setSignatureValidationRequired?.();
	return resuming.getSignedResumeUrl(parameters);
}

/**
 * Whether n8n will refuse its links. So far (2.41) it cannot run under a subpath: a proxy has to remove the folder, and
 * then the signature no longer fits.
 */
export function isInFolder(context: IExecuteFunctions): boolean {
	// The link's own endpoint can contain a slash, so n8n's API address is read: it is in the same folder.
	return new URL(context.getRestApiUrl()).pathname.split('/').length > 2;
}

/** Whether only a browser on n8n's own machine can open a link. */
export function isOnThisMachine(link: string): boolean {
	const { hostname } = new URL(link);
	return isLoopback(hostname) || ['0.0.0.0', '[::]'].includes(hostname);
}

/** What n8n says of the node. In a webhook, only an expression reads it. @param code behind `$("Node").` */
function saidOfNode(context: IWebhookFunctions, code: string): unknown {
	// n8n refuses expressions that contain some names, such as "constructor", and others would end the expression.
	const node = context.getNode().name;
	const escaped = Array.from({ length: node.length }, (_, at) =>
		node.charCodeAt(at).toString(16).padStart(4, '0'),
	);
	return context.evaluateExpression(`{{ $("\\u${escaped.join('\\u')}").${code} }}`);
}

/** What the node keeps under a name in its context. */
export const keptInContext = (context: IWebhookFunctions, name: string) =>
	saidOfNode(context, `context.${name}`);

/** What came out of an earlier run of the node in this execution; undefined if nothing did. */
export function outputOfRun(context: IWebhookFunctions, run: number): unknown {
	try {
		return saidOfNode(context, `first(0, ${run}).json`);
	} catch {
		return undefined;
	}
}

/**
 * What a request contains: undefined if it has no body, or any JSON. n8n puts the texts of a multipart form into `data`,
 * beside its files.
 */
export function bodyOf(context: IWebhookFunctions): unknown {
	const body: unknown = context.getBodyData();
	return isObject(body) && isObject(body.data) ? body.data : body;
}

/**
 * What n8n's parser of multipart forms takes, in entries and in bytes of their texts. More gets status 413. Measured with
 * the formidable 3.5 of n8n 2.41.
 */
export const largestForm = { entries: 1000, bytes: 20 * 1024 * 1024 };

/** How large all files of such a form together may be (MiB), by n8n's own setting. More gets status 413. */
export const largestFiles = () => Number(process.env.N8N_FORMDATA_FILE_SIZE_MAX) || 200;

/** n8n 2.41 refuses every other one from a node whose parameter "Response Type" is a custom form (415). */
export const customFormEncoding = 'multipart/form-data';

/** n8n's type comes with express, which this package does not need. */
export interface WebhookResponse extends ServerResponse {
	json: (error: unknown) => void;
}

export function responseOf(context: IWebhookFunctions): WebhookResponse {
	return context.getResponseObject() as WebhookResponse;
}

/**
 * Resolves when n8n answers a request, even if the browser has given it up, as it does at a double click.
 * @param refuse called instead, if n8n does not take what the node returns: `json` sends an error, and nothing else
 */
export async function endOf(response: WebhookResponse, refuse: () => void): Promise<void> {
	response.json = refuse;
	const end = response.end.bind(response) as (...given: unknown[]) => WebhookResponse;
	await new Promise<void>((resolve) => {
		response.end = (...given: unknown[]) => {
			resolve();
			return end(...given);
		};
	});
}
