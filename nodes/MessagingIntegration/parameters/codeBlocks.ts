/** A block of code between two fences, with their lines. One that is not closed goes to the end of the text. */
export interface CodeBlock {
	/** The beginning of the line of its first fence. */
	line: number;
	/** Of the fence, behind the signs of quotes and lists. */
	start: number;
	end: number;
	/** What the first line says of the code, such as its language. */
	info: string;
	/** The beginning of the line with the last fence; undefined if it is not closed. */
	lastLine?: number;
}

/** What can stand before a fence: signs of quotes and lists. */
const front = /^(?:\s|>|(?:[-+*]|\d{1,9}[.)])[ \t])*$/;

/** The blocks of code in a text, in order. A line such as "```a```" is code within a line and opens none. */
export function codeBlocksIn(text: string): CodeBlock[] {
	const blocks: CodeBlock[] = [];
	let open: (CodeBlock & { fence: string }) | undefined;
	const fences = /`{3,}|~{3,}/g;
	for (let found = fences.exec(text); found; found = fences.exec(text)) {
		const [fence] = found;
		const start = found.index;
		const line = text.lastIndexOf('\n', start) + 1;
		const lineEnd = text.indexOf('\n', start);
		const before = text.slice(line, start);
		const rest = text.slice(start + fence.length, lineEnd < 0 ? undefined : lineEnd);
		// Only the first one of a line can be a fence.
		fences.lastIndex = start + fence.length + rest.length;
		if (!open) {
			if (front.test(before) && (fence.startsWith('~') || !rest.includes('`')))
				open = { line, start, end: text.length, info: rest.trim(), fence };
		} else if (fence.startsWith(open.fence) && /^[\s>]*$/.test(before) && rest.trim() === '') {
			blocks.push({ ...open, end: start + fence.length, lastLine: line });
			open = undefined;
		}
	}
	return open ? [...blocks, open] : blocks;
}
