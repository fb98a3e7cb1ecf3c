// Tests: test/engine/dryRuns.test.ts, test/engine/asTool.test.ts
import { refusal } from '../words/refusal';
import { isTool, keptOf } from '../n8n/context';
import { failureFrom } from '../n8n/errors';
import type { Check } from './Check';

/** How many messages the calls of a tool have begun in this execution. */
interface Counted {
	execution: string;
	count: number;
}

/**
 * Fails all items of a run that would send more messages than the user allows. For a tool, the calls of one execution
 * count together; those of an MCP server and of a sub-workflow have no place where n8n could keep that.
 */
export const failIfMoreThan: Check = async (read, { context, options, journal, foresee }) => {
	const most = options?.failIfMoreThan;
	if (most === undefined) return read;
	const kept = keptOf(context) as { messages?: Counted };
	const { execution } = journal;
	// Calls can begin at the same moment, so this is asked when they are counted.
	const earlierNow = () =>
		isTool(context) && kept.messages?.execution === execution ? kept.messages.count : 0;
	const sendable = read.filter(({ cannot }) => !cannot);
	let messages = sendable.flatMap(({ requests }) =>
		requests.filter(({ request }) => request.kind === 'message'),
	);
	// To look for keys takes time, so a list waits until they matter. A call of a tool that counts is one for all later
	// calls, too.
	if (isTool(context) || messages.length > most) {
		const foreseen = await foresee(sendable);
		messages = sendable.flatMap(({ requests }, at) =>
			(foreseen[at] ?? []).flatMap((one) =>
				one.would === 'send' ? (requests[one.step] ?? []) : [],
			),
		);
	}
	const earlier = earlierNow();
	const count = earlier + messages.length;
	if (count <= most) {
		if (isTool(context)) kept.messages = { execution, count };
		return read;
	}
	const people = new Set(messages.map(({ request }) => request.body?.to)).size;
	const cannot = failureFrom(
		refusal('tooManyMessages', {
			messages: messages.length,
			people,
			most,
			earlier,
			mayHaveSent: journal.mayHaveSent,
		}),
	);
	return read.map((one) => (one.cannot || one.requests.length === 0 ? one : { ...one, cannot }));
};
