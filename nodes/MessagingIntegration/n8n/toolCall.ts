// Tests: test/engine/asTool.test.ts
import { isDeepStrictEqual } from 'node:util';

import {
	type FromAIArgument,
	type IBinaryData,
	type IDataObject,
	type IExecuteData,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
	NodeConnectionTypes,
	traverseNodeParameters,
} from 'n8n-workflow';

import type { Written } from '../words/models';
import { isHumanReview, isStandaloneRun, isTool, runIndexOf } from './context';

/**
 * What n8n tells of a call by a model. Read in the code of 1.123.81, 2.20.12 and 2.41.1; tested by test/e2e/aiAgents.
 *
 * Agent 3 lets the engine run its tools. A tool's input is the agent's item with the model's words over it. The agent
 * stays in the engine's stack, with its items and the call. So do sub-agents of version 3 below it. Agent 2, other
 * sub-agents and MCP run a tool by themselves: its input is what the model wrote, and expressions see the first of the
 * agent's items.
 */
export interface ToolCall {
	/** What the model wrote. Undefined if n8n does not say. */
	said?: IDataObject;
	/** The names that it may have. */
	declared: string[];
	/** Matches expressions that would see another item than that of the call. */
	ofOtherItem?: RegExp | undefined;
	/** Whether the agent handles several items at the same moment, so that n8n mixes their calls. */
	isBatch?: boolean;
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
	/** The agent, if it runs its tools by itself. */
	parentNode?: INode;
	getConnectedNodes?: (type: string) => INode[];
}

/**
 * Names that n8n itself writes into calls, or into what a model reads of its earlier calls, so models repeat them. They
 * say nothing: they are dropped, and no parameter reads them.
 */
const ofN8n = ['action', 'chatInput', 'id', 'sessionId', 'tool', 'toolCallId'];

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

/** Whether an agent that runs its tools by itself handles several items at once. */
function isInBatch({ parentNode, connectionInputData = [] }: Hidden): boolean {
	const { batching } = (parentNode?.parameters.options ?? {}) as { batching?: IDataObject };
	return Number(batching?.batchSize) > 1 && connectionInputData.length > 1;
}

/** Takes them away where expressions find what the model wrote. @param names that do not count */
function drop(context: IExecuteFunctions, names: string[]): void {
	const { runExecutionData } = context as Hidden;
	const run = runExecutionData?.resultData.runData[context.getNode().name]?.[runIndexOf(context)];
	const said = run?.inputOverride?.[NodeConnectionTypes.AiTool]?.[0]?.[0];
	for (const item of [context.getInputData()[0], said])
		for (const name of names) if (item) delete item.json[name];
}

const without = (said: IDataObject, names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(said).filter(([name]) => !names.includes(name)));

/** Undefined if no model calls the node. */
export function toolCallOf(context: IExecuteFunctions): ToolCall | undefined {
	if (!isTool(context)) return undefined;
	const { runExecutionData, connectionInputData = [] } = context as Hidden;
	const added = isHumanReview(context) ? ['toolParameters', 'tool'] : [];
	const declared = [...namesFromAI(context.getNode().parameters), ...added];
	const dropped = ofN8n.filter((name) => !declared.includes(name));
	drop(context, dropped);
	if (isStandaloneRun(context)) {
		const isKnown = connectionInputData.length <= 1 && !isSubAgent(context.getExecuteData());
		const [input] = context.getInputData();
		const ofOtherItem = isKnown ? undefined : readsItem;
		return { said: input?.json, declared, ofOtherItem, isBatch: isInBatch(context as Hidden) };
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
		return { said: without(call.action.input, dropped), declared, ofOtherItem, waiting: hitl };
	}
	return { declared };
}

/**
 * What came out when this approved call ran before. n8n makes the requests of all approved calls anew for each batch of
 * the agent's items (agent 3.1), so it would run each of them once for every batch.
 * @returns undefined if it did not run before
 */
export function outputOfSameCall(context: IExecuteFunctions): INodeExecutionData[] | undefined {
	if (!isTool(context) || isStandaloneRun(context)) return undefined;
	const { runExecutionData } = context as Hidden;
	const [name, run] = [context.getNode().name, runIndexOf(context)];
	for (const { metadata } of runExecutionData?.executionData?.nodeExecutionStack ?? []) {
		const actions = metadata?.subNodeExecutionData?.actions ?? [];
		const metadataOf = (one: (typeof actions)[number]) => one.action.metadata as Metadata;
		const approved = actions.filter((one) => metadataOf(one).parentNodeName !== undefined);
		const own = approved.find(({ nodeName, runIndex }) => nodeName === name && runIndex === run);
		const [first] = approved;
		if (!own || !first) continue;
		// The requests of each batch are the same ones in the same order.
		const ofBatch = (one: typeof own) =>
			approved.filter((other) => metadataOf(other).itemIndex === metadataOf(one).itemIndex);
		const same = ofBatch(first)[ofBatch(own).indexOf(own)];
		if (!same || same === own || same.nodeName !== name || same.action.id !== own.action.id)
			return undefined;
		const ended = runExecutionData?.resultData.runData[name]?.[same.runIndex];
		return ended?.data?.ai_tool?.[0] ?? [];
	}
	return undefined;
}

/** Whether a file is known from the model's words: they can name any file of n8n's store. */
export function isFileOfModel(context: IExecuteFunctions, { id, data }: IBinaryData): boolean {
	const { said } = toolCallOf(context) ?? {};
	return said !== undefined && JSON.stringify(said).includes(id ?? data);
}

/** The names that the author of the workflow leaves to the model, as n8n finds them. */
export const namesFromAI = (parameters: INodeParameters) =>
	argumentsFromAI(parameters).map(({ key }) => key);

/** The same, with their descriptions. */
function argumentsFromAI(parameters: INodeParameters): FromAIArgument[] {
	const found: FromAIArgument[] = [];
	traverseNodeParameters(parameters, found);
	return found;
}

/** What a model wrote for a parameter. @param value of the parameter, as it came out */
export function writtenFor(saved: unknown, said: IDataObject, value?: string): Written {
	const args = argumentsFromAI({ saved } as INodeParameters).map(({ key, description }) => {
		const given = said[key] ?? '';
		const text = typeof given === 'string' ? given : JSON.stringify(given);
		return { name: key, value: text, description };
	});
	const isWhole = args.length === 1 && args[0]?.value.trim() === (value ?? '').trim();
	return { args, isWhole };
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
