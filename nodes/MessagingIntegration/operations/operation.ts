import type { INodeProperties } from 'n8n-workflow';

import type { ItemRequest } from '../api/request';
import type { Parameters } from '../n8n/parameters';
import { instanceField } from '../parameters/instance';

/** One operation: how the editor offers it, its fields, and how it turns an item's parameters into requests. */
export interface NodeOperation {
	option: {
		/** Shown in the list of a resource's operations. */
		name: string;
		/** Shown in the nodes panel. */
		action: string;
		description: string;
	};
	description: INodeProperties[];
	/**
	 * Reads the parameters of one item, without sending anything.
	 * @returns several if the item has several files
	 * @throws FailureError whose sentence names the parameter
	 */
	read: (parameters: Parameters, itemIndex: number) => ItemRequest | ItemRequest[];
}

interface Plan {
	/** By the value that saved workflows contain. */
	operations: Record<string, NodeOperation>;
	/** The default operation of a new node. */
	first: string;
	/** Whether the operations work through an instance. */
	throughInstance: boolean;
}

/** The parameters of a resource: the operation, the instance if needed, and the fields of each operation. */
export function resourceFields(
	resource: string,
	{ operations, first, throughInstance }: Plan,
): INodeProperties[] {
	const options = Object.entries(operations)
		.map(([value, { option }]) => ({ ...option, value }))
		.sort((one, other) => one.name.localeCompare(other.name));
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options,
			default: first,
		},
		...(throughInstance ? [instanceField({ resource: [resource] })] : []),
		...Object.values(operations).flatMap(({ description }) => description),
	];
}
