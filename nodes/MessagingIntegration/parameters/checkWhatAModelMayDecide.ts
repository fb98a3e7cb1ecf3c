import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../service/json';
import { InputError } from '../service/inputError';
import { quoted } from '../service/sentences';
import { isHumanReview } from '../n8n/context';
import { namesFromAI, namesOfTool, readFromAI, type ToolCall, toolCallOf } from '../n8n/toolCall';

/** Both readers get the same: the model made the call, and the author sees the run. */
const refused = (title: string, advice: string) =>
	new InputError('callRefused', title, advice, `${title}. ${advice}`);

const unclear = (what: string, advice = 'Call the tool again, and no other one with it.') =>
	refused(`Nothing was sent: n8n does not say ${what}`, advice);

/** @param declared the names that may occur @param shape how to call instead */
function checkNames(said: object, declared: string[], shape: string): void {
	const more = Object.keys(said).filter((name) => !declared.includes(name));
	if (more.length === 0) return;
	throw refused(
		`Nothing was sent: this tool does not take these arguments: ${quoted(more.join(', '))}`,
		shape,
	);
}

/** An example of arguments. */
const shapeOf = (names: string[]) =>
	names.length === 0 ? '{}' : `{ ${names.map((name) => `${name}: …`).join(', ')} }`;

const isEqual = (one: unknown, other: unknown) =>
	JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * What may a model decide? What the author of the workflow leaves to it by `$fromAI`, and nothing else. If a person
 * reviews the call, the tool gets what that person reads. Any other call fails before a parameter is evaluated.
 * @throws InputError with words for the model
 */
export async function checkWhatAModelMayDecide(context: IExecuteFunctions): Promise<void> {
	const call = toolCallOf(context);
	if (!call) return;
	const { said, declared, ofOtherItem, isBatch, waiting } = call;
	if (!said) throw unclear('what the model wrote');
	const { parameters } = context.getNode();
	if (isHumanReview(context)) await checkReviewed(context, said, waiting);
	else
		checkNames(
			said,
			declared,
			`Call it again with only these arguments: ${declared.join(', ') || 'none'}.`,
		);
	// n8n reads an argument `query` first, and can mix calls that begin at the same moment.
	if (!declared.every((name) => isEqual(readFromAI(context, name), said[name])))
		throw isBatch
			? unclear(
					'which item of the agent this call belongs to',
					'Do not call it again. Tell the user: "Batch Size" in the agent\'s option "Batch Processing" has to be 1.',
				)
			: unclear('which call these arguments belong to');
	const other = ([, saved]: [string, unknown]) => ofOtherItem?.test(JSON.stringify(saved));
	const [parameter] = Object.entries(parameters).find(other) ?? [];
	if (parameter !== undefined)
		throw unclear(
			`which item of the agent this call belongs to, and the parameter "${parameter}" depends on it`,
			'Tell the user: Loop Over Items with a batch size of 1 has to stand in front of the agent, and the tool cannot belong to a sub-agent.',
		);
}

/** A call of a review: what the tool will get has to be what the person reads. */
async function checkReviewed(
	context: IExecuteFunctions,
	said: IDataObject,
	{ toolName, originalInput = {} }: NonNullable<ToolCall['waiting']> = {},
): Promise<void> {
	const { toolParameters = {}, tool } = said;
	if (!toolName || tool !== toolName) throw unclear('what the tool will get');
	const names = await namesOfTool(context, toolName);
	const own = namesFromAI(context.getNode().parameters);
	const shape = `Call it again like this: { toolParameters: ${shapeOf(names)}, hitlParameters: ${shapeOf(own)} }.`;
	checkNames(said, [...own, 'toolParameters', 'tool'], shape);
	const isShown = isEqual(toolParameters, originalInput) && isObject(toolParameters);
	if (!isShown) throw unclear('what the tool will get', shape);
	checkNames(toolParameters, names, shape);
	if (names.some((name) => Object.hasOwn(Object(toolParameters.query) as object, name)))
		throw unclear('which arguments the tool will take', shape);
}
