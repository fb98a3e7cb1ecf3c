import {
	type EngineRequest,
	type EngineResponse,
	type IConnections,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

const { Main, AiTool } = NodeConnectionTypes;

export const agentType = 'test.agent';
/** The tool behind a review. */
const behind = 'Behind';

/** An agent that lets n8n's engine run its tool, as n8n's agent 3 does. Its model makes these calls in one turn. */
export class AgentNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: 'Calls a tool',
		defaults: { name: 'Agent' },
		inputs: [Main, AiTool],
		outputs: [Main],
		properties: [],
	};

	/** Closes over the calls, because n8n calls it with its own `this`. */
	execute: (
		this: IExecuteFunctions,
		response?: EngineResponse,
	) => Promise<INodeExecutionData[][] | EngineRequest>;

	constructor(calls: IDataObject[], isReview: boolean) {
		this.execute = async (response) => {
			if (response?.actionResponses.length) return [[{ json: {} }]];
			const actions = calls.map((input, at) => ({
				actionType: 'ExecutionNodeAction' as const,
				nodeName: 'Node 1',
				input,
				type: AiTool,
				id: `call_${at}`,
				metadata: {
					itemIndex: 0,
					...(isReview && {
						hitl: {
							gatedToolNodeName: behind,
							toolName: behind,
							originalInput: input.toolParameters,
						},
					}),
				},
			}));
			return await Promise.resolve({ actions, metadata: {} });
		};
	}
}

/** The type that n8n derives from a node for models. */
export function derivedType(node: INodeType, type: string): INodeType {
	const { description } = node;
	const inputs = type.endsWith('HitlTool') ? [AiTool] : [];
	return Object.assign(Object.create(node) as INodeType, {
		description: { ...description, inputs, outputs: [AiTool] },
	});
}

/** Puts an agent before a tool, and another tool behind it if it is a review. */
export function connectedToAgent(tool: INode): { nodes: INode[]; connections: IConnections } {
	const agent = { ...tool, id: 'agent', name: 'Agent', type: agentType, parameters: {} };
	const type = tool.type.replace('HitlTool', 'Tool');
	const text = "={{ $fromAI('Text', '', 'string') }}";
	const another = { ...tool, id: behind, name: behind, type, parameters: { to: '1001', text } };
	const to = (node: string) => [[{ node, type: AiTool, index: 0 }]];
	return {
		nodes: type === tool.type ? [tool, agent] : [tool, agent, another],
		connections: {
			Start: { main: [[{ node: 'Agent', type: Main, index: 0 }]] },
			[tool.name]: { [AiTool]: to('Agent') },
			...(type !== tool.type && { [behind]: { [AiTool]: to(tool.name) } }),
		},
	};
}
