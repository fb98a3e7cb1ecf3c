import { credentialType, nodeType } from '../../test/n8n/examples';
import type { Measured, Subject, Target } from './case';

/** Not a secret: the receiver accepts everything. */
export const apiKey = 'bench-key-0123456789';
const instanceId = { __rl: true, mode: 'id', value: 'demo' };

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
export const ours =
	(options: object = {}, other: object = {}): Subject =>
	(target) =>
		ourNode(target, { to: '={{ $json.to }}', text: '=Hello, {{ $json.text }}', options, ...other });

/** A text that n8n has to evaluate: it is more than fields between words. */
export const evaluatedText = '=Hello, {{ $json.text.trim() }}';

/** The same with HTTP Request. An expression that returns an object costs it less than a text that it has to parse. */
export const httpRequest =
	(typedIn = true): Subject =>
	(target) => {
		const content = "{ type: 'text', text: 'Hello, ' + $json.text }";
		const body = { specifyBody: 'json', jsonBody: `={{ { to: $json.to, content: ${content} } }}` };
		return httpRequestNode(target, messagesUrl(target), body, typedIn);
	};

/** What no node can do without: sending. */
export const floor: Subject = (target) => ({
	type: 'CUSTOM.benchFloor',
	typeVersion: 1,
	parameters: { url: messagesUrl(target) },
});

export const upload: Subject = (target) =>
	ourNode(target, { resource: 'media', operation: 'upload' });

export const httpUpload: Subject = (target) => {
	const parameters = [
		{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
	];
	const form = { contentType: 'multipart-form-data', bodyParameters: { parameters } };
	return httpRequestNode(target, `${target.address}/api/v1/instances/demo/media`, form);
};
