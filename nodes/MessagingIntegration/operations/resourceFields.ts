import type { INodeProperties } from 'n8n-workflow';

import { instanceField } from '../input/instanceField';
import type { NodeOperation } from './nodeOperation';

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
