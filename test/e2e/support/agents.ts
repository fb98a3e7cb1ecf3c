import { until } from '../../support/until';
import { reviewType, toolType } from '../../n8n/examples';
import type { WorkflowNode } from '../../n8n/N8nApi';
import { ended } from './executions';
import { instanceId, ourNode, plainNode, splitNode } from './nodes';
import type { RealN8n } from './realN8n';
import { answer, links } from './questions';
import { type ModelRequest, startModel, type Utterance } from './startModel';
import { chain, publishChain } from './workflows';

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
	/** Another tool behind the review. */
	behind?: WorkflowNode;
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
	/** Other nodes below the agent, instead of the model, the tool and the review. */
	sub?: (agent: WorkflowNode) => { nodes: WorkflowNode[]; connections: object };
}

/** Connects a node below others. */
export const connectedAs = (type: string, node: WorkflowNode, ...to: WorkflowNode[]) => ({
	[node.name]: { [type]: [to.map(({ name }) => ({ node: name, type, index: 0 }))] },
});

/** The node of a model. @param credentials for it */
export function modelNode(credentials: object): WorkflowNode {
	const node = plainNode('Model', `${langchain}lmChatOpenAi`, 1.3, {
		model: { __rl: true, mode: 'id', value: 'stand-in' },
		responsesApiEnabled: false,
		options: {},
	});
	return { ...node, credentials } as WorkflowNode;
}

function belowAgent(
	n8n: RealN8n,
	agent: WorkflowNode,
	model: WorkflowNode,
	{ tool, toolSettings, review, behind }: AgentSettings,
) {
	const parameters = {
		descriptionType: 'manual',
		toolDescription: 'Sends one text message.',
		instanceId,
		to: fromModel('To'),
		text: fromModel('Text'),
		...tool,
	};
	const own = { ...ourNode(n8n, 'Send Message', parameters, toolType), ...toolSettings };
	const send = behind ?? own;
	const ask = ourNode(n8n, 'Ask First', { instanceId, ...review }, reviewType);
	return {
		nodes: [model, send, ...(review ? [ask] : [])],
		connections: {
			...connectedAs('ai_languageModel', model, agent),
			...connectedAs('ai_tool', send, review ? ask : agent),
			...(review && connectedAs('ai_tool', ask, agent)),
		},
	};
}

/** A published agent behind a webhook, with a scripted model and this node as its tool. */
export async function publishAgent(n8n: RealN8n, settings: AgentSettings) {
	const { version, utterances, after = [], responseMode = 'lastNode' } = settings;
	const { model: credentials, requests } = await startModel(n8n, utterances);
	const parameters = { promptType: 'define', text: '=Go on', options: {}, ...settings.agent };
	const agent = {
		...plainNode('Agent', `${langchain}agent`, version, parameters),
		...settings.agentSettings,
	};
	const main = [...(settings.before ?? [splitNode('body.list')]), agent, ...after];
	const below = settings.sub?.(agent) ?? belowAgent(n8n, agent, modelNode(credentials), settings);
	const connect = (all: WorkflowNode[]) => ({
		...chain(all.slice(0, 1 + main.length)),
		...below.connections,
		...settings.connect?.(agent),
	});
	// As the editor saves it. Without it, agent 3 ends before its tools run.
	const order = { executionOrder: 'v1' };
	const nodes = [...main, ...below.nodes];
	const published = await publishChain(n8n, responseMode, nodes, connect, order);
	return { ...published, requests };
}

/** What the model read as the results of its calls. */
export const readBy = (requests: ModelRequest[]): string[] =>
	(requests.at(-1)?.messages ?? [])
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));

/** Runs an agent until its end. @returns what the model read */
export async function runAgent(
	n8n: RealN8n,
	settings: AgentSettings,
	list: object[] = [{ a: 1 }],
): Promise<string[]> {
	const { post, requests } = await publishAgent(n8n, settings);
	await post({ list });
	return readBy(requests);
}

/** Runs an agent with a review, and approves whatever is asked, in order. @returns what the model read */
export async function runApprovedAgent(
	n8n: RealN8n,
	settings: Partial<AgentSettings>,
	list: object[] = [{ a: 1 }],
): Promise<string[]> {
	const all = { version: 3.1, utterances: [], ...settings };
	const { post, requests, workflow } = await publishAgent(n8n, {
		...all,
		responseMode: 'onReceived',
	});
	await post({ list });
	let answers = 0;
	await until('The end of the execution', async () => {
		const [newest] = await n8n.api.executions(workflow.id);
		if (newest?.status !== 'waiting') return ['success', 'error'].includes(newest?.status ?? '');
		const link = (await links(n8n)).filter((one) => one !== '')[answers];
		if (link && (await answer(link, { answer: 'approve' })).status === 200) answers++;
		return false;
	});
	await ended(n8n, workflow);
	return readBy(requests);
}
