import type { INodeProperties } from 'n8n-workflow';

import { requestFor } from '../../api/endpoints';
import { invalidInput } from '../../api/failure';
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
import { optionalRecipientOf } from '../recipient/recipient';
import { optionalToField } from '../recipient/toFields';

/** The two indications differ only in their endpoint; the reference shows no body for either (part 4). */
export function indication(operation: 'typing' | 'read', option: NodeOperation['option']): NodeOperation {
	const showOnlyForIndication = { resource: ['presence'], operation: [operation] };
	const description: INodeProperties[] = [
		optionalToField(showOnlyForIndication),
		...freeFormFields(
			bodyForm,
			showOnlyForIndication,
			"Further fields, if the service has any: its own documentation names them",
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
			const given = freeFormOf(parameters, itemIndex, bodyForm);
			const recipient = optionalRecipientOf(parameters, itemIndex);
			if (recipient !== undefined && 'to' in given) {
				throw invalidInput('The recipient is given twice', 'Remove "to" from the body, or empty the parameter "To".');
			}
			const body = { ...(recipient && { to: recipient.to }), ...given };
			return {
				request: {
					...requestFor(operation, instanceIdOf(parameters, itemIndex)),
					...(Object.keys(body).length > 0 && { body }),
				},
				...(recipient?.looksLocal && { looksLocal: true }),
			};
		},
	};
}
