// Tests: test/unit/questionSentences.test.ts
import ar from './words/ar.json';
import de from './words/de.json';
import en from './words/en.json';
import es from './words/es.json';
import fr from './words/fr.json';
import it from './words/it.json';
import nl from './words/nl.json';
import pt from './words/pt.json';

/** What the page and the message of a question say. */
export type Sentence = keyof typeof en;

/** The languages that the node speaks. A new one is a file with all sentences, and its name here. */
export const languages: Record<string, typeof en> = { ar, de, en, es, fr, it, nl, pt };

/** In a language, or in the one without its region; in English if the node does not speak it. @param tag BCP 47 */
function sentencesIn(tag: string): typeof en {
	return languages[new Intl.Locale(tag).language] ?? en;
}

/** A sentence in the language of a page. @param given replaces what is in braces */
export function say(sentence: Sentence, language: string, given: Record<string, string> = {}) {
	return sentencesIn(language)[sentence].replace(
		/\{(\w+)\}/g,
		(_, name: string) => given[name] ?? '',
	);
}

/** A moment as people read it, with the time zone. */
export function timeIn(timeZone: string, time: Date, language: string): string {
	const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
	return `${new Intl.DateTimeFormat(language, style).format(time)} (${timeZone})`;
}

/** An English sentence in the language of a page. What somebody else wrote stays as it is. */
export function translated(text: string, language: string): string {
	const sentence = (Object.keys(en) as Sentence[]).find((one) => en[one] === text);
	return sentence ? sentencesIn(language)[sentence] : text;
}

/** Whether it is a tag such as de or pt-BR. JavaScript takes names such as "German", too. */
export function isLanguage(tag: string): boolean {
	try {
		return new Intl.Locale(tag).language.length <= 3;
	} catch {
		return false;
	}
}
