/** A problem that the user can solve: shown as a sentence, without a stack. */
export class Problem extends Error {
	override name = 'Problem';
}
