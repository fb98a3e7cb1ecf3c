type Sentences = Array<string | false | undefined>;

/** These sentences in this order, without those that have nothing to say. */
export const sentences = (...all: Sentences) => all.filter(Boolean).join(' ');

/** The same, each on a line of its own. */
export const lines = (...all: Sentences) => all.filter(Boolean).join('\n');

/** Without line breaks, for places that show none. */
export const onOneLine = (description?: string) => description?.replaceAll('\n', ' ');

/** A number and its noun. */
export const amount = (count: number, one: string, several = `${one}s`) =>
	`${count.toLocaleString('en')} ${count === 1 ? one : several}`;

const longestWords = 300;

/**
 * Prepares other people's words for a sentence of this node: on one line, shortened, and without angle brackets,
 * which n8n's editor would treat as markup.
 */
export function quoted(words: string): string {
	const line = words.replace(/\s+/g, ' ').trim().replaceAll('<', '‹').replaceAll('>', '›');
	// A letter can be two code units.
	const letters = [...line.slice(0, 2 * (longestWords + 1))];
	return letters.length <= longestWords ? line : `${letters.slice(0, longestWords).join('')}…`;
}
