import { credentialType, nodeType } from '../../test/n8n/examples';
import type { Measured, Subject, Target } from './case';

export const instanceId = { __rl: true, mode: 'id', value: 'demo' };
const to = '={{ $json.to }}';
const textOfItem = '={{ $json.text }}';
export const constantText = 'Hello, your order is on its way and will be with you on Friday.';

export const messagesUrl = ({ address }: Target) => `${address}/api/v1/instances/demo/messages`;

/** Our node. */
export function ourNode({ service }: Target, parameters: Record<string, unknown>): Measured {
	return {
		type: nodeType,
		typeVersion: 1,
		parameters: { instanceId, ...parameters },
		credentials: { [credentialType]: service },
	};
}

/** n8n's HTTP Request node with our credential. @param body the parameters that say what is posted */
export function httpRequestNode({ service }: Target, url: string, body: object): Measured {
	const authentication = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credentialType,
	};
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
		credentials: { [credentialType]: service },
	};
}

/** Our node, which sends a text to each item's recipient. */
export function ours(options: object = {}, text = textOfItem): Subject {
	return { nodes: (target) => [ourNode(target, { to, text, options })] };
}

/** The same with HTTP Request. An expression that returns an object costs it less than a text that it has to parse. */
export function httpRequest(text = '$json.text'): Subject {
	const jsonBody = `={{ { to: $json.to, content: { type: 'text', text: ${text} } } }}`;
	return {
		nodes: (target) => [
			httpRequestNode(target, messagesUrl(target), { specifyBody: 'json', jsonBody }),
		],
	};
}

/** The same with n8n's Telegram node. */
export const telegram: Subject = {
	nodes: ({ telegram: telegramApi }) => [
		{
			type: 'n8n-nodes-base.telegram',
			typeVersion: 1.2,
			parameters: { chatId: to, text: textOfItem, additionalFields: { appendAttribution: false } },
			credentials: { telegramApi },
		},
	],
};

/** A loop that only sends. A node that evaluates the same expressions cannot be faster. */
export const floor: Subject = {
	nodes: (target) => [
		{
			type: 'CUSTOM.benchFloor',
			typeVersion: 1,
			parameters: { url: messagesUrl(target), to, text: textOfItem },
		},
	],
};

/** One item after the other with n8n's own helper, as in most nodes. */
export const plainLoop: Subject = {
	nodes: ({ service }) => [
		{
			type: 'CUSTOM.benchLoop',
			typeVersion: 1,
			parameters: { to, text: textOfItem },
			credentials: { [credentialType]: service },
		},
	],
};
