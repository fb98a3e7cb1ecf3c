/** HTML. Only `markup` makes it, so everything else is escaped. */
export class Markup {
	constructor(readonly html: string) {}
}

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Builds HTML from a template. Values are escaped, unless they are HTML themselves. */
export function markup(parts: TemplateStringsArray, ...values: Array<string | Markup>): Markup {
	const filled = values.map((value) => (value instanceof Markup ? value.html : escaped(value)));
	return new Markup(parts.reduce((before, part, at) => before + (filled[at - 1] ?? '') + part));
}
