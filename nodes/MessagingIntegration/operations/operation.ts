import type { INodeProperties } from 'n8n-workflow';

import type { ItemRequest } from '../api/request';
import type { Parameters } from '../input/parameters';

/** One operation of the node: how the editor offers it, the fields it shows, and what it makes of an item's parameters. */
export interface NodeOperation {
	option: {
		/** In the list of a resource's operations. */
		name: string;
		/** In the nodes panel. */
		action: string;
		description: string;
	};
	description: INodeProperties[];
	/**
	 * Reads the parameters of one item; sends nothing.
	 * @throws FailureError whose sentence names the parameter
	 */
	read: (parameters: Parameters, itemIndex: number) => ItemRequest;
}
