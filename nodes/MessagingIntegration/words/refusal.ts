// Tests: test/unit/pageOfWords.test.ts
import { because, type FactsOf, type Name, titleOf, type Why } from './why';

/** Something that was entered cannot be used, so nothing is sent. It has a name and facts; `words/` has its sentences. */
export class Refusal extends Error {
	constructor(readonly why: Why) {
		super(titleOf(why));
		this.name = 'Refusal';
	}
}

/** `throw refusal('severalInstances', { count, first, more })` */
export const refusal = <Of extends Name>(name: Of, ...facts: FactsOf<Of>) =>
	new Refusal(because(name, ...facts));

/** @throws Refusal unless the input is right */
export function ensure<Of extends Name>(
	isRight: unknown,
	name: Of,
	...facts: FactsOf<Of>
): asserts isRight {
	if (!isRight) throw refusal(name, ...facts);
}

/** What zod calls if a rule is broken. Its own errors have only a text. */
export function refuses<Of extends Name>(name: Of, ...facts: FactsOf<Of>): () => never {
	return () => {
		throw refusal(name, ...facts);
	};
}
