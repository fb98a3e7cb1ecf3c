import { isDeepStrictEqual } from 'node:util';

import {
	type FromAIArgument,
	type IBinaryData,
	type IDataObject,
	type IExecuteData,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
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
	/** Names that n8n adds to it. */
	added: string[];
	/** Matches expressions that would see another item than that of the call. */
	ofOtherItem?: RegExp | undefined;
	/** If this node is a review: the tool that waits for it. */
	waiting?: { toolName?: string; originalInput?: unknown } | undefined;
}

/** What agent 3 notes with a call. */
interface Metadata {
	itemIndex?: number;
	parentNodeName?: string;
	hitl?: ToolCall['waiting'];
}

/** What n8n's types hide from nodes. */
interface Hidden {
	runExecutionData?: IRunExecutionData | null;
	connectionInputData?: INodeExecutionData[];
}

const readsItem =
	/\$(?:json|input|binary|data|node|items?|itemIndex|position|thisItem\w*|prevNode|getPairedItem)\b|[.[{,"'`]\s*(?:item|pairedItem|itemMatching)\b/;
/** These give the first item of a node, although it is known whose call it is. */
const readsFirstItem = /\$(?:node|items?|itemIndex|position|thisItemIndex)\b/;

const jsonOf = (items?: INodeExecutionData[] | null) => items?.map(({ json }) => json);

/** Lets expressions see an item of the agent as it is, with its files, and with the item before it: n8n notes another. */
function giveItem(context: IExecuteFunctions, agent: IExecuteData, item: number): void {
	const [input] = context.getInputData();
	const items = agent.data.main?.[0];
	const own = items?.[item];
	if (!input || !own) return;
	const { toolParameters, tool } = input.json;
	const shown = isHumanReview(context) && { toolParameters, tool };
	Object.assign(input, own, { json: { ...input.json, ...own.json, ...shown } });
	const previousNode = agent.source?.main?.[0]?.previousNode ?? '';
	const runs = (context as Hidden).runExecutionData?.resultData.runData[previousNode] ?? [];
	const isFrom = (one: INodeExecutionData[] | null) =>
		isDeepStrictEqual(jsonOf(one), jsonOf(items));
	const previousNodeRun = runs.findLastIndex(({ data }) => data?.main?.some(isFrom));
	const previousNodeOutput = runs[previousNodeRun]?.data?.main?.findIndex(isFrom);
	const sourceOverwrite = { previousNode, previousNodeRun, previousNodeOutput };
	input.pairedItem = previousNodeRun < 0 ? undefined : { item, sourceOverwrite };
}

/** The engine runs a sub-agent as a tool: words of another model are over its item. */
const isSubAgent = ({ node }: IExecuteData) =>
	node.rewireOutputLogTo === NodeConnectionTypes.AiTool;

/** Undefined if no model calls the node. */
export function toolCallOf(context: IExecuteFunctions): ToolCall | undefined {
	if (!isTool(context)) return undefined;
	const { runExecutionData, connectionInputData = [] } = context as Hidden;
	// The second is the only sign in n8n 1.123.
	if (isStandaloneRun(context) || 'getNextRunIndex' in context) {
		const isKnown = connectionInputData.length <= 1 && !isSubAgent(context.getExecuteData());
		const [input] = context.getInputData();
		return { said: input?.json, added: [], ofOtherItem: isKnown ? undefined : readsItem };
	}
	const [name, run] = [context.getNode().name, runIndexOf(context)];
	for (const agent of runExecutionData?.executionData?.nodeExecutionStack ?? []) {
		const call = agent.metadata?.subNodeExecutionData?.actions.find(
			({ nodeName, runIndex }) => nodeName === name && runIndex === run,
		);
		if (!call) continue;
		const { itemIndex, parentNodeName, hitl } = call.action.metadata as Metadata;
		const isOnly = agent.data.main?.[0]?.length === 1;
		const wasReviewed = parentNodeName !== undefined;
		// n8n runs what a person approved for the first item.
		const isUnknown = isSubAgent(agent) || (wasReviewed && !isOnly);
		if (!isUnknown) giveItem(context, agent, itemIndex ?? 0);
		const ofOtherItem = isUnknown ? readsItem : isOnly ? undefined : readsFirstItem;
		const added = hitl ? ['toolParameters', 'tool'] : wasReviewed ? ['tool'] : [];
		return { said: call.action.input, added, ofOtherItem, waiting: hitl };
	}
	return { added: [] };
}

/** Whether a file is known from the model's words: they can name any file of n8n's store. */
export function isFileOfModel(context: IExecuteFunctions, { id, data }: IBinaryData): boolean {
	const { said } = toolCallOf(context) ?? {};
	return said !== undefined && JSON.stringify(said).includes(id ?? data);
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
	return (proxy.$fromAI as (name: string) => unknown)(name);
}

/** A tool as LangChain has it: a schema of zod, which may be changed by a function, or JSON Schema. */
interface Tool {
	name?: string;
	schema?: { shape?: object; properties?: object; innerType?: () => { shape?: object } };
	tools?: Tool[];
}

/** The names that a tool of this review declares; none if they cannot be read. */
export async function namesOfTool(context: IExecuteFunctions, toolName: string): Promise<string[]> {
	const connected = await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
	const tools = ([connected].flat() as Tool[]).flatMap((one) => one.tools ?? one);
	const { schema } = tools.find(({ name }) => name === toolName) ?? {};
	return Object.keys(schema?.shape ?? schema?.innerType?.().shape ?? schema?.properties ?? {});
}
