// Tests: test/unit/itemsInWords.test.ts
type Sentences = Array<string | false | undefined>;

/** These sentences in this order, without those that have nothing to say. */
export const sentences = (...all: Sentences) => all.filter(Boolean).join(' ');

/** The same, each on a line of its own. */
export const lines = (...all: Sentences) => all.filter(Boolean).join('\n');

/** A title with its full stop. */
export const asSentence = (words: string) => (/[.!?…]["”]?$/.test(words) ? words : `${words}.`);

/** Without line breaks, for places that show none. */
export const onOneLine = (description?: string) => description?.replaceAll('\n', ' ');

/** A number and its noun. */
export const amount = (count: number, one: string, several = `${one}s`) =>
	`${count.toLocaleString('en')} ${count === 1 ? one : several}`;

/** The first of some names, and how many more there are: "a, b and 3 more". */
export const listed = (names: string[], more: number) =>
	names.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '');

/** The most ranges that a sentence names. */
const mostRanges = 20;

/** Positions in the input, as people read them: "item 3", "items 6, 14 to 19". @param numbers in order */
export function itemsInWords(numbers: number[]): string {
	const ranges: Array<[first: number, last: number]> = [];
	for (const number of numbers) {
		const range = ranges.at(-1);
		if (range && number <= range[1] + 1) range[1] = number;
		else ranges.push([number, number]);
	}
	const named = ranges.slice(0, mostRanges);
	const all = named.flatMap(([first, last]): Array<number | string> => {
		if (last > first + 1) return [`${first} to ${last}`];
		return first === last ? [first] : [first, last];
	});
	const [, end = 0] = named.at(-1) ?? [];
	const more = new Set(numbers.filter((number) => number > end)).size;
	const isOne = all.length === 1 && typeof all[0] === 'number' && more === 0;
	return `${isOne ? 'item' : 'items'} ${all.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** As a service asks for it. A long pause is given in minutes: the run itself waits only a few, but a person may have to wait longer. @param pause ms */
export function pauseAsked(pause = 0): string | undefined {
	const seconds = Math.ceil(pause / 1000);
	if (seconds === 0) return undefined;
	const time = seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
	return `The service asks for a pause of ${time}.`;
}

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
