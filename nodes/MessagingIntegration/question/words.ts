import table from './words.json';

/** A row of the table. It has a column for each language that the node speaks. */
export type Sentence = keyof typeof table;

type Language = keyof (typeof table)[Sentence];

/** The column of a language, or of the one without its region. @param tag BCP 47 */
function columnOf(tag: string): Language {
	const { language } = new Intl.Locale(tag);
	return Object.hasOwn(table.answer, language) ? (language as Language) : 'en';
}

/** A sentence in the language of a page, English if the node does not speak it. @param given replaces what is in braces */
export function say(sentence: Sentence, language: string, given: Record<string, string> = {}) {
	return table[sentence][columnOf(language)].replace(
		/\{(\w+)\}/g,
		(_, name: string) => given[name] ?? '',
	);
}

/** An English sentence of the table in the language of a page. What somebody else wrote stays as it is. */
export function translated(words: string, language: string): string {
	const row = Object.values(table).find(({ en }) => en === words);
	return row?.[columnOf(language)] ?? words;
}

export function isLanguage(tag: string): boolean {
	try {
		return Boolean(new Intl.Locale(tag));
	} catch {
		return false;
	}
}
