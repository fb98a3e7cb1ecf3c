/** Where something begins and ends in a text. */
export type Range = [start: number, end: number];

/** The last range that begins before `to`, if it ends behind `from`. @param ranges in order */
export function rangeOver(ranges: Range[], from: number, to: number): Range | undefined {
	let [low, high] = [0, ranges.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((ranges[middle] as Range)[0] < to) low = middle + 1;
		else high = middle;
	}
	const before = ranges[low - 1];
	return before && from < before[1] ? before : undefined;
}

/** What can stand in an address: in other scripts than these, a text goes on behind it without a space. */
const sign =
	/[!#-;=?-_a-~\p{M}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** How an address begins: with a scheme, or with a host and something behind it. */
const beginnings =
	/(?<![a-z])(?:[a-z][a-z+.-]{1,11}:\/\/|www\.|mailto:|tel:)|(?<![\w.@-])(?:[a-z\d][a-z\d-]{0,62}\.){1,8}[a-z]{2,24}(?=[/?#]|:\d)/gi;

const closing: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Where an address ends: a bracket that it does not open ends it. @param from the end of its beginning */
function endOf(text: string, from: number): number {
	const open: string[] = [];
	let at = from;
	for (; sign.test(text[at] ?? ''); at++) {
		const one = text[at] as string;
		if ('([{'.includes(one)) open.push(one);
		if (one in closing && open.pop() !== closing[one]) break;
	}
	return at;
}

/** The addresses in a text, also those without a scheme. Signs of a sentence at the end count as parts of them. */
export function addressesIn(text: string): Range[] {
	const found: Range[] = [];
	beginnings.lastIndex = 0;
	for (let begun = beginnings.exec(text); begun; begun = beginnings.exec(text)) {
		const end = endOf(text, beginnings.lastIndex);
		if (end > beginnings.lastIndex) found.push([begun.index, end]);
		beginnings.lastIndex = end;
	}
	return found;
}
