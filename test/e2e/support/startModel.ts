import { json } from 'node:stream/consumers';

import { httpServer } from '../../transport/support/httpServer';
import type { RealN8n } from './realN8n';

/** The part of OpenAI Chat Model's requests that the tests read. */
export interface ModelRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools: Array<{
		function: { name: string; description: string; parameters: Record<string, unknown> };
	}>;
}

export interface ToolCall {
	tool: string;
	arguments: object;
}

/** One answer of the model: text, tool calls with arguments, or the status of a refusal. */
export type Utterance = string | ToolCall[] | number;

/**
 * Starts a stand-in for a chat model with OpenAI's chat completions protocol, until the end of the test. It gives the
 * utterances one after the other.
 * @returns a credential for it, and the requests it received
 */
export async function startModel({ api }: RealN8n, utterances: Utterance[]) {
	const requests: ModelRequest[] = [];
	const { url } = await httpServer((request, response) => {
		void json(request).then((body) => {
			const utterance =
				utterances[requests.push(body as ModelRequest) - 1] ?? 'I have nothing more to say.';
			response.setHeader('content-type', 'application/json');
			if (typeof utterance === 'number') {
				response.writeHead(utterance).end(JSON.stringify({ error: { message: 'Not today' } }));
				return;
			}
			response.end(JSON.stringify(completion(utterance, requests.length)));
		});
	});
	const account = { apiKey: 'none', url: `${url}/v1` };
	const openAiApi = await api.createCredential('openAiApi', 'Model', account);
	return { model: { openAiApi }, requests };
}

function completion(utterance: string | ToolCall[], turn: number): object {
	const words = typeof utterance === 'string';
	const calls = words
		? undefined
		: utterance.map(({ tool, arguments: given }, at) => ({
				id: `call_${turn}_${at}`,
				type: 'function',
				function: { name: tool, arguments: JSON.stringify(given) },
			}));
	return {
		id: `completion_${turn}`,
		object: 'chat.completion',
		created: 0,
		model: 'stand-in',
		choices: [
			{
				index: 0,
				finish_reason: words ? 'stop' : 'tool_calls',
				message: { role: 'assistant', content: words ? utterance : null, tool_calls: calls },
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
