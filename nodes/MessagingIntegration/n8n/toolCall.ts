import { isDeepStrictEqual } from 'node:util';

import {
	type FromAIArgument,
	type IDataObject,
	type IExecuteData,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
	type ISourceData,
	NodeConnectionTypes,
	traverseNodeParameters,
} from 'n8n-workflow';

import { isHumanReview, isStandaloneRun, isTool, runIndexOf } from './context';

/**
 * What n8n tells of a call by a model. Read in the code of 1.123.81, 2.20.12 and 2.41.1; tested by test/e2e/aiAgents.
 *
 * Agent 3 lets the engine run its tools. A tool's input is the agent's item with the model's words over it. The agent
 * stays in the engine's stack, with its items and the call. Agent 2, sub-agents and MCP run a tool by themselves: its
 * input is what the model wrote, and expressions see the first of the agent's items.
 */
interface ToolCall {
	/** What the model wrote. Undefined if n8n does not say. */
	said?: IDataObject;
	/** Names that n8n adds. */
	added: string[];
	/** Whether expressions see the item of the call, and whether the agent has no other. */
	hasOwnItem: boolean;
	hasOneItem: boolean;
	/** If this node is a review: the tool that waits for it. */
	waiting?: { toolName: string; originalInput?: unknown };
}

/** What n8n's types hide from nodes. */
interface Hidden {
	runExecutionData?: IRunExecutionData | null;
	connectionInputData?: INodeExecutionData[];
}

/** The output that the agent's items come from. With a call in a loop, n8n notes another one. */
function sourceOf(context: IExecuteFunctions, agent: IExecuteData): ISourceData | undefined {
	const previousNode = agent.source?.main?.[0]?.previousNode ?? '';
	const { resultData } = (context as Hidden).runExecutionData ?? {};
	const jsonOf = (items?: INodeExecutionData[] | null) => items?.map(({ json }) => json);
	const items = jsonOf(agent.data.main?.[0]);
	for (const [run, { data }] of [
		...(resultData?.runData[previousNode] ?? []).entries(),
	].reverse()) {
		const outputs = data?.main ?? [];
		const output = outputs.findIndex((one) => isDeepStrictEqual(jsonOf(one), items));
		if (output >= 0) return { previousNode, previousNodeOutput: output, previousNodeRun: run };
	}
	return undefined;
}

/** Lets expressions see an item of the agent as it is, with its files, and not the first one as the item before it. */
function giveItem(context: IExecuteFunctions, agent: IExecuteData, item: number): void {
	const [input] = context.getInputData();
	const own = agent.data.main?.[0]?.[item];
	if (!input || !own) return;
	const { toolParameters, tool } = input.json;
	const shown = isHumanReview(context) && { toolParameters, tool };
	input.json = { ...input.json, ...own.json, ...shown };
	if (own.binary) input.binary = own.binary;
	const sourceOverwrite = sourceOf(context, agent);
	input.pairedItem = sourceOverwrite && { item, sourceOverwrite };
}

/** Undefined if no model calls the node. */
export function toolCallOf(context: IExecuteFunctions): ToolCall | undefined {
	if (!isTool(context)) return undefined;
	const { runExecutionData, connectionInputData = [] } = context as Hidden;
	// The second is the only sign in n8n 1.123.
	if (isStandaloneRun(context) || 'getNextRunIndex' in context) {
		const hasOneItem = connectionInputData.length <= 1;
		// The engine runs a sub-agent of agent 3 as its tool, so words of a model are over the item.
		const isSub = context.getExecuteData().node.rewireOutputLogTo === NodeConnectionTypes.AiTool;
		const [input] = context.getInputData();
		return { said: input?.json, added: [], hasOneItem, hasOwnItem: hasOneItem && !isSub };
	}
	const [name, run] = [context.getNode().name, runIndexOf(context)];
	for (const agent of runExecutionData?.executionData?.nodeExecutionStack ?? []) {
		const { action } =
			agent.metadata?.subNodeExecutionData?.actions.find(
				({ nodeName, runIndex }) => nodeName === name && runIndex === run,
			) ?? {};
		if (!action) continue;
		const { itemIndex, parentNodeName, hitl } = (action.metadata ?? {}) as {
			itemIndex?: number;
			parentNodeName?: string;
			hitl?: ToolCall['waiting'];
		};
		const hasOneItem = agent.data.main?.[0]?.length === 1;
		// n8n runs what a person approved for the first item.
		const hasOwnItem = hasOneItem || parentNodeName === undefined;
		if (hasOwnItem) giveItem(context, agent, itemIndex ?? 0);
		const added = hitl ? ['toolParameters', 'tool'] : parentNodeName === undefined ? [] : ['tool'];
		return { said: action.input, added, hasOneItem, hasOwnItem, waiting: hitl };
	}
	return { added: [], hasOneItem: false, hasOwnItem: false };
}

/** The names that the author of the workflow leaves to the model, as n8n finds them. */
export function namesFromAI(parameters: INodeParameters): string[] {
	const found: FromAIArgument[] = [];
	traverseNodeParameters(parameters, found);
	return found.map(({ key }) => key);
}

/** What an expression reads by `$fromAI`. */
export function readFromAI(context: IExecuteFunctions, name: string): unknown {
	const proxy: Record<string, unknown> = context.getWorkflowDataProxy(0);
	try {
		return (proxy.$fromAI as (name: string) => unknown)(name);
	} catch {
		return undefined;
	}
}

/** What a tool of this review declares; undefined if that cannot be read. */
export async function namesOfTool(context: IExecuteFunctions, toolName: string) {
	interface Tool {
		name?: string;
		schema?: { shape?: object; properties?: object };
		tools?: Tool[];
	}
	const connected = await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
	const tools = ([connected].flat() as Tool[]).flatMap((one) => one.tools ?? one);
	const { schema } = tools.find(({ name }) => name === toolName) ?? {};
	const declared = schema?.shape ?? schema?.properties;
	return declared && Object.keys(declared);
}

/** What depends on the item, and what is the first item of a node whose call it may be. */
const ofItem =
	/\$(?:json|input|binary|data|node|items?|itemIndex|position|thisItem\w*|prevNode|getPairedItem)\b|[.[{,"'`]\s*(?:item|pairedItem|itemMatching)\b/;
const ofFirstItem = /\$(?:node|items?|itemIndex|position|thisItemIndex)\b/;

/** The parameter whose expressions would see another item than that of the call. */
export function parameterOfOtherItem(
	parameters: INodeParameters,
	{ hasOwnItem, hasOneItem }: ToolCall,
): string | undefined {
	if (hasOwnItem && hasOneItem) return undefined;
	const pattern = hasOwnItem ? ofFirstItem : ofItem;
	return Object.keys(parameters).find((name) => pattern.test(JSON.stringify(parameters[name])));
}
