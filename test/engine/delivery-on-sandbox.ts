import type { INodeParameters, IRun } from 'n8n-workflow';
import { keys } from '../../dev/sandbox/accounts';
import type { SendRequest } from '../../dev/sandbox/message';
import { engineOnSandbox } from './engine-on-sandbox';
import { Executions, type Plan } from './executions';
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
export const itemsToAll = (count: number) => itemsTo(Array.from({ length: count }, (_, index) => `100${index}`));

/** The engine on a sandbox, with executions that can be retried. */
export function deliveryOnSandbox() {
	const onSandbox = engineOnSandbox();
	const { url, control, requests } = onSandbox;
	const executions = new Executions();
	beforeAll(async () => await executions.load());

	const begin = (plan: Plan, failed?: IRun) =>
		executions.begin(plan, { baseUrl: url(), apiKey: keys.all.key }, failed);
	return {
		...onSandbox,
		begin,
		execute: async (plan: Plan, failed?: IRun) => await begin(plan, failed).outcome,
		/** The words of all accepted messages, in order of acceptance. */
		acceptedTexts: async () => (await control().messages()).map(({ content }) => (content as { text?: string }).text),
		/** The bodies of all requests to send, carried out or not, in order of arrival. */
		requestedTexts: async () =>
			(await requests())
				.filter(({ operation }) => operation === 'messages')
				.map(({ body }) => ((body as SendRequest | undefined)?.content as { text?: string } | undefined)?.text),
	};
}

/** What a failed item becomes with "On Error: Continue". */
export interface Failed {
	error: string;
	details: { description?: string; httpStatus?: number; delivery: 'notSent' | 'unknown' };
}
