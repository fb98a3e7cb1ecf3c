/**
 * What users should know about items of a run that went well: for one, and after the bar for several. `{noun}` is "item"
 * or "file".
 */
const sentences = {
	delivered:
		'{noun}{ was|s were} delivered before and {was|were} not sent again. To send everything again, run the workflow again (a new execution).',
	skipped:
		'{noun}{ was|s were} skipped: this node has already sent {its|their} Send Once Key{|s}. To send again, for example in a test, change the key: put a word such as "test2-" in front of it.',
	asText:
		'{noun}{ was|s were} sent as text, because the instance does not support {its|their} content type.',
	untyped: 'typing indication{|s} failed; {its message was|their messages were} sent.',
	otherType:
		'file{ is|s are} not of the chosen content type. Choose another in "Content Type", or correct the option "MIME Type".',
} as const;

export type Hint = keyof typeof sentences;

/** @returns a sentence for each hint that was given at least once, in the order above */
export function sentencesOf(given: Hint[], noun: 'item' | 'file'): string[] {
	return Object.entries(sentences).flatMap(([hint, sentence]) => {
		const count = given.filter((one) => one === hint).length;
		const said = sentence
			.replace('{noun}', noun)
			.replace(/\{([^{|]*)\|([^{|}]*)\}/g, count === 1 ? '$1' : '$2');
		return count === 0 ? [] : [`${count} ${said}`];
	});
}
