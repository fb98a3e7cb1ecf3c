import {
	canceledBeforeSending,
	keyConflict,
	notSentAgain,
	perhapsSentBefore,
} from '../api/deliveryFailures';
import type { Failure } from '../api/failure';
import type { ItemRequest, MessageHint } from '../api/request';
import { keyDigest, requestDigest, shortDigest } from '../memory/identity';
import type { ExecutionMemory } from '../memory/executionMemory';
import { failureFrom } from '../n8n/errors';
import { inTurns } from './lanes';
import { failedPart, type Part, sentPart } from './parts';

/** Turns the parameters of one item into its requests. Sends nothing. */
export type ItemReader = (itemIndex: number) => ItemRequest[];

export interface ReadItems {
	/** The parts of all items, in input order, then in the order of the item's files. */
	parts: Part[];
	hasKeyConflicts: boolean;
	/** The same for the same Send Once Keys of all items; undefined without keys. */
	keys?: string;
	/** Of all messages that can be sent. */
	hints: MessageHint[];
}

interface Known {
	memory: Pick<ExecutionMemory, 'recall' | 'knows'>;
	resendWhenUnsure: boolean;
	continues: boolean;
	/** No item is read after it aborts. */
	signal?: AbortSignal;
}

/**
 * Finds the items with the same Send Once Key, recipient and instance as an earlier item, but different content.
 * @returns a function that takes one item after the other, and returns the position of the earlier one
 */
function keyConflicts() {
	const first = new Map<string, { item: number; content: string }>();
	return (item: number, requests: ItemRequest[], key: string): number | undefined => {
		const content = requests.map(requestDigest).join();
		const earlier = first.get(key);
		if (!earlier) first.set(key, { item, content });
		return earlier && earlier.content !== content ? earlier.item : undefined;
	};
}

/** What an earlier run left of a part that this run need not send, or must not. */
function partKnownFrom(
	{ memory, resendWhenUnsure, continues }: Known,
	item: number,
	itemRequest?: ItemRequest,
): Part | undefined {
	if (itemRequest?.request.effect === 'read') return undefined;
	const before = memory.recall(item, itemRequest);
	if (!before) return undefined;
	if ('sent' in before)
		return itemRequest?.isNewLink ? undefined : sentPart(item, before.sent, itemRequest);
	if (itemRequest && resendWhenUnsure) return undefined;
	return failedPart(item, notSentAgain(before.unsure, continues), itemRequest);
}

/**
 * Reads the parameters of every item. An error of one item does not affect the others.
 * @param read called once for each item
 */
export async function readItems(count: number, read: ItemReader, known: Known): Promise<ReadItems> {
	const conflictOf = keyConflicts();
	const result: ReadItems = { parts: [], hasKeyConflicts: false, hints: [] };

	/** The requests of an item, or why it cannot be sent. Nothing has been sent yet. */
	const requestsOf = (item: number): ItemRequest[] | Failure => {
		try {
			const requests = read(item);
			result.hints.push(...requests.flatMap(({ hints = [] }) => hints));
			const key = requests[0] && keyDigest(requests[0]);
			if (key === undefined) return requests;
			result.keys = shortDigest([result.keys, item, key]);
			const earlier = conflictOf(item, requests, key);
			if (earlier === undefined) return requests;
			result.hasKeyConflicts = true;
			return keyConflict(earlier).failure;
		} catch (error) {
			return { ...failureFrom(error), delivery: 'notSent' };
		}
	};

	await inTurns(count, (item) => {
		const isStopped = known.signal?.aborted;
		const requests = isStopped ? canceledBeforeSending().failure : requestsOf(item);
		if (!Array.isArray(requests)) {
			const failure = known.memory.knows(item) ? perhapsSentBefore(requests) : requests;
			result.parts.push(partKnownFrom(known, item) ?? failedPart(item, failure));
			return;
		}
		for (const itemRequest of requests)
			result.parts.push(
				partKnownFrom(known, item, itemRequest) ?? { state: 'toSend', item, itemRequest },
			);
	});
	return result;
}
