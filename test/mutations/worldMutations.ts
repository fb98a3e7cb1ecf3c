import type { Mutation } from './deliveryMutations';

/** The test that plays the worlds. */
export const inWorld = [
	'world/world',
	'whatever goes wrong in a world: nothing is sent twice, lost, or reported wrongly',
] as const;

/** Lines of what sends, remembers and waits, each of which some world must miss, or the test beside it. By file below nodes/MessagingIntegration. */
// prettier-ignore
const lines: Record<string, Mutation[]> = {
	'run/lanes.ts': [
		["signal.removeEventListener('abort', look);", ''],
	],
	'run/instanceLanes.ts': [
		["const isSent = shown === 'answered' || shown === 'unanswered';", 'const isSent = true;'],
		['if (this.rest(now) === 0) this.giveUpAll(now);', ''],
		['Math.max(wait, this.pausedUntil - now)', 'wait'],
	],
	'run/deliver.ts': [
		["if (facts?.kind !== kind || ending.reason === 'fileUnreadable' || wasNotBegun(ending))", 'if (!facts)'],
		['if (left === 0) journal.complete(item);', 'journal.complete(item);'],
		['lane: lane === undefined ? item : lane + connection.id', 'lane: item'],
		['!runStopped.aborted && !this.itemsOfFailedFiles.has(part.item)', '!this.itemsOfFailedFiles.has(part.item)'],
		['if (executionStopped.aborted) return notBegun(executionStopped, journal);', ''],
		['if (isNoted) this.note(part, { sent: ending.answers });', ''],
		['this.note(part, { unsure: { failure, names, ...file } });', ''],
	],
	'run/deliverPart.ts': [
		["itemRequest.request.effect === 'read' ? undefined : await run.whyNot()", 'undefined'],
		['!part.isProbe && ', ''],
		// No world finds it: it takes three faults in a row at one message.
		['part.attempts = undefined;', '', 'engine/asText', 'the text has all its tries, however many the content took'],
	],
	'run/parts.ts': [
		['`${itemRequest.request.instanceId} ${connection.id}`', '`${itemRequest.request.instanceId}`'],
		['isLost && !once ? failed', 'isLost && once ? failed'],
	],
	'run/readItems.ts': [
		["if (whenUnsure !== 'fail') return { ...toSend, doubt };", 'return { ...toSend, doubt };'],
		['if (!isRestGone(parts, entries, read, options)) return parts;', 'return parts;'],
		// In worlds that count doubts as sent, nobody stops splitting texts.
		["whenUnsure === 'countAsSent' && 'doubt' in part;", 'false;', 'engine/splitTexts', 'a text that is split does not lose its rest without a word if its first message counts as sent, and the option is removed'],
		['(wasLonger || parts.every(isSent))', 'true', 'engine/splitTexts', 'a text that is split counts as sent if it was in doubt and is one message'],
	],
	'run/keyConflicts.ts': [
		// No world has two messages with one key.
		['.catch(() => false)', '.catch(() => true)', 'unit/keyConflicts', 'files that cannot be read are not known to be the same, so that their key is a conflict'],
	],
	'run/run.ts': [
		['const runStopped = AbortSignal.any([stopRun.signal, executionStopped]);', 'const runStopped = stopRun.signal;'],
	],
	'memory/journal.ts': [
		['if (saved.input !== digest) return undefined;', ''],
		['context.journal = this.saved;\n', ''],
		['return execution === this.task.execution ? undefined : execution;', 'return undefined;'],
		["if (!isFirst) return failed('retriedBefore'", "if (!isFirst && false) return failed('retriedBefore'"],
		['return this.saved.isLost === true && this.task.isSending;', 'return false;'],
		['return this.retried !== undefined && this.task.isSending;', 'return false;'],
	],
	'memory/sendOnce.ts': [
		["await this.close(attempt, 'sent');", "await this.close(attempt, 'free');"],
		["await this.close(attempt, 'inDoubt');\n\t\t\treturn ending;", "await this.close(attempt, 'free');\n\t\t\treturn ending;"],
		["return ending.state === 'slowed' ? { ...ending, refusal: doubt } : doubt;", 'return doubt;'],
	],
	'requests/probing.ts': [
		['this.next = at + retryAfter;', 'this.next = at;'],
	],
	'service/outcome.ts': [
		["outcome.wasWritten ? 'unknown' : 'notProcessed'", "'notProcessed'"],
		[' && outcome.status !== 303', ''],
	],
};

export const worldMutations: Record<string, Mutation[]> = Object.fromEntries(
	Object.entries(lines).map(([file, of]) => [
		file,
		of.map(([text, to, ...own]): Mutation => [text, to, ...(own.length > 0 ? own : inWorld)]),
	]),
);
