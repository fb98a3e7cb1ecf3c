import { credentialType, nodeType } from '../../test/n8n/examples';
import type { Measured, Subject, Target } from './case';

/** Not a secret: the receiver accepts everything. */
export const apiKey = 'bench-key-0123456789';
const instanceId = { __rl: true, mode: 'id', value: 'demo' };
const to = '={{ $json.to }}';
const plainText = '=Hello, {{ $json.text }}';
/** The same text, in words that the node leaves to n8n. */
export const evaluatedText = '=Hello, {{ $json.text.trim() }}';

const messagesUrl = ({ address }: Target) => `${address}/api/v1/instances/demo/messages`;

/** Our node. */
function ourNode({ service }: Target, parameters: Record<string, unknown>): Measured {
	return {
		type: nodeType,
		typeVersion: 1,
		parameters: { instanceId, ...parameters },
		credentials: { [credentialType]: service },
	};
}

/**
 * n8n's HTTP Request node.
 * @param body the parameters that say what is posted
 * @param typedIn the key is typed into a header; otherwise the node uses our credential
 */
function httpRequestNode({ service }: Target, url: string, body: object, typedIn = true): Measured {
	const header = { parameters: [{ name: 'X-Api-Key', value: apiKey }] };
	const authentication = typedIn
		? { sendHeaders: true, headerParameters: header }
		: { authentication: 'predefinedCredentialType', nodeCredentialType: credentialType };
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method: 'POST',
			url,
			...authentication,
			sendBody: true,
			...body,
			options: { allowUnauthorizedCerts: true },
		},
		...(!typedIn && { credentials: { [credentialType]: service } }),
	};
}

/** Our node, which sends a text to each item's recipient. */
export function ours(options: object = {}, other: object = {}): Subject {
	return { nodes: (target) => [ourNode(target, { to, text: plainText, options, ...other })] };
}

/** The same with HTTP Request. An expression that returns an object costs it less than a text that it has to parse. */
export function httpRequest(typedIn = true): Subject {
	const content = "{ type: 'text', text: 'Hello, ' + $json.text }";
	const body = { specifyBody: 'json', jsonBody: `={{ { to: $json.to, content: ${content} } }}` };
	return { nodes: (target) => [httpRequestNode(target, messagesUrl(target), body, typedIn)] };
}

/** What no node can do without: sending, after n8n has evaluated the text, unless that is empty. */
export function floor(text = ''): Subject {
	const nodes: Subject['nodes'] = (target) => {
		const parameters = { url: messagesUrl(target), text };
		return [{ type: 'CUSTOM.benchFloor', typeVersion: 1, parameters }];
	};
	return { nodes };
}

const recipient = "={{ $('Items').item.json.to }}";

export const upload: Subject = {
	nodes: (target) => [ourNode(target, { resource: 'media', operation: 'upload' })],
};

export const httpUpload: Subject = {
	nodes: (target) => {
		const parameters = [
			{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
		];
		const form = { contentType: 'multipart-form-data', bodyParameters: { parameters } };
		return [httpRequestNode(target, `${target.address}/api/v1/instances/demo/media`, form)];
	},
};

/** Our node uploads the file once for all messages. Every run checks that there is only one upload. */
export const sendPicture: Subject = {
	nodes: (target) => [ourNode(target, { to: recipient, contentType: 'image' })],
	requests: (count) => count + 1,
};

/** HTTP Request needs an upload and a send for each item. */
export const httpSendPicture: Subject = {
	nodes: (target) => {
		const jsonBody = `={{ { to: ${recipient.slice(3, -2)}, content: { type: 'image', media: { storageRef: $json.storageRef } } } }}`;
		return [
			...httpUpload.nodes(target),
			httpRequestNode(target, messagesUrl(target), { specifyBody: 'json', jsonBody }),
		];
	},
	requests: (count) => 2 * count,
};
