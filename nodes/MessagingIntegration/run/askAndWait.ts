import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { invalidInput } from '../api/failure';
import { isStandaloneRun } from '../n8n/context';
import { endOfWait } from '../parameters/limitWaitTime';
import { isOnThisMachine, keptQuestion, questionLink } from '../question/question';
import type { ItemReader } from './readItems';
import { run } from './run';

const ownAddressOnly =
	'The link in the message leads to this machine only. Set the environment variable WEBHOOK_URL of n8n, and of each worker, to an address that the recipient can open.';

const nobodyInTime = 'Nobody answered in time, so nothing was decided.';

/** Whether n8n runs the node between an AI agent and its tool. n8n then quotes `data.chatInput` to the model. */
function isHumanReview(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('HitlTool');
}

/** Why nobody was asked, in words for a model. Without them, n8n says that the user rejected the tool call. */
function notAsked({ error, details }: INodeExecutionData['json']): string {
	if (error === undefined)
		return 'This question was asked before, so it was not asked again. Nothing was decided now.';
	const { description } = (details ?? {}) as { description?: unknown };
	const why = [error, description].filter((words) => typeof words === 'string').join('. ');
	return `This is not a decision of the user: the question could not be sent, so nobody has answered it. Tell the user about this problem. ${why}`;
}

/**
 * When the wait ends, n8n disables the node of this run, and passes on what the run got as its input. So that has to say
 * that nobody answered. All further runs share the node: this one gets a copy, or nobody would be asked in those, and
 * their input would come out.
 */
function markTimeout(context: IExecuteFunctions): void {
	const thisRun = context.getExecuteData();
	const data = {
		timedOut: true,
		...(isHumanReview(context) && { chatInput: nobodyInTime }),
	};
	thisRun.data = { main: [[{ json: { data } }]] };
	thisRun.node = { ...thisRun.node };
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
	markTimeout(context);
	return [{ json: { data: { waiting: true } }, pairedItem: { item: 0 } }];
}
