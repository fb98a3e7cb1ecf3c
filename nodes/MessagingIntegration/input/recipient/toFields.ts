import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

const placeholder = 'e.g. 15551234567';

/**
 * As n8n's editor writes it when the model is to fill in a parameter. n8n tells a model nothing of a parameter's description,
 * so the words for the model have to be part of the value.
 */
const filledInByModel =
	"={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('To', `The phone number of the recipient with its country code first, as digits: 15551234567. If you do not know the country code, ask for it.`, 'string') }}";

/** The recipient, for people, and for the model where the node is the tool of an AI agent. */
export function toFields(show: IDisplayOptions['show']): INodeProperties[] {
	const field: INodeProperties = {
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		required: true,
		placeholder,
		description: 'The recipient of the message: a phone number with its country code first, or an ID',
	};
	return [
		{
			...field,
			hint: 'Country code first, or set the option Default Country',
			displayOptions: { show, hide: { '@tool': [true] } },
		},
		{
			...field,
			default: filledInByModel,
			hint: 'Country code first. If the model fills this in, tell it so.',
			displayOptions: { show: { ...show, '@tool': [true] } },
		},
	];
}

/** For requests of which the reference shows no body. */
export function optionalToField(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '',
		placeholder,
		hint: 'The service needs to know for whom. Sent as "to", as in a message.',
		description: 'The recipient, sent in the field "to" of the body: a phone number with its country code first, or an ID',
		displayOptions: { show },
	};
}
