import type { NodeExecutionHint } from 'n8n-workflow';

/** What is worth knowing about a run when it ends. */
export interface Tally {
	/** Items whose earlier answer was given back. */
	remembered: number;
	/** Messages whose Send Once Key was sent before. */
	skipped: number;
	/** Requests that went out again. */
	repeated: number;
	/** Requests that the service asked to wait with. */
	slowed: number;
	/** Typing indications that failed; their messages went out all the same. */
	untyped: number;
	/** Recipients that look like phone numbers without a country code. */
	local: number;
}

export function newTally(): Tally {
	return { remembered: 0, skipped: 0, repeated: 0, slowed: 0, untyped: 0, local: 0 };
}

function count(number: number, one: string, many: string): string | undefined {
	if (number === 0) return undefined;
	return number === 1 ? `1 ${one}` : `${number} ${many}`;
}

/** While people test a workflow, every run after the first skips everything. */
const sendAgain = 'To send again, for example in a test, change the key: put a word such as "test2-" in front of it.';
const withCountryCode = (them: string) => `Begin ${them} with the country code. For messages, the option "Default Country" adds it.`;

/** The hints under the output; none for a run without anything to tell. */
export function hintsOf({ remembered, skipped, repeated, slowed, untyped, local }: Tally): NodeExecutionHint[] {
	return [
		count(remembered, 'item was sent before and not again.', 'items were sent before and not again.'),
		count(skipped, `item was skipped: this node has already sent its Send Once Key. ${sendAgain}`, `items were skipped: this node has already sent their Send Once Keys. ${sendAgain}`),
		count(repeated, 'request went out a second time.', 'requests went out again.'),
		count(slowed, 'request was slowed down by the service (429).', 'requests were slowed down by the service (429).'),
		count(untyped, 'typing indication failed; its message was sent.', 'typing indications failed; their messages were sent.'),
		count(local, `recipient looks like a phone number without a country code. ${withCountryCode('it')}`, `recipients look like phone numbers without a country code. ${withCountryCode('them')}`),
	]
		.filter((message) => message !== undefined)
		.map((message) => ({ message, location: 'outputPane' }));
}
