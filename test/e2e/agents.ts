import { reviewType, toolType } from '../n8n/examples';
import type { WorkflowNode } from '../n8n/N8nApi';
import { instanceId, ourNode, plainNode, splitNode } from './nodes';
import type { RealN8n } from './realN8n';
import { startModel, type Utterance } from './startModel';
import { publishChain } from './workflows';

/** The versions of n8n's agent: the first runs its tools by itself, the second lets n8n's engine run them. */
export const agentVersions = [2.2, 3.1];

const langchain = '@n8n/n8n-nodes-langchain.';

/** What the author leaves to the model. */
export const fromModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;

export interface AgentSettings {
	version: number;
	utterances: Utterance[];
	/** The parameters of the tool; by default, the model chooses the recipient and the text. */
	tool?: Record<string, unknown>;
	/** Settings of the tool's node, such as `onError`. */
	toolSettings?: Record<string, unknown>;
	/** Parameters of a human review in front of the tool. */
	review?: Record<string, unknown>;
	agent?: Record<string, unknown>;
	/** Settings of the agent's node, such as `retryOnFail`. */
	agentSettings?: Record<string, unknown>;
	/** Other connections of the main nodes, by name. */
	connect?: (agent: WorkflowNode) => object;
	/** Nodes after the agent. */
	after?: WorkflowNode[];
	/** Nodes between the webhook and the agent; by default, each entry of `list` becomes an item. */
	before?: WorkflowNode[];
	responseMode?: 'lastNode' | 'onReceived';
}

/** A published agent behind a webhook, with a scripted model and this node as its tool. */
export async function publishAgent(n8n: RealN8n, settings: AgentSettings) {
	const { version, utterances, tool, review, after = [], responseMode = 'lastNode' } = settings;
	const { model: credentials, requests } = await startModel(n8n, utterances);
	const parameters = { promptType: 'define', text: '=Go on', options: {}, ...settings.agent };
	const agent = {
		...plainNode('Agent', `${langchain}agent`, version, parameters),
		...settings.agentSettings,
	};
	const model = {
		...plainNode('Model', `${langchain}lmChatOpenAi`, 1.3, {
			model: { __rl: true, mode: 'id', value: 'stand-in' },
			responsesApiEnabled: false,
			options: {},
		}),
		credentials,
	};
	const send = {
		...ourNode(
			n8n,
			'Send Message',
			{
				descriptionType: 'manual',
				toolDescription: 'Sends one text message.',
				instanceId,
				to: fromModel('To'),
				text: fromModel('Text'),
				...tool,
			},
			toolType,
		),
		...settings.toolSettings,
	};
	const ask = ourNode(n8n, 'Ask First', { instanceId, ...review }, reviewType);
	const before = settings.before ?? [splitNode('body.list')];
	const main = [...before, agent, ...after];
	const sub = [model, send, ...(review ? [ask] : [])];
	const into = (type: string, node: WorkflowNode) => ({
		[type]: [[{ node: node.name, type, index: 0 }]],
	});
	const connect = (all: WorkflowNode[]) => ({
		...Object.fromEntries(
			all
				.slice(1, 1 + main.length)
				.map((node, at) => [
					all[at]?.name,
					{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
				]),
		),
		Model: into('ai_languageModel', agent),
		'Send Message': into('ai_tool', review ? ask : agent),
		...(review && { 'Ask First': into('ai_tool', agent) }),
		...settings.connect?.(agent),
	});
	// As the editor saves it. Without it, agent 3 ends before its tools run.
	const order = { executionOrder: 'v1' };
	const published = await publishChain(n8n, responseMode, [...main, ...sub], connect, order);
	return { ...published, requests };
}
