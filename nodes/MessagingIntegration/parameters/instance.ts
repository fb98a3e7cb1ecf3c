import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { check } from '../api/failure';
import type { Parameters } from '../n8n/parameters';
import { instanceId } from './rules';

/** The instance that a resource works through: picked from a list, or entered by ID. */
export function instanceField(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'Instance',
		name: 'instanceId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'The messaging account to work through',
		displayOptions: { show },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select an instance...',
				typeOptions: { searchListMethod: 'searchInstances', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. demo',
			},
		],
	};
}

/** @throws FailureError if the item names no instance, or an ID that cannot be used */
export function instanceIdOf(parameters: Parameters, itemIndex: number): string {
	return check(instanceId, parameters.get('instanceId', itemIndex, '', { extractValue: true }));
}
