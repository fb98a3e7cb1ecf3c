import type LinkifyIt from 'linkify-it';

/** Where a link begins and ends in a text. */
export type Range = [start: number, end: number];

/** The library compiles long patterns, so it waits for a text that needs it. */
let find: ((text: string) => Range[]) | undefined;

/**
 * The text with other signs for brackets and quotation marks. For each, the library would look for its other one up to the
 * end of the text: 256 kB of `https://a/(` took it two minutes. A bracket that a link does not open ends it.
 */
function withoutPairs(text: string): string {
	const signs = [...text.split('')];
	let open: string[] = [];
	for (const { 0: sign, index } of text.matchAll(/\]\(|[()[\]{}"']|:\/\/|\s/g)) {
		const closed = closing[sign];
		if (sign === '://' || sign === '](' || /\s/.test(sign)) open = [];
		if (sign === '](') signs.splice(index, 2, ' ', ' ');
		else if ('([{'.includes(sign)) open.push(sign);
		if ("([{'".includes(sign)) signs[index] = '*';
		if (sign === '"') signs[index] = ' ';
		if (closed !== undefined) signs[index] = open.pop() === closed ? '*' : ' ';
	}
	return signs.join('').replace(ofScriptsWithoutSpaces, ' ');
}

/** Letters and signs of Thai, Lao, Burmese, Khmer, Chinese and Japanese: no space is in front of a link and behind it. */
const ofScriptsWithoutSpaces =
	/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u9fff\uff00-\uffef]/g;

const closing: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** The library that Markdown brings. By itself, it reads a link on from each `https://` in it. */
function newFinder() {
	const Linkify = require('linkify-it') as typeof LinkifyIt;
	const own = new Linkify();
	let known = 0;
	const validate = (text: string, at: number) => {
		if (at < known) return 0;
		const length = own.testSchemaAt(text, 'http:', at);
		known = at + length;
		return length;
	};
	const links = new Linkify({ fuzzyEmail: false }).add('http:', { validate });
	const none = null as never;
	links.add('//', none).add('mailto:', none);
	return (text: string): Range[] => {
		if (!links.pretest(text)) return [];
		known = 0;
		const found = links.match(withoutPairs(text)) ?? [];
		return found.map(({ index, lastIndex }) => [index, lastIndex]);
	};
}

/** The links in a text, in order, also those without a scheme. */
export function linksIn(text: string): Range[] {
	find ??= newFinder();
	return find(text);
}

/** The link that has the character at a place. @param links in order */
export function linkAround(links: Range[], at: number): Range | undefined {
	let [low, high] = [0, links.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((links[middle] as Range)[1] <= at) low = middle + 1;
		else high = middle;
	}
	const link = links[low];
	return link && link[0] <= at ? link : undefined;
}
