import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { invalidInput } from '../service/inputError';
import { quoted } from '../service/sentences';
import type { Failed } from '../service/failed';
import { inOneMessage, titleOf } from '../service/words';
import { failureFrom } from '../n8n/errors';
import { isHumanReview, isStandaloneRun, isStopped, markTimeout } from '../n8n/context';
import { isInFolder, isOnThisMachine } from '../n8n/resumeLink';
import { endOfWait } from '../parameters/limitWaitTime';
import { forgetPeople, keptQuestion, questionLink } from '../question/question';
import { isFailed, isInDoubt, isSent, type Row } from './rows';
import type { ItemReader } from './readItems';
import { outputOf, run } from './run';

const ownAddressOnly =
	'The link in the message leads to this machine only. Set the environment variable WEBHOOK_URL of n8n, and of each worker, to an address that the recipient can open.';

const inFolder =
	'n8n will refuse the link in the message, because n8n cannot run under a subpath. Give n8n a host name of its own, and set WEBHOOK_URL to it.';

const nobodyInTime = 'Nobody answered in time, so nothing was decided.';

const nobodyAsked =
	'This was a dry run: nobody was asked, so nobody approved or declined, and nothing was done.';

const cannotWait = invalidInput(
	'parameterUnusable',
	'This tool cannot wait for an answer',
	'Use the operation "Send", or connect the node as the human review of a tool.',
);

const oneAtATime = invalidInput(
	'parameterUnusable',
	'Only one question can be asked at a time',
	'n8n waits for one answer in each run of a node. Put n8n\'s Loop Over Items node in front of this node, with a "Batch Size" of 1.',
);

/** Why nobody was asked, in words for a model. Without them, n8n says that the user rejected the tool call. */
const notAsked = (why: unknown) => `This is not a decision of the user. ${String(why)}`;

/** Those who could not be asked, or perhaps not. Undefined if all were asked. @param why of a failure */
function withoutAnswer(rows: Row[], why: (failure: Failed) => string): string | undefined {
	const failed = rows.filter(isFailed).map((row) => {
		const doubt = isInDoubt(row) ? ' (the question may have arrived)' : '';
		return `${quoted(row.names?.to ?? '')}${doubt}: ${why(row.failure)}`;
	});
	if (failed.length === 0) return undefined;
	return `${failed.length} of ${rows.length} people could not be asked. ${failed.join('; ')}`;
}

/** What became of a question that nobody was asked: in doubt if one person may have it. */
function withoutQuestion(rows: Row[]): Row[] {
	const failed = rows.filter(isFailed);
	const decisive = failed.find(isInDoubt) ?? failed[0];
	if (!decisive || rows.length === 1) return rows.slice(0, 1);
	return [{ ...decisive, more: `${withoutAnswer(rows, titleOf)}.` }];
}

/**
 * Sends the question, and lets the execution wait for the answer.
 * @returns while it waits, an item that says so; if nobody could be asked, the item that says why
 * @throws NodeApiError or NodeOperationError as `run` does; the execution then does not wait
 */
export async function askAndWait(
	context: IExecuteFunctions,
	reader: ItemReader,
): Promise<INodeExecutionData[]> {
	const problem = isStandaloneRun(context)
		? cannotWait
		: context.getInputData().length > 1 && oneAtATime;
	const rows: Row[] = problem
		? [{ state: 'failed', item: 0, failure: failureFrom(problem) }]
		: await run(context, reader);
	if (rows.some(({ state }) => state === 'dryRun')) {
		const data = { dryRun: true, ...(isHumanReview(context) && { chatInput: nobodyAsked }) };
		return [{ json: { dryRun: true, data }, pairedItem: { item: 0 } }];
	}
	const question = keptQuestion(context);
	const sent = rows.filter(isSent).length;
	if (sent === 0 || !question || (isStopped(context) && sent < rows.length)) {
		const output = await outputOf(context, withoutQuestion(rows), reader);
		if (!isHumanReview(context)) return output;
		return output.map(({ json, ...rest }) => ({
			...rest,
			json: { ...json, data: { chatInput: notAsked(json.error) } },
		}));
	}
	const others = rows.flatMap((row) =>
		isFailed(row) && !isInDoubt(row) ? (row.names?.to ?? []) : [],
	);
	forgetPeople(context, question, others);
	const link = questionLink(context, '');
	const hints = [
		withoutAnswer(rows, inOneMessage),
		isOnThisMachine(link) && ownAddressOnly,
		isInFolder(context) && inFolder,
	];
	for (const message of hints)
		if (message) context.addExecutionHints({ message, location: 'outputPane' });
	await context.putExecutionToWait(endOfWait(question.limit));
	markTimeout(context, {
		data: { timedOut: true, ...(isHumanReview(context) && { chatInput: nobodyInTime }) },
	});
	return [{ json: { data: { waiting: true } }, pairedItem: { item: 0 } }];
}
