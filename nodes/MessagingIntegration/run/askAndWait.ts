// Tests: test/engine/sendAndWait.test.ts, test/engine/questionsToSeveral.test.ts
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { inOneMessage } from '../words/describe';
import { ofRun } from '../words/hints';
import { ofReview } from '../words/models';
import { refusal } from '../words/refusal';
import type { NotAsked } from '../words/run';
import { type Failed, titleOf } from '../words/why';
import { failureFrom } from '../n8n/errors';
import { isHumanReview, isStandaloneRun, isStopped, markTimeout } from '../n8n/context';
import { isInFolder, isOnThisMachine } from '../n8n/resumeLink';
import { endOfWait } from '../parameters/limitWaitTime';
import { forgetPeople, keptQuestion, questionLink } from '../question/question';
import { isFailed, isInDoubt, isSent, type Row } from './rows';
import type { ItemReader } from './readItems';
import { outputOf, run } from './run';

/** Those who could not be asked, or perhaps not. */
const notAsked = (rows: Row[], why: (failure: Failed) => string): NotAsked[] =>
	rows.filter(isFailed).map((row) => ({
		to: row.names?.to ?? '',
		isInDoubt: isInDoubt(row),
		why: why(row.failure),
	}));

/** What became of a question that nobody was asked: in doubt if one person may have it. */
function withoutQuestion(rows: Row[]): Row[] {
	const failed = rows.filter(isFailed);
	const decisive = failed.find(isInDoubt) ?? failed[0];
	if (!decisive || rows.length === 1) return rows.slice(0, 1);
	return [{ ...decisive, notAsked: notAsked(rows, titleOf) }];
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
		? 'toolCannotWait'
		: context.getInputData().length > 1 && 'oneQuestionAtATime';
	const rows: Row[] = problem
		? [{ state: 'failed', item: 0, failure: failureFrom(refusal(problem)) }]
		: await run(context, reader);
	if (rows.some(({ state }) => state === 'dryRun')) {
		const data = { dryRun: true, ...(isHumanReview(context) && { chatInput: ofReview.dryRun }) };
		return [{ json: { dryRun: true, data }, pairedItem: { item: 0 } }];
	}
	const question = keptQuestion(context);
	const sent = rows.filter(isSent).length;
	if (sent === 0 || !question || (isStopped(context) && sent < rows.length)) {
		const output = await outputOf(context, withoutQuestion(rows), reader);
		if (!isHumanReview(context)) return output;
		return output.map(({ json, ...rest }) => ({
			...rest,
			json: { ...json, data: { chatInput: ofReview.nobodyAsked(json.error as string) } },
		}));
	}
	const others = rows.flatMap((row) =>
		isFailed(row) && !isInDoubt(row) ? (row.names?.to ?? []) : [],
	);
	forgetPeople(context, question, others);
	const link = questionLink(context, '');
	const failed = notAsked(rows, inOneMessage);
	const hints = [
		failed.length > 0 && ofRun.notAllAsked({ failed, all: rows.length }),
		isOnThisMachine(link) && ofRun.linkToThisMachine(),
		isInFolder(context) && ofRun.linkInFolder(),
	];
	for (const message of hints)
		if (message) context.addExecutionHints({ message, location: 'outputPane' });
	await context.putExecutionToWait(endOfWait(question.limit));
	markTimeout(context, {
		data: { timedOut: true, ...(isHumanReview(context) && { chatInput: ofReview.nobodyInTime }) },
	});
	return [{ json: { data: { waiting: true } }, pairedItem: { item: 0 } }];
}
