import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import type { Credentials } from '../n8n/examples';
import type { RealN8n } from './realN8n';

/** The part of OpenAI Chat Model's requests that the tests read. */
export interface ModelRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools: Array<{
		function: { name: string; description: string; parameters: Record<string, unknown> };
	}>;
}

/** One answer of the model: text, or tool calls with arguments. */
export type Utterance = string | Array<{ tool: string; arguments: object }>;

/**
 * Works with a stand-in for a chat model with OpenAI's chat completions protocol, which gives the utterances one after
 * the other.
 * @param work gets a credential for the model, and the requests that it received
 */
export async function withModel<Result>(
	{ api }: RealN8n,
	utterances: Utterance[],
	work: (credentials: Credentials, requests: ModelRequest[]) => Promise<Result>,
): Promise<Result> {
	const requests: ModelRequest[] = [];
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			const utterance =
				utterances[requests.push(body as ModelRequest) - 1] ?? 'I have nothing more to say.';
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(completion(utterance, requests.length)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	try {
		const account = { apiKey: 'none', url };
		return await work(
			{ openAiApi: await api.createCredential('openAiApi', 'Model', account) },
			requests,
		);
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
}

function completion(utterance: Utterance, turn: number): object {
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
