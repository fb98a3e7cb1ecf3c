import { check } from '../../api/check';
import { recipientLane, requestFor } from '../../api/endpoints';
import { invalidInput } from '../../api/failure';
import { instanceIdOf } from '../../input/instanceField';
import { approvalType, buttonLabel, question, responseType } from '../../input/parameterSchemas';
import type { Parameters } from '../../input/parameters';
import { recipientOf } from '../../input/recipient/recipient';
import { sendOnceKeyOf } from '../../input/sendOnceKeyOf';
import { limitOf } from '../../waiting/endOfWait';
import { type Asked, keepQuestion } from '../../waiting/question';
import { questionLink } from '../../waiting/questionLink';
import type { NodeOperation } from '../nodeOperation';
import { sendAndWaitFields } from './sendAndWaitFields';

interface ApprovalOptions {
	values?: { approvalType?: unknown; approveLabel?: unknown; disapproveLabel?: unknown };
}

function formOf(parameters: Parameters, itemIndex: number): Asked['form'] {
	const type = check(responseType, parameters.get('responseType', itemIndex));
	if (type === 'freeText') return { type };
	const { values = {} } = parameters.get('approvalOptions', itemIndex, {}) as ApprovalOptions;
	const approveLabel = check(buttonLabel, values.approveLabel) ?? 'Approve';
	if (check(approvalType, values.approvalType ?? 'double') === 'single')
		return { type, approveLabel };
	const declineLabel = check(buttonLabel, values.disapproveLabel) ?? 'Decline';
	return { type, approveLabel, declineLabel };
}

/** The words in front of the link. */
function labelOf(form: Asked['form']): string {
	const isDecision = form.type === 'approval' && form.declineLabel !== undefined;
	return isDecision ? 'Approve or decline:' : 'Answer:';
}

export const sendAndWait: NodeOperation = {
	option: {
		name: 'Send and Wait for Response',
		action: 'Send message and wait for response',
		description: 'Ask a person, and continue with the answer',
	},
	description: sendAndWaitFields,
	read(parameters, itemIndex) {
		const { context } = parameters;
		if (context.getInputData().length > 1) {
			throw invalidInput(
				'Only one question can be asked at a time',
				'n8n waits for one answer in each run of a node. Put n8n\'s Loop Over Items node in front of this node, with a "Batch Size" of 1.',
			);
		}
		const instanceId = instanceIdOf(parameters, itemIndex);
		const { to, looksLocal } = recipientOf(parameters, itemIndex);
		const message = check(question, parameters.get('message', itemIndex));
		const form = formOf(parameters, itemIndex);
		const options = parameters.options(itemIndex);
		const onceKey = sendOnceKeyOf(parameters, itemIndex);
		const limit = limitOf(options.limitWaitTime, context.getTimezone());
		const { nonce } = keepQuestion(context, { message, form, limit });
		const text = `${message}\n\n${labelOf(form)}\n${questionLink(context, nonce)}`;
		return {
			request: {
				...requestFor('send', instanceId),
				contentType: 'text',
				body: { to, content: { type: 'text', text } },
				lane: recipientLane(instanceId, to),
			},
			compared: { to, message, form },
			...(onceKey !== undefined && { onceKey }),
			...(looksLocal && { looksLocal }),
		};
	},
};
