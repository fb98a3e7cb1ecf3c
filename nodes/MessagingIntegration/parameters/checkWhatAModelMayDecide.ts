import type { IExecuteFunctions } from 'n8n-workflow';

import { isObject } from '../service/answer';
import { invalidInput } from '../service/inputError';
import { quoted } from '../service/sentences';
import { isHumanReview } from '../n8n/context';
import { namesFromAI, namesOfTool, readFromAI, toolCallOf } from '../n8n/toolCall';

const unclear = (what: string, advice = 'Call the tool again, and no other one with it.') =>
	invalidInput('callRefused', `Nothing was sent: n8n does not say ${what}`, advice);

/** @param declared the names that may occur */
function checkNames(said: object, declared: string[]): void {
	const more = Object.keys(said).filter((name) => !declared.includes(name));
	if (more.length === 0) return;
	throw invalidInput(
		'callRefused',
		`Nothing was sent: this tool does not take these arguments: ${quoted(more.join(', '))}`,
		`Call it again with only these arguments: ${declared.join(', ') || 'none'}.`,
	);
}

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
	const { said, added, ofOtherItem, waiting } = call;
	if (!said) throw unclear('what the model wrote');
	const { parameters } = context.getNode();
	const declared = [...namesFromAI(parameters), ...added];
	checkNames(said, declared);
	// n8n reads an argument `query` first, and can mix calls that begin at the same moment.
	if (!declared.every((name) => isEqual(readFromAI(context, name), said[name])))
		throw unclear('which call these arguments belong to');
	const other = ([, saved]: [string, unknown]) => ofOtherItem?.test(JSON.stringify(saved));
	const [parameter] = Object.entries(parameters).find(other) ?? [];
	if (parameter !== undefined)
		throw unclear(
			`which item of the agent this call belongs to, and the parameter "${parameter}" depends on it`,
			'Tell the user: Loop Over Items with a batch size of 1 has to stand in front of the agent, and the tool cannot belong to a sub-agent.',
		);
	if (!isHumanReview(context)) return;
	const { toolParameters = {}, tool } = said;
	const { toolName, originalInput = {} } = waiting ?? {};
	const isShown = tool === toolName && isEqual(toolParameters, originalInput);
	if (!toolName || !isShown || !isObject(toolParameters)) throw unclear('what the tool will get');
	const names = await namesOfTool(context, toolName);
	checkNames(toolParameters, names);
	if (names.some((name) => Object.hasOwn(Object(toolParameters.query) as object, name)))
		throw unclear('which arguments the tool will take');
}
