// Tests: test/engine/operations.test.ts
import type { INodeProperties } from 'n8n-workflow';

import type { ItemRequest } from '../service/request';
import type { Parameters } from '../n8n/parameters';

/** One operation: how the editor offers it, its fields, and how it turns an item's parameters into requests. */
export interface NodeOperation {
	/** The values of the parameters "Resource" and "Operation" in saved workflows. */
	resource: string;
	value: string;
	option: {
		/** Shown in the list of a resource's operations. */
		name: string;
		/** Shown in the nodes panel. */
		action: string;
		description: string;
	};
	/** The line below the node's name in the editor. `${…}` contains an expression. */
	subtitle: string;
	/** The fields after "Instance". */
	description: INodeProperties[];
	/**
	 * Reads the parameters of one item, without sending anything.
	 * @returns several if the item has several files
	 * @throws InputError whose sentence names the parameter
	 */
	read: (parameters: Parameters, itemIndex: number) => ItemRequest | ItemRequest[];
}
