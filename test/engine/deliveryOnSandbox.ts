import type { INodeParameters } from 'n8n-workflow';
import type { SendRequest } from '../../dev/sandbox/message';
import { engineOnSandbox } from './engineOnSandbox';
import { byId } from './parameters';

/** A text for each item, whose recipient and words the item names; with the options given. */
export function texts(options: INodeParameters = {}): INodeParameters {
	return { instanceId: byId('demo'), to: '={{ $json.to }}', text: '={{ $json.text }}', options };
}

/** Items with words of their own, to these recipients in turn. */
export function itemsTo(recipients: string[], count = recipients.length) {
	return Array.from({ length: count }, (_, index) => ({
		json: { to: recipients[index % recipients.length] ?? '', text: `text ${index}` },
	}));
}

/** Items each of which has a recipient of its own. */
export const itemsToAll = (count: number) =>
	itemsTo(Array.from({ length: count }, (_, index) => `100${index}`));

/** The engine on a sandbox, and what became of the texts that it sent. */
export function deliveryOnSandbox() {
	const onSandbox = engineOnSandbox();
	const { control, requests, run } = onSandbox;
	return {
		...onSandbox,
		/** The same as `run`, for tests that look at the run of n8n, too. */
		execute: run,
		/** The words of all accepted messages, in order of acceptance. */
		acceptedTexts: async () => (await control().messages()).map(({ content }) => content.text),
		/** The words of all requests to send, carried out or not, in order of arrival. */
		requestedTexts: async () =>
			(await requests())
				.filter(({ operation }) => operation === 'messages')
				.map(({ body }) => (body as SendRequest | undefined)?.content.text),
	};
}
