import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

const placeholder = 'e.g. 15551234567';

/**
 * What n8n's editor writes if the model is to fill in a parameter. n8n does not show a parameter's description to the
 * model, so the value contains the words for the model.
 */
const filledInByModel =
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('To', `The phone number of the recipient with its country code first, as digits: 15551234567. If you do not know the country code, ask for it.`, 'string') }}";

/** The recipient of a message, filled in by a person. */
export function toField(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		required: true,
		placeholder,
		hint: 'Country code first, or choose the country below',
		description:
			'The recipient of the message: a phone number with its country code first, or an ID',
		displayOptions: { show },
	};
}

/** The recipient in two versions: for people, and for the model if the node is the tool of an AI agent. */
export function toFields(show: IDisplayOptions['show']): INodeProperties[] {
	const field = toField(show);
	return [
		{ ...field, displayOptions: { show, hide: { '@tool': [true] } } },
		{
			...field,
			default: filledInByModel,
			hint: 'Country code first. If the model fills this in, tell it so.',
			displayOptions: { show: { ...show, '@tool': [true] } },
		},
	];
}

/** For requests whose body the reference does not show. */
export function optionalToField(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		placeholder,
		hint: 'The service probably needs to know for whom. Sent as "to", as in a message.',
		description:
			'The recipient, sent in the field "to" of the body: a phone number with its country code first, or an ID',
		displayOptions: { show },
	};
}
