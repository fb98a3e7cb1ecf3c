import { check } from '../api/failure';
import type { Parameters } from '../n8n/parameters';
import { field, linkTo } from './editorFields';
import { checkParts, typedText } from './typedValues';

/** The row in the table of options. An empty key is an error: whoever sets this option wants its protection. */
export const sendOnceKey = {
	field: field('string', 'Send Once Key', '', {
		placeholder: 'e.g. order-{{ $json.body.number }}',
		description: `Such as an order number: only one message per key, recipient and instance is ever sent. ${linkTo('send-once.md#recipes', 'Examples')}.`,
		builderHint: {
			propertyHint:
				'An expression that identifies the event, not the run: an order number or a webhook delivery ID, for example "order-{{ $json.body.number }}". Never $now, $execution.id or a random value. Set it if a webhook, form or queue can deliver twice. The recipient and the instance are part of the key already.',
		},
	}),
	rule: typedText(
		'The Send Once Key',
		'In the option "Send Once Key", enter what identifies the message, such as the number of an order, or remove the option.',
	),
};

/**
 * The Send Once Key of an item; undefined if the option is not set.
 * @throws FailureError if the key, or one of the expressions in it, is empty
 */
export function sendOnceKeyOf(parameters: Parameters, itemIndex: number): string | undefined {
	const options = parameters.options(itemIndex);
	// An expression that finds nothing gives undefined, but the option still counts as set.
	if (!('sendOnceKey' in options)) return undefined;
	const key = check(sendOnceKey.rule, options.sendOnceKey);
	const { sendOnceKey: saved } = Object(parameters.saved('options')) as { sendOnceKey?: unknown };
	checkParts(parameters, itemIndex, {
		saved,
		value: key,
		what: 'Send Once Key',
		consequence:
			'so other messages would have the same key and would not be sent. Correct the expression.',
	});
	return key;
}
