import { credentialType, nodeType } from '../start/example';
import type { WorkflowNode } from '../start/n8n-api';
import { fileNodes } from './file-subjects';
import type { FileKind } from './files';
import { httpRequest } from './http-request';
import type { Addresses } from './receiver';

/** What is measured: a node, or the floor under all of them. */
export type Subject =
	| 'ours'
	| 'ours, 16 at once'
	| KeyedSubject
	| 'floor'
	| 'HTTP Request'
	| 'Telegram'
	| 'plain loop'
	| 'no upload'
	| 'curl';

/** Ours with a Send Once Key for each message, where the node has so many keys already. */
export type KeyedSubject = `ours, ${0 | 1000 | 10_000} keys kept`;

export interface Way {
	/** Over which of the receiver's addresses. */
	over: keyof Addresses;
	/** The same text for all, instead of an expression. */
	constantText?: boolean;
	/** Files instead of texts. */
	file?: FileWay;
}

export interface FileWay {
	kind: FileKind;
	/** Whether reading the files is part of what is measured. */
	readingCounts: boolean;
	/** Whether each item is a message with the file, instead of an upload alone. */
	toRecipients?: boolean;
}

export type Credentials = Record<keyof Addresses, { service: CredentialName; telegram: CredentialName }>;
export type CredentialName = { id: string; name: string };

const to = '={{ $json.to }}';
const constant = 'Hello, your order is on its way and will be with you on Friday.';

/** A key is a new one in every run. */
function optionsOf(subject: Subject): object {
	if (subject.endsWith('kept')) return { sendOnceKey: '={{ $execution.id + $json.to }}' };
	return subject === 'ours, 16 at once' ? { concurrency: 16 } : {};
}

export type Measured = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

/** A subject as nodes of a workflow, all with the same items to send to the same server. */
export function subjectNodes(subject: Subject, way: Way, addresses: Addresses, credentials: Credentials): Measured[] {
	const { service } = credentials[way.over];
	if (way.file) return fileNodes(subject, way.file, addresses[way.over], service);
	return [textNode(subject, way, addresses, credentials)];
}

function textNode(
	subject: Subject,
	{ over, constantText }: Way,
	addresses: Addresses,
	credentials: Credentials,
): Measured {
	const { service, telegram } = credentials[over];
	const text = constantText ? constant : '={{ $json.text }}';
	const url = `${addresses[over]}/api/v1/instances/demo/messages`;
	switch (subject) {
		case 'ours':
		case 'ours, 16 at once':
		case 'ours, 0 keys kept':
		case 'ours, 1000 keys kept':
		case 'ours, 10000 keys kept':
			return {
				type: nodeType,
				typeVersion: 1,
				parameters: {
					instanceId: { __rl: true, mode: 'id', value: 'demo' },
					to,
					text,
					options: optionsOf(subject),
				},
				credentials: { [credentialType]: service },
			};
		case 'floor':
			return { type: 'CUSTOM.benchFloor', typeVersion: 1, parameters: { url, to, text } };
		case 'plain loop':
			return {
				type: 'CUSTOM.benchLoop',
				typeVersion: 1,
				parameters: { to, text },
				credentials: { [credentialType]: service },
			};
		case 'HTTP Request':
			return httpRequest(url, service, {
				specifyBody: 'json',
				// One expression that gives an object: cheaper for the node than a text it would have to parse.
				jsonBody: `={{ { to: $json.to, content: { type: 'text', text: ${constantText ? `'${constant}'` : '$json.text'} } } }}`,
			});
		case 'no upload':
		case 'curl':
			throw new Error(`${subject} sends no texts.`);
		case 'Telegram':
			return {
				type: 'n8n-nodes-base.telegram',
				typeVersion: 1.2,
				parameters: { chatId: to, text, additionalFields: { appendAttribution: false } },
				credentials: { telegramApi: telegram },
			};
	}
}
