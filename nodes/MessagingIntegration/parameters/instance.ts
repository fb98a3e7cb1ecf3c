import type { INodeProperties } from 'n8n-workflow';

import { check } from '../api/failure';
import type { Parameters } from '../n8n/parameters';
import { anyText } from './rules';

/** The instance that a resource works through: picked from a list, or entered by ID. */
export const instanceField: INodeProperties = {
	displayName: 'Instance',
	name: 'instanceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The messaging account to work through',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an instance...',
			typeOptions: { searchListMethod: 'searchInstances', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. demo' },
	],
};

const advice = 'Pick one in the parameter "Instance", or enter its ID.';

/** One path segment. `.` and `..` are refused, because they would change the path. */
export const instanceId = anyText('The instance', advice, undefined, 'an ID')
	.transform((id) => id.trim())
	.refine((id) => id !== '', { error: `No instance is chosen\n${advice}`, abort: true })
	.refine((id) => id.isWellFormed() && !/^\.\.?$/.test(id), {
		error:
			'The instance ID cannot be used\nEnter the ID in the parameter "Instance" as the service shows it.',
	});

/** @throws FailureError if the item names no instance, or an ID that cannot be used */
export function instanceIdOf(parameters: Parameters, itemIndex: number): string {
	return check(instanceId, parameters.get('instanceId', itemIndex, '', { extractValue: true }));
}
