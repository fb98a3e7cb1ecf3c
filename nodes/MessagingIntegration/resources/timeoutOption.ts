import type { INodeProperties } from 'n8n-workflow';

import { defaultTimeout } from '../api/request';

/** Every operation has it. */
export const timeoutOption: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	default: defaultTimeout,
	typeOptions: { minValue: 1 },
	description: 'Milliseconds without progress before a request is given up',
};
