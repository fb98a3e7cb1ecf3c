// Tests: test/unit/questionPage.test.ts
/** HTML. Only `markup` makes it, so everything else is escaped. */
export class Markup {
	constructor(readonly html: string) {}
}

type Value = string | Markup | Array<Markup | undefined> | false | undefined;

function htmlOf(value: Value): string {
	if (Array.isArray(value)) return value.map(htmlOf).join('');
	if (value instanceof Markup) return value.html;
	return (value || '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Builds HTML from a template. Texts are escaped; `false` and `undefined` leave nothing. */
export function markup(parts: TemplateStringsArray, ...values: Value[]): Markup {
	return new Markup(String.raw({ raw: parts }, ...values.map(htmlOf)));
}
