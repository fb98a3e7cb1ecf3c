// Tests: test/engine/asTool.test.ts
import type {
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
} from 'n8n-workflow';

/** A part of n8n's context that its interface does not show (1.123.81, 2.20.12, 2.41.1). */
interface Context {
	runExecutionData?: IRunExecutionData;
	/** The items of the node, or those of the agent if it runs as a tool. Its input is then what the model wrote. */
	connectionInputData?: INodeExecutionData[];
}

/** n8n moves a file of a webhook or form to another folder when its execution ends (test/e2e/binaryModes). */
export const lastPart = (id: string) => id.slice(id.lastIndexOf('/') + 1);

/**
 * The files of items where n8n itself puts them. Nothing tells such a file from JSON that looks like one, but the rest of
 * the JSON can be what anybody wrote, such as the body of a webhook.
 */
function idsIn(items: INodeExecutionData[], isCombined: boolean): string[] {
	return items
		.flatMap(({ json, binary }) => [binary, isCombined ? json._files : undefined])
		.flatMap((files) => Object.values(Object(files) as object).flat() as unknown[])
		.map((file) => (Object(file) as { id?: unknown }).id)
		.filter((id) => typeof id === 'string')
		.map(lastPart);
}

const itemsIn = ({ data }: ITaskData) =>
	Object.values(data ?? {})
		.flat(2)
		.filter((item) => item !== null);

/** The files that came out of any node of an execution. A sub-workflow has them from its trigger. */
const ofExecutions = new WeakMap<object, Set<string>>();

/** Whether the ID of a file in n8n's store is that of a file which this execution has, not one that JSON names. */
export function isOwn(context: IExecuteFunctions, itemIndex: number, id: string): boolean {
	const isCombined = context.getWorkflowSettings().binaryMode === 'combined';
	const { connectionInputData: items = [], runExecutionData } = context as unknown as Context;
	const item = items[itemIndex];
	if (item && idsIn([item], isCombined).includes(lastPart(id))) return true;
	let known = ofExecutions.get(context);
	if (!known) {
		const runs = Object.values(runExecutionData?.resultData.runData ?? {}).flat();
		known = new Set(idsIn(items.concat(runs.flatMap(itemsIn)), isCombined));
		ofExecutions.set(context, known);
	}
	return known.has(lastPart(id));
}
