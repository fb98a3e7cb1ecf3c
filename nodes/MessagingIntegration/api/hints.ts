/**
 * What users should know about items of a run that went well: about one, and about several. `{noun}` is "item" or
 * "file".
 */
const words = {
	delivered: [
		'{noun} was delivered before and was not sent again. To send everything again, run the workflow again (a new execution).',
		'{noun}s were delivered before and were not sent again. To send everything again, run the workflow again (a new execution).',
	],
	skipped: [
		'{noun} was skipped: this node has already sent its Send Once Key. To send again, for example in a test, change the key: put a word such as "test2-" in front of it.',
		'{noun}s were skipped: this node has already sent their Send Once Keys. To send again, for example in a test, change the key: put a word such as "test2-" in front of it.',
	],
	asText: [
		'{noun} was sent as text, because the instance does not support its content type.',
		'{noun}s were sent as text, because the instance does not support their content type.',
	],
	untyped: [
		'typing indication failed; its message was sent.',
		'typing indications failed; their messages were sent.',
	],
	otherType: [
		'file is not of the chosen content type. Choose another in "Content Type", or correct the option "MIME Type".',
		'files are not of the chosen content type. Choose another in "Content Type", or correct the option "MIME Type".',
	],
} as const;

export type Hint = keyof typeof words;

/** @returns a sentence for each hint that was given at least once, in the order above */
export function sentencesOf(given: Hint[], noun: 'item' | 'file'): string[] {
	return (Object.keys(words) as Hint[]).flatMap((hint) => {
		const count = given.filter((one) => one === hint).length;
		const [one, many] = words[hint];
		return count === 0 ? [] : [`${count} ${(count === 1 ? one : many).replace('{noun}', noun)}`];
	});
}
