import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../service/inputError';
import { amount } from '../service/sentences';
import { isTool, isStandaloneRun } from '../n8n/context';
import { failureFrom } from '../n8n/errors';
import type { Run } from './deliverPart';
import { failedPart, type Part, type ToSend } from './parts';
import { foresee } from './dryRun';

/** How many messages the calls of a tool have begun in this execution. */
interface Counted {
	execution: string;
	count: number;
}

const isMessage = (part: Part): part is ToSend =>
	part.state === 'toSend' && part.itemRequest.request.kind === 'message';

/**
 * Fails all messages of a run that would send more than the user allows. For a tool, the calls of one execution count
 * together; those of an MCP server have no place where n8n could keep that.
 */
export async function failIfMoreThan(
	context: IExecuteFunctions,
	parts: Part[],
	run: Run,
): Promise<Part[]> {
	const most = run.options.failIfMoreThan;
	if (most === undefined) return parts;
	const kept = context.getContext('node') as { messages?: Counted };
	const execution = context.getExecutionId();
	const isCounted = isTool(context) && !isStandaloneRun(context);
	const earlier = isCounted && kept.messages?.execution === execution ? kept.messages.count : 0;
	let messages = parts.filter(isMessage);
	// To look for keys takes time, so it waits until they matter.
	if (earlier + messages.length > most) {
		const foreseen = await foresee(parts, run);
		messages = messages.filter((part) => foreseen.get(part) === 'send');
	}
	const count = earlier + messages.length;
	if (count <= most) {
		if (isCounted) kept.messages = { execution, count };
		return parts;
	}
	const people = new Set(messages.map(({ itemRequest }) => itemRequest.request.body?.to)).size;
	const before = earlier > 0 ? `, after ${amount(earlier, 'message')} of this execution` : '';
	const failure = failureFrom(
		new InputError(
			'tooManyMessages',
			`${amount(messages.length, 'message')} to ${amount(people, 'person', 'people')} would go${before}, but "Fail if More Than" is ${most.toLocaleString('en')}`,
			'Nothing was sent. Look whether the list is right: two lists that are joined in a wrong way, or a loop, give too many. If it is, enter a higher number in the option "Fail if More Than".',
		),
	);
	return parts.map((part) => {
		if (part.state !== 'toSend') return part;
		// The error of a run is about all of them.
		return run.continues
			? failedPart(part, failure)
			: { state: 'failed', item: part.item, failure };
	});
}
