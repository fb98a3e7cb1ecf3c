import type { INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { requestFor } from '../api/endpoints';
import { check } from '../api/failure';
import { option, optionsField } from '../parameters/options';
import { anyText, asWords, numberOf } from '../parameters/rules';
import type { NodeOperation } from './operation';

const showOnlyForGetAll = { resource: ['instance'], operation: ['getAll'] };

const queryParameters: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add parameter',
	description: "Sent unchanged with the request. The service's own documentation lists them.",
	options: [
		{
			displayName: 'Parameter',
			name: 'parameters',
			values: [
				{ displayName: 'Name', name: 'name', type: 'string', default: '' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
};

const description: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: { show: showOnlyForGetAll },
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		default: 50,
		typeOptions: { minValue: 1 },
		description: 'Max number of results to return',
		displayOptions: { show: { ...showOnlyForGetAll, returnAll: [false] } },
	},
	optionsField(showOnlyForGetAll, [
		{ ...option.maxTries, description: 'How many times to ask for the list at most' },
		queryParameters,
		option.timeout,
	]),
];

const noLimit =
	'The limit cannot be used\nEnter a whole number from 1 up in the parameter "Limit".';
const limit = z.preprocess(numberOf, z.int({ error: noLimit }).min(1, { error: noLimit }));

/** May be empty, because some services want that. */
const queryValue = anyText(
	'A query parameter',
	'Enter text in the option "Query Parameters".',
	asWords,
);

interface Options {
	queryParameters?: { parameters?: Array<{ name: string; value: unknown }> };
}

export const getAll: NodeOperation = {
	resource: 'instance',
	value: 'getAll',
	option: {
		name: 'Get Many',
		action: 'Get many instances',
		description: 'Get the instances that the API key can use',
	},
	subtitle: 'Get Many: instance',
	description,
	read(parameters, itemIndex) {
		const { queryParameters } = parameters.options(itemIndex) as Options;
		const query = (queryParameters?.parameters ?? [])
			.filter(({ name, value }) => (name ?? '') !== '' && value !== undefined && value !== null)
			.map(({ name, value }): [string, string] => [name, check(queryValue, value)]);
		const returnAll = parameters.get('returnAll', itemIndex);
		return {
			request: { ...requestFor('getAll'), query },
			...(!returnAll && { limit: check(limit, parameters.get('limit', itemIndex)) }),
		};
	},
};
