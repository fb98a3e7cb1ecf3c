import type { INodeProperties } from 'n8n-workflow';

import { requestFor } from '../../api/endpoints';
import { bodyForm, freeFormFields, freeFormOf } from '../freeForm';
import { instanceIdOf } from '../instanceField';
import type { NodeOperation } from '../operation';
import {
	concurrency,
	maxTries,
	optionsField,
	requestsPerSecond,
	resendWhenUnsure,
	timeout,
} from '../options';

/** The two indications differ in their endpoint alone; the reference shows no body for either (part 4). */
export function indication(operation: 'typing' | 'read', option: NodeOperation['option']): NodeOperation {
	const showOnlyForIndication = { resource: ['presence'], operation: [operation] };
	const description: INodeProperties[] = [
		...freeFormFields(
			bodyForm,
			showOnlyForIndication,
			"Optional. The service's own documentation names the fields.",
		),
		optionsField(showOnlyForIndication, [
			concurrency,
			maxTries,
			requestsPerSecond,
			resendWhenUnsure,
			timeout,
		]),
	];
	return {
		option,
		description,
		prepare(parameters, itemIndex) {
			const body = freeFormOf(parameters, itemIndex, bodyForm);
			return {
				request: {
					...requestFor(operation, instanceIdOf(parameters, itemIndex)),
					...(Object.keys(body).length > 0 && { body }),
				},
			};
		},
	};
}
