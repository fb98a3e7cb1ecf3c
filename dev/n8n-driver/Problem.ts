/** Something the user can act on: shown as a sentence, without a stack. */
export class Problem extends Error {
	override name = 'Problem';
}
