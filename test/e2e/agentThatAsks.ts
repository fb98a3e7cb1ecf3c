import { credentialType, importExample } from '../n8n/examples';
import type { Workflow } from '../n8n/N8nApi';
import { until } from '../until';
import { executeChat } from './inTheEditor';
import type { RealN8n } from './realN8n';
import { type ModelRequest, withModel } from './startModel';

/**
 * Starts the example "AI Agent That Asks First" with a model that sends messages, all in one turn. The agent then asks,
 * or cannot ask.
 */
export async function agentThatAsks(
	n8n: RealN8n,
	messages: Array<{ to: string; text: string }>,
	work: (workflow: Workflow, requests: ModelRequest[]) => Promise<void>,
): Promise<void> {
	const calls = messages.map(({ to, text }) => ({
		tool: 'Send_Message',
		arguments: { toolParameters: { To: to, Text: text }, hitlParameters: {} },
	}));
	await withModel(n8n, [calls, 'Done.'], async (model, requests) => {
		const credentials = { [credentialType]: n8n.credential, ...model };
		const workflow = await importExample(n8n.api, 'ai-agent-asks-first.json', credentials);
		await executeChat(n8n, workflow, 'Tell +1 202-555-0101 that dinner is at eight');
		await work(workflow, requests);
	});
}

/** What the model reads as the results of its tool calls, as JSON. */
export async function results(requests: ModelRequest[]): Promise<string[]> {
	const { messages } = await until('The second request to the model', () => requests[1]);
	return messages
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => JSON.stringify(content));
}

export async function lastResult(requests: ModelRequest[]): Promise<string> {
	return (await results(requests)).at(-1) ?? '';
}
