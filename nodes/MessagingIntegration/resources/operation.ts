import type { INodeProperties } from 'n8n-workflow';

import type { Prepared } from '../api/request';
import type { Parameters } from './parameters';

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
	prepare: (parameters: Parameters, itemIndex: number) => Prepared;
}
