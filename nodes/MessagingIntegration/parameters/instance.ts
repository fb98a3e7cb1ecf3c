// Tests: test/engine/onlyInstance.test.ts, test/unit/contract.test.ts
import type { IExecuteFunctions } from 'n8n-workflow';

import { refuses } from '../words/refusal';
import { locatedBy, type Parameters } from '../n8n/parameters';
import { identity } from './check';
import { field, withName } from './editorFields';
import { anyText, isBlank } from './typedValues';

/** The instance that a resource works through: picked from a list, or entered by ID. */
export const instanceId = withName('instanceId', {
	field: field(
		'resourceLocator',
		'Instance',
		{ mode: 'list', value: '' },
		{
			description: 'The account that sends. Empty: the only one that the API key can use.',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select… (empty: the only one)',
					typeOptions: { searchListMethod: 'searchInstances', searchable: true },
				},
				{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. demo' },
			],
		},
	),
	looks: identity('instance'),
	// One path segment. `.` and `..` are refused, because they would change the path.
	rule: anyText('instance')
		.transform((id) => id.trim())
		.refine((id) => id !== '', {
			error: refuses('noInstanceChosen'),
			abort: true,
		})
		.refine((id) => id.isWellFormed() && !/^\.\.?$/.test(id), {
			error: refuses('instanceUnusable'),
		}),
});

/** Whether nothing was chosen and nothing entered. An expression that gives nothing is an error. */
export const isInstanceEmpty = (context: Pick<IExecuteFunctions, 'getNode'>) =>
	isBlank(locatedBy(context.getNode().parameters.instanceId));

/** @throws Refusal if the item names no instance, or an ID that cannot be used */
export function instanceIdOf(parameters: Parameters, itemIndex: number): string {
	if (parameters.onlyInstance) return parameters.onlyInstance(itemIndex);
	return parameters.read(instanceId, itemIndex);
}
