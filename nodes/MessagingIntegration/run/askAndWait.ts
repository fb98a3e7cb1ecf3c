import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { invalidInput } from '../api/failure';
import { isHumanReview, isStandaloneRun, markTimeout } from '../n8n/context';
import { endOfWait } from '../parameters/limitWaitTime';
import { isOnThisMachine, keptQuestion, questionLink } from '../question/question';
import type { ItemReader } from './readItems';
import { run } from './run';

const ownAddressOnly =
	'The link in the message leads to this machine only. Set the environment variable WEBHOOK_URL of n8n, and of each worker, to an address that the recipient can open.';

const nobodyInTime = 'Nobody answered in time, so nothing was decided.';

/** Why nobody was asked, in words for a model. Without them, n8n says that the user rejected the tool call. */
function notAsked({ error, details }: INodeExecutionData['json']): string {
	if (error === undefined)
		return 'This question was asked before, so it was not asked again. Nothing was decided now.';
	const { description } = (details ?? {}) as { description?: unknown };
	const why = [error, description].filter((words) => typeof words === 'string').join('. ');
	return `This is not a decision of the user: the question could not be sent, so nobody has answered it. Tell the user about this problem. ${why}`;
}

/**
 * Sends the question, and lets the execution wait for the answer.
 * @returns while it waits, an item that says so; if the question was not sent, the item that says why
 * @throws NodeApiError or NodeOperationError as `run` does; the execution then does not wait
 */
export async function askAndWait(
	context: IExecuteFunctions,
	read: ItemReader,
): Promise<INodeExecutionData[]> {
	let isKeyed = false;
	const output = await run(context, (itemIndex) => {
		if (isStandaloneRun(context)) {
			throw invalidInput(
				'This tool cannot wait for an answer',
				'Use the operation "Send", or connect the node as the human review of a tool.',
			);
		}
		const requests = read(itemIndex);
		isKeyed = requests.some(({ onceKey }) => onceKey !== undefined);
		return requests;
	});
	const [item] = output;
	const question = keptQuestion(context);
	// An answer of the service can contain "skipped", but only a key can make the node skip.
	if (!item || !question || 'error' in item.json || (isKeyed && item.json.skipped === true)) {
		if (!isHumanReview(context)) return output;
		return output.map(({ json, ...rest }) => ({
			...rest,
			json: { ...json, data: { chatInput: notAsked(json) } },
		}));
	}
	if (isOnThisMachine(questionLink(context, question.nonce)))
		context.addExecutionHints({ message: ownAddressOnly, location: 'outputPane' });
	await context.putExecutionToWait(endOfWait(question.limit));
	markTimeout(context, {
		data: { timedOut: true, ...(isHumanReview(context) && { chatInput: nobodyInTime }) },
	});
	return [{ json: { data: { waiting: true } }, pairedItem: { item: 0 } }];
}
