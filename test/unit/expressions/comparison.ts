import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import {
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

import { plainReader } from '../../../nodes/MessagingIntegration/n8n/plainFields';
import { type Case, cases } from './cases';

/** @returns a function that takes a parameter and items, and returns an evaluation by n8n for each item */
export async function evaluator() {
	const properties = [{ name: 'saved', displayName: 'Saved', type: 'string', default: '' }];
	const nodeTypes = { getByNameAndVersion: () => ({ description: { properties } }) } as never;
	const shape = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const workflow = new Workflow({
		nodes: [{ id: 'node', name: 'Node', type: 'test.node', ...shape }],
		connections: {},
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: 'Europe/Berlin' },
	});
	await workflow.expression.acquireIsolate();
	const node = workflow.getNode('Node') as INode;
	const run = { resultData: { runData: {} }, executionData: {} } as unknown as IRunExecutionData;
	const data = { executionId: '1', variables: {} } as unknown as IWorkflowExecuteAdditionalData;

	return (saved: unknown, jsons: unknown[]): Array<() => unknown> => {
		node.parameters = { saved } as INodeParameters;
		const items = jsons.map((json) => ({ json })) as INodeExecutionData[];
		const input = { main: [items] };
		const taken = { data: input, node, source: null };
		const given = [workflow, node, data, 'manual', run, 0, items, input, taken] as const;
		const context = new ExecuteContext(...given, []);
		return items.map((_, place) => () => context.getNodeParameter('saved', place));
	};
}

/** @throws if a plain reader returns another value than n8n. @returns how many items it could read */
export function expectSame(
	evaluate: Awaited<ReturnType<typeof evaluator>>,
	{ items, saved }: Case,
): number {
	const read = plainReader(saved);
	if (read === undefined) return 0;
	const byN8n = evaluate(saved, items);
	let compared = 0;
	for (const [place, item] of items.entries()) {
		const plain = read(item);
		if (plain === undefined) continue;
		compared++;
		const expected = byN8n[place]?.();
		if (!isDeepStrictEqual(plain, expected)) {
			throw new Error(
				`${fc.stringify(saved)} of ${fc.stringify(item)} is read as ${fc.stringify(plain)}, but n8n gives ${fc.stringify(expected)}`,
			);
		}
	}
	return compared;
}

/** Compares plain readers with n8n. @param wanted how many values to compare @returns how many it compared */
export async function compareAll(wanted: number): Promise<number> {
	const evaluate = await evaluator();
	let compared = 0;
	const property = fc.property(
		cases(),
		(generated) => void (compared += expectSame(evaluate, generated)),
	);
	while (compared < wanted) fc.assert(property, { numRuns: 500 });
	return compared;
}
