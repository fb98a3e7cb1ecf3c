const naturally = new Intl.Collator('en', { numeric: true });

/** What n8n adds to a name if a field has several files: `_0`, or `[0]` where the files are in the json. */
const number = /(?:_\d+|\[\d+\])$/;

/** By list: each item that lacks its file asks for the pattern of the same names. */
const patterns = new WeakMap<string[], string>();

/** The pattern that takes all files with these names: `Pictures*` for `Pictures_0` and `Pictures_1`, or else `*`. */
export function patternFor(names: string[]): string {
	const known = patterns.get(names);
	if (known !== undefined) return known;
	const [stem, ...others] = new Set(names.map((name) => name.replace(number, '')));
	const pattern = others.length === 0 && stem ? `${stem}*` : '*';
	patterns.set(names, pattern);
	return pattern;
}

/**
 * The names of the fields that a person means: names and patterns such as `Pictures*`, separated by commas.
 * @param there the names of the item's files
 * @returns each name once, as entered, and those of a pattern in natural order; a pattern that fits none as it is
 */
export function namesMeant(entered: string, there: string[]): string[] {
	const words = entered
		.split(',')
		.map((word) => word.trim())
		.filter((word) => word !== '');
	const names = words.flatMap((word) => {
		if (!word.endsWith('*') || there.includes(word)) return [word];
		const fitting = there.filter((name) => name.startsWith(word.slice(0, -1)));
		return fitting.length > 0 ? fitting.sort(naturally.compare) : [word];
	});
	return [...new Set(names)];
}
