// Tests: test/engine/asTool.test.ts
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../service/json';
import type { Call } from '../words/input';
import { refusal } from '../words/refusal';
import { isHumanReview } from '../n8n/context';
import { namesFromAI, namesOfTool, readFromAI, type ToolCall, toolCallOf } from '../n8n/toolCall';

/** @param declared the names that may occur @param call how to call instead */
function checkNames(said: object, declared: string[], call: Call): void {
	const names = Object.keys(said).filter((name) => !declared.includes(name));
	if (names.length > 0) throw refusal('argumentsNotTaken', { names, call });
}

const isEqual = (one: unknown, other: unknown) =>
	JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * What may a model decide? What the author of the workflow leaves to it by `$fromAI`, and nothing else. If a person
 * reviews the call, the tool gets what that person reads. Any other call fails before a parameter is evaluated.
 * @throws Refusal
 */
export async function checkWhatAModelMayDecide(context: IExecuteFunctions): Promise<void> {
	const call = toolCallOf(context);
	if (!call) return;
	const { said, declared, ofOtherItem, isBatch, waiting } = call;
	if (!said) throw refusal('saidUnknown');
	const { parameters } = context.getNode();
	if (isHumanReview(context)) await checkReviewed(context, said, waiting);
	else checkNames(said, declared, { tool: declared });
	// n8n reads an argument `query` first, and can mix calls that begin at the same moment.
	if (!declared.every((name) => isEqual(readFromAI(context, name), said[name])))
		throw refusal(isBatch ? 'itemUnknownInBatch' : 'callUnknown');
	const other = ([, saved]: [string, unknown]) => ofOtherItem?.test(JSON.stringify(saved));
	const [parameter] = Object.entries(parameters).find(other) ?? [];
	if (parameter !== undefined) throw refusal('itemUnknown', { parameter });
}

/** A call of a review: what the tool will get has to be what the person reads. */
async function checkReviewed(
	context: IExecuteFunctions,
	said: IDataObject,
	{ toolName, originalInput = {} }: NonNullable<ToolCall['waiting']> = {},
): Promise<void> {
	const { toolParameters = {}, tool } = said;
	if (!toolName || tool !== toolName) throw refusal('reviewedUnknown', {});
	const names = await namesOfTool(context, toolName);
	const own = namesFromAI(context.getNode().parameters);
	const how: Call = { tool: names, review: own };
	checkNames(said, [...own, 'toolParameters', 'tool'], how);
	const isShown = isEqual(toolParameters, originalInput) && isObject(toolParameters);
	if (!isShown) throw refusal('reviewedUnknown', { call: how });
	checkNames(toolParameters, names, how);
	if (names.some((name) => Object.hasOwn(Object(toolParameters.query) as object, name)))
		throw refusal('argumentsUnknown', { call: how });
}
