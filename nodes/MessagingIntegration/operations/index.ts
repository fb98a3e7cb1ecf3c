import {
	type IExecuteFunctions,
	type INodeProperties,
	SEND_AND_WAIT_OPERATION,
} from 'n8n-workflow';

import { invalidInput, quoted } from '../api/failure';
import type { ItemRequest } from '../api/request';
import { Parameters } from '../n8n/parameters';
import * as instance from './instance';
import * as media from './media';
import * as message from './message';
import type { NodeOperation } from './operation';
import * as presence from './presence';

const operations: Record<string, Record<string, NodeOperation>> = {
	instance: instance.operations,
	media: media.operations,
	message: message.operations,
	presence: presence.operations,
};

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			// n8n lists actions in this order.
			{ name: 'Message', value: 'message' },
			{ name: 'Media', value: 'media' },
			{ name: 'Presence', value: 'presence' },
			{ name: 'Instance', value: 'instance' },
		],
		default: 'message',
	},
	...message.description,
	...media.description,
	...presence.description,
	...instance.description,
];

/** n8n adds this value to the resources and operations of every node with such a credential. */
const customApiCall = '__CUSTOM_API_CALL__';

/** The line below the node's name in the editor, such as "Send: image". */
export const subtitle =
	'={{ $parameter["operation"] === "send" ? "Send: " + $parameter["contentType"] : { sendAndWait: "Send and Wait", upload: "Upload: media", typing: "Show Typing", read: "Mark as Read", getAll: "Get Many: instance" }[$parameter["operation"]] }}';

/** Shown at the node while the execution waits. */
export const waitingTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "The execution continues after the answer" : "" }}';

export function asksAndWaits(context: IExecuteFunctions): boolean {
	const { resource, operation } = context.getNode().parameters;
	// An older node that was never changed has no resource: it is the default one.
	return (resource ?? 'message') === 'message' && operation === SEND_AND_WAIT_OPERATION;
}

/** Returns a function that reads one item, by the resource and operation chosen for the node. */
export function readItem(context: IExecuteFunctions): (itemIndex: number) => ItemRequest[] {
	const parameters = new Parameters(context);
	return (itemIndex) => {
		const resource = String(parameters.get('resource', itemIndex, ''));
		const operation = String(parameters.get('operation', itemIndex, ''));
		if (operation === customApiCall || resource === customApiCall) {
			throw invalidInput(
				'This node has no "Custom API Call"',
				'Use n8n\'s HTTP Request node instead: set "Authentication" to "Predefined Credential Type", choose "Messaging Integration API", and enter the whole address. The credential adds its header.',
			);
		}
		const chosen = operations[resource]?.[operation];
		if (chosen === undefined) {
			throw invalidInput(
				`There is no operation "${quoted(operation)}" for "${quoted(resource)}"`,
				'Choose one in the parameters "Resource" and "Operation". For other endpoints, use n8n\'s HTTP Request node.',
			);
		}
		return [chosen.read(parameters, itemIndex)].flat();
	};
}
