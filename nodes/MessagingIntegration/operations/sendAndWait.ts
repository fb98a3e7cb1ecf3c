import { recipientLane, requestFor } from '../api/endpoints';
import { instanceIdOf } from '../parameters/instance';
import { option, optionsField, pageOptions } from '../parameters/options';
import { questionFields, questionOf } from '../parameters/question';
import { defaultCountry, recipient, recipientsOf } from '../parameters/recipient';
import { keepQuestion, questionLink } from '../question/question';
import type { NodeOperation } from './NodeOperation';

export const sendAndWait: NodeOperation = {
	resource: 'message',
	value: 'sendAndWait',
	option: {
		name: 'Send and Wait for Response',
		action: 'Send message and wait for response',
		description: 'Ask a person, and continue with the answer',
	},
	subtitle: 'Send and Wait',
	description: [
		// Not for a model to fill in: it would choose who approves its own tool calls.
		{
			...recipient.field,
			description:
				'The recipient of the message: a phone number with its country code first, or an ID. Several, separated by commas or as a list, each get a link of their own; the first answer counts.',
		},
		defaultCountry.field,
		...questionFields,
		optionsField([
			...pageOptions,
			option.limitWaitTime,
			option.maxTries,
			option.resendWhenUnsure,
			option.timeout,
		]),
	],
	read(parameters, itemIndex) {
		const { context } = parameters;
		const instanceId = instanceIdOf(parameters, itemIndex);
		const recipients = recipientsOf(parameters, itemIndex);
		const { asked, text } = questionOf(parameters, itemIndex);
		const { people } = keepQuestion(context, asked, recipients);
		return people.map(({ to, nonce }) => ({
			part: to,
			request: {
				...requestFor('send', instanceId),
				contentType: 'text',
				body: {
					to,
					content: { type: 'text', text: `${text}\n${questionLink(context, nonce)}` },
				},
				lane: recipientLane(instanceId, to),
			},
		}));
	},
};
