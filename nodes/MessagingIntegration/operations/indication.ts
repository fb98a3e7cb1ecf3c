// Tests: test/engine/presence.test.ts
import { requestFor } from '../service/request';
import { refusal } from '../words/refusal';
import { freeForm } from '../parameters/freeForm';
import { instanceIdOf } from '../parameters/instance';
import { optionsField, sendingOptions, unsureWithoutCount } from '../parameters/options';
import { defaultCountry, optionalRecipientOf, optionalToField } from '../parameters/recipient';
import type { NodeOperation } from './NodeOperation';

const form = freeForm(
	'Body',
	'Further fields, if the service has any: its own documentation names them',
);

/** How what was entered in its fields is looked at. */
export const bodyLooks = form.looks;

/** The two indications differ only in their endpoint. The reference shows no body for either (part 4). */
function indication(
	value: 'typing' | 'read',
	offer: NodeOperation['option'],
	hint: string,
): NodeOperation {
	return {
		resource: 'presence',
		value,
		option: offer,
		subtitle: offer.name,
		description: [
			optionalToField(hint),
			defaultCountry.field,
			form.specify,
			form.fields,
			form.json,
			optionsField([...sendingOptions, unsureWithoutCount]),
		],
		read(parameters, itemIndex) {
			const [instanceId, recipient, given] = parameters.together(
				() => instanceIdOf(parameters, itemIndex),
				() => optionalRecipientOf(parameters, itemIndex),
				() => form.read(parameters, itemIndex),
			);
			if (recipient !== undefined && 'to' in given) throw refusal('recipientTwice');
			const body = { ...(recipient !== undefined && { to: recipient }), ...given };
			return {
				partName: '',
				request: {
					...requestFor(value, instanceId),
					...(Object.keys(body).length > 0 && { body }),
				},
			};
		},
	};
}

export const typing = indication(
	'typing',
	{
		name: 'Show Typing',
		action: 'Show typing indicator',
		description: 'Send a typing indication',
	},
	'This person sees that you are typing',
);

export const read = indication(
	'read',
	{
		name: 'Mark as Read',
		action: 'Mark messages as read',
		description: 'Send a read indication',
	},
	'The messages of this person are marked as read',
);
