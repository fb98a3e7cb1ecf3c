// Tests: test/engine/instances.test.ts
import * as z from 'zod/v4';

import { requestFor } from '../service/request';
import { refuses } from '../words/refusal';
import { entries, field, fixedCollection, named } from '../parameters/editorFields';
import { option, optionsField } from '../parameters/options';
import { anyText, asWords, isOn, numberWithin } from '../parameters/typedValues';
import type { NodeOperation } from './NodeOperation';

const queryParameters = fixedCollection('Query Parameters', {
	typeOptions: { multipleValues: true },
	placeholder: 'Add parameter',
	description: "Sent unchanged with the request. The service's own documentation lists them.",
	options: entries(
		{ name: field('string', 'Name', ''), value: field('string', 'Value', '') },
		'Parameter',
		'parameters',
	),
});

const noLimit = refuses('limitUnusable');
const limitRule = numberWithin(1, Infinity, noLimit, z.int({ error: noLimit }));

/** May be empty, because some services want that. */
const queryValue = anyText('queryParameter', asWords);

export const getAll: NodeOperation = {
	resource: 'instance',
	value: 'getAll',
	option: {
		name: 'Get Many',
		action: 'Get many instances',
		description: 'Get the instances that the API key can use',
	},
	subtitle: 'Get Many: instance',
	description: [
		...named({
			returnAll: field('boolean', 'Return All', false, {
				description: 'Whether to return all results or only up to a given limit',
			}),
			limit: field('number', 'Limit', 50, {
				typeOptions: { minValue: 1 },
				description: 'Max number of results to return',
				displayOptions: { show: { returnAll: [false] } },
			}),
		}),
		optionsField([...named({ queryParameters }), option.timeout]),
	],
	read(parameters, itemIndex) {
		const { queryParameters } = parameters.options(itemIndex) as {
			queryParameters?: { parameters?: Array<{ name: string; value: unknown }> };
		};
		const query = (queryParameters?.parameters ?? [])
			.filter(({ name, value }) => (name ?? '') !== '' && value !== undefined && value !== null)
			.map(({ name, value }): [string, string] => [name, queryValue.parse(value)]);
		const returnAll = isOn(parameters.get('returnAll', itemIndex));
		const most = returnAll ? undefined : limitRule.parse(parameters.get('limit', itemIndex));
		return {
			partName: '',
			request: { ...requestFor('getAll'), query },
			output: (items) => items.slice(0, most),
		};
	},
};
