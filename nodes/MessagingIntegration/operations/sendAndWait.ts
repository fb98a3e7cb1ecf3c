import { messageTo, uploadFor } from '../service/request';
import { withAdditional } from '../parameters/content';
import { attachedFileOf } from '../parameters/files';
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
		action: 'Ask a person and wait',
		description: 'Ask a person, and continue with the answer',
	},
	subtitle: 'Send and Wait',
	description: [
		// Not for a model to fill in: it would choose who approves its own tool calls.
		{
			...recipient.field,
			hint: `${recipient.field.hint}. Several: put commas between them; the first answer counts.`,
			description:
				'The recipient of the message: a phone number that starts with + and its country code, or an ID. Several, separated by commas or as a list, each get a link of their own.',
		},
		defaultCountry.field,
		...questionFields,
		optionsField([
			...pageOptions,
			option.additionalContent,
			option.attachFile,
			option.limitWaitTime,
			{ ...option.markdown, description: `${option.markdown.description}. In a review, it stays.` },
			{
				...option.dryRun,
				description: 'When to check everything and ask nobody. The workflow goes on.',
			},
			option.timeout,
		]),
	],
	read(parameters, itemIndex) {
		const { context } = parameters;
		const [instanceId, recipients, { asked, textWith }, attached] = parameters.together(
			() => instanceIdOf(parameters, itemIndex),
			() => recipientsOf(parameters, itemIndex),
			() => questionOf(parameters, itemIndex),
			() => attachedFileOf(parameters, itemIndex),
		);
		const complete = (content: object) => withAdditional(parameters, itemIndex, content);
		const { people } = keepQuestion(context, asked, recipients);
		return people.map(({ to, nonce }) => {
			const words = textWith(questionLink(context, nonce));
			const request = messageTo(instanceId, to, complete({ type: 'text', text: words }));
			if (!attached) return { partName: to, request };
			const { file, type } = attached;
			const attach = (storageRef: string) =>
				messageTo(instanceId, to, complete({ type, media: { storageRef, caption: words } }), type);
			return { partName: to, request, upload: { request: uploadFor(instanceId, file), attach } };
		});
	},
};
