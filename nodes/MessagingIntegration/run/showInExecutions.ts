import type { IExecuteFunctions } from 'n8n-workflow';

import { namesIn } from '../service/request';
import { isFailed, isInDoubt, isSent, type Part } from './parts';

/** The most recipients that are named. */
const most = 3;

/**
 * Lets n8n show beside the execution to whom it wrote, and what failed. n8n 1.123 has no place for that.
 * @param parts before the run
 * @param ended in the same order
 */
export function showInExecutions(
	{ customData }: Partial<IExecuteFunctions>,
	parts: Part[],
	ended: Part[],
): void {
	const to = parts.flatMap((part, at) => {
		const isNow = part.state === 'toSend' && isSent(ended[at] as Part);
		return (isNow && namesIn(part.itemRequest).to) || [];
	});
	const people = [...new Set(to)];
	const more = people.length > most ? ` and ${people.length - most} more` : '';
	const doubts = ended.filter(isInDoubt).length;
	const failed = ended.filter(isFailed).length - doubts;
	const pairs = {
		recipients: people.slice(0, most).join(', ') + more,
		failed: failed > 0 ? String(failed) : '',
		inDoubt: doubts > 0 ? String(doubts) : '',
	};
	for (const [name, value] of Object.entries(pairs)) if (value) customData?.set?.(name, value);
}
