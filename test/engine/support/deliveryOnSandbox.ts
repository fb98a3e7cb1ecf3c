import type { INodeParameters } from 'n8n-workflow';
import type { SendRequest } from '../../../dev/sandbox/message';
import { engineOnSandbox } from './engineOnSandbox';
import { byId } from './parameters';

/** Parameters that send each item's own text to its own recipient. */
export function texts(options: INodeParameters = {}): INodeParameters {
	return { instanceId: byId('demo'), to: '={{ $json.to }}', text: '={{ $json.text }}', options };
}

/** Items with different texts, to these recipients in turn. */
export function itemsTo(recipients: string[], count = recipients.length) {
	return Array.from({ length: count }, (_, index) => ({
		json: { to: recipients[index % recipients.length] ?? '', text: `text ${index}` },
	}));
}

/** Items to different recipients: short IDs, and numbers with a country code after the first thousand. */
export const itemsToAll = (count: number) =>
	itemsTo(
		Array.from({ length: count }, (_, index) =>
			index < 1000 ? `100${index}` : String(491510000000 + index),
		),
	);

/** The engine on a sandbox, and the texts that arrived there. */
export function deliveryOnSandbox() {
	const onSandbox = engineOnSandbox();
	const { control, requests, run } = onSandbox;
	return {
		...onSandbox,
		/** The same as `run`, for tests that also read n8n's own `run` from the outcome. */
		execute: run,
		/** The texts of all accepted messages, in order of acceptance. */
		acceptedTexts: async () => (await control().messages()).map(({ content }) => content.text),
		/** The texts of all requests to send, accepted or not, in order of arrival. */
		requestedTexts: async () =>
			(await requests())
				.filter(({ operation }) => operation === 'messages')
				.map(({ body }) => (body as SendRequest | undefined)?.content.text),
	};
}
