// Tests: test/package/parameters.test.ts, test/engine/operations.test.ts
import {
	type IExecuteFunctions,
	type INodeProperties,
	SEND_AND_WAIT_OPERATION,
} from 'n8n-workflow';

import type { Field } from '../words/input';
import { refusal } from '../words/refusal';
import type { ItemRequest } from '../service/request';
import { Parameters } from '../n8n/parameters';
import { checkEntered, type Looks } from '../parameters/check';
import { content, formLooks } from '../parameters/content';
import { binaryLooks, readHeads } from '../parameters/files';
import { field, named, shownOnlyFor } from '../parameters/editorFields';
import { instanceId } from '../parameters/instance';
import { optionLooks } from '../parameters/options';
import { questionLooks } from '../parameters/question';
import { countryOfRecipient, recipient } from '../parameters/recipient';
import { getAll } from './getAll';
import { bodyLooks, read, typing } from './indication';
import type { NodeOperation } from './NodeOperation';
import { send } from './send';
import { sendAndWait } from './sendAndWait';
import { upload } from './upload';

const operations: NodeOperation[] = [getAll, read, send, sendAndWait, typing, upload];

/** In the order in which n8n lists the actions. A new node has the first operation. */
const resources = [
	{ resource: 'message', name: 'Message', first: 'send' },
	{ resource: 'media', name: 'Media', first: 'upload' },
	{ resource: 'presence', name: 'Presence', first: 'typing' },
	{ resource: 'instance', name: 'Instance', first: 'getAll' },
];

/** The parameters of a resource: the operation, the instance if needed, and the fields of each operation. */
function ofOneResource({ resource, first }: (typeof resources)[number]): INodeProperties[] {
	const ofResource = operations.filter((operation) => operation.resource === resource);
	const operation = field('options', 'Operation', first, {
		noDataExpression: true,
		options: ofResource
			.map(({ value, option }) => ({ ...option, value }))
			.sort((one, other) => one.name.localeCompare(other.name)),
	});
	const shared = [...named({ operation }), ...(resource === 'instance' ? [] : [instanceId.field])];
	return [
		...shared.map((one) => shownOnlyFor({ resource: [resource] }, one)),
		...ofResource.flatMap(({ value, description }) =>
			description.map((one) => shownOnlyFor({ resource: [resource], operation: [value] }, one)),
		),
	];
}

export const properties: INodeProperties[] = [
	...named({
		resource: field('options', 'Resource', 'message', {
			noDataExpression: true,
			options: resources.map(({ resource, name }) => ({ name, value: resource })),
		}),
	}),
	...resources.flatMap(ofOneResource),
];

/** The line below the node's name in the editor, such as "Send: image". */
export const subtitle = `={{ ({ ${operations
	.map(({ resource, value, subtitle }) => `"${resource} ${value}": \`${subtitle}\``)
	.join(', ')} })[$parameter["resource"] + " " + $parameter["operation"]] }}`;

/** Shown at the node while the execution waits. */
export const waitingTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "The execution continues after the answer" : "" }}';

/** The resource and operation of the node. n8n does not save those that nobody has changed. */
export function operationIn(context: IExecuteFunctions): string {
	const saved = context.getNode().parameters as Record<string, string | undefined>;
	const { resource = 'message', operation } = saved;
	const first = resources.find((one) => one.resource === resource)?.first;
	return `${resource} ${operation ?? first}`;
}

/** Whether an operation works through an instance: all that exist but the list of instances. */
export const usesInstance = (context: IExecuteFunctions) =>
	operations.some(
		({ resource, value }) =>
			resource !== 'instance' && operationIn(context) === `${resource} ${value}`,
	);

export function asksAndWaits(context: IExecuteFunctions): boolean {
	return operationIn(context) === `message ${SEND_AND_WAIT_OPERATION}`;
}

/** n8n adds this value to the resources and operations of every node with such a credential. */
const customApiCall = '__CUSTOM_API_CALL__';

/** @throws Refusal if there is no such operation */
function operationOf(resource: string, value: string): NodeOperation {
	if (value === customApiCall || resource === customApiCall) throw refusal('noCustomApiCall');
	const chosen = operations.find((one) => one.resource === resource && one.value === value);
	if (chosen) return chosen;
	throw refusal('noOperation', { operation: value, resource });
}

/** What people see of each parameter and each entry of one, by the names that lead to it. */
const seen = new Map<string, string>();

function noteNames(all: INodeProperties['options'] | INodeProperties[], path: string): void {
	for (const one of all ?? []) {
		const inside = path + one.name;
		if (!seen.has(inside) && 'displayName' in one) seen.set(inside, one.displayName);
		if ('options' in one) noteNames(one.options, `${inside}.`);
		if ('values' in one) noteNames(one.values, `${inside}.`);
	}
}

/** What people see of a field. */
function fieldOf(path: string): Field {
	if (seen.size === 0) noteNames(properties, '');
	const steps = path.split('.');
	const isOption = steps[0] === 'options' && steps.length > 1;
	const length = isOption ? 2 : 1;
	const label = seen.get(steps.slice(0, length).join('.')) ?? path;
	const entry = steps.length > length ? seen.get(path) : undefined;
	return { is: isOption ? 'option' : 'parameter', label, entry };
}

/** How each field is looked at, by path: it says so beside its definition. */
const looks: Record<string, Looks | undefined> = {
	to: recipient.looks,
	instanceId: instanceId.looks,
	...Object.fromEntries(Object.entries(content).map(([name, { looks }]) => [name, looks])),
	...formLooks,
	...bodyLooks,
	...questionLooks,
	...binaryLooks,
	...optionLooks,
};

/** Reads items by the resource and operation chosen for the node. */
export function itemReader(context: IExecuteFunctions) {
	const parameters = new Parameters(
		context,
		checkEntered((path) => looks[path], fieldOf),
	);
	return {
		/** Call before the first item is read. */
		prepare: async () => await readHeads(parameters),
		read(itemIndex: number): ItemRequest[] {
			const given = (name: string) => String(parameters.get(name, itemIndex, ''));
			const operation = operationOf(given('resource'), given('operation'));
			return [operation.read(parameters, itemIndex)].flat();
		},
		/** The parameter that was read last. */
		latest: () => parameters.latest,
		broken: () =>
			parameters.evaluating === undefined ? undefined : fieldOf(parameters.evaluating),
		setOnlyInstance(of: typeof parameters.onlyInstance): void {
			parameters.onlyInstance = of;
		},
		/** As whose number a recipient was read: the ISO code of a country; undefined for an ID. */
		countryOf: (itemIndex: number, to: string) => countryOfRecipient(parameters, itemIndex, to),
		/**
		 * The recipient as the user entered it; undefined if there is none, or if only n8n could tell.
		 * @param isBeingRead whether the item is the one that is being read: n8n may evaluate its recipient, if nothing did
		 */
		entered(itemIndex: number, isBeingRead = false): string | undefined {
			try {
				const known = parameters.again('to', itemIndex);
				const to = isBeingRead ? (known ?? parameters.get('to', itemIndex, '')) : known;
				const isEntered = typeof to === 'number' || (typeof to === 'string' && to.trim() !== '');
				return isEntered ? String(to) : undefined;
			} catch {
				return undefined;
			}
		},
	};
}
