import { isEmpty, isObject } from './json';
import type { Body } from './responseBody';
import { quoted } from '../words/sentences';

/**
 * What a person reads of an answer. The reference does not show where an error has its words, so no name of a field is known:
 * all texts of the answer count, wherever they stand.
 */

/** All texts of a value, in their order. @param found gets them */
function textsIn(value: unknown, found: string[] = []): string[] {
	if (typeof value === 'string') found.push(value);
	else if (typeof value === 'object' && value !== null)
		for (const entry of Object.values(value)) textsIn(entry, found);
	return found;
}

/** Of all words together, so that a title stays one. */
const mostLetters = 300;

/** Each text once, those with a space in them first, and no more than a title can take. */
function firstTexts(value: unknown): string[] {
	const [sentences, others] = [new Set<string>(), new Set<string>()];
	let letters = 0;
	for (const text of textsIn(value)) {
		// Of a text of megabytes, only the beginning can be shown.
		const line = quoted(text.trimStart().slice(0, 10 * mostLetters));
		if (line.includes(' ')) {
			if (!sentences.has(line)) letters += line.length;
			sentences.add(line);
		} else if (line !== '' && others.size < mostLetters) others.add(line);
		if (letters >= mostLetters) break;
	}
	return [...sentences, ...others];
}

/** As many of the texts as fit; the last one may be cut. */
function fitting(texts: string[]): string[] {
	let left = mostLetters;
	return texts.flatMap((text) => {
		const letters = [...text];
		const shown = letters.length <= left ? text : `${letters.slice(0, left - 1).join('')}…`;
		const isShown = left > 0;
		left -= letters.length;
		return isShown ? [shown] : [];
	});
}

/** Isolates words that are written from right to left. Otherwise they would change the order of the text after them. */
export function inOneDirection(words: string): string {
	return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(words)
		? `\u2068${words}\u2069`
		: words;
}

/** A page says it in its title. Plain words that are called a page have none. */
function wordsOfPage(page: string): string {
	return page.includes('<') ? (/<title(?:\s[^<>]*)?>([^<]*)</i.exec(page)?.[1] ?? '') : page;
}

/** The service's own words, in quotation marks; compact JSON, if an answer has no words; undefined if it says nothing. */
export function wordsOf(body: Body): string | undefined {
	if (body.kind === 'empty') return undefined;
	const texts = firstTexts(body.kind === 'page' ? wordsOfPage(body.value) : body.value);
	if (texts.length > 0)
		return fitting(texts)
			.map((text) => `"${inOneDirection(text)}"`)
			.join(', ');
	return body.kind === 'page' || isEmpty(body.value)
		? undefined
		: quoted(JSON.stringify(body.value).slice(0, 10 * mostLetters));
}

/** The only code that the reference shows (part 7). It does not show its place. */
const documented = /\bNOT_SUPPORTED_BY_ENGINE\b/;

/** The service's own code: the one that the reference shows, wherever it stands; otherwise `code`, or `error.code`. */
export function codeOf(body: Body): string | undefined {
	if (body.kind !== 'json' && body.kind !== 'text') return undefined;
	for (const text of textsIn(body.value)) {
		const [code] = documented.exec(text) ?? [];
		if (code !== undefined) return code;
	}
	const { code, error } = isObject(body.value) ? body.value : {};
	return [code, isObject(error) ? error.code : undefined]
		.filter((one) => typeof one === 'string' || typeof one === 'number')
		.map(String)
		.find((one) => /^\S{1,64}$/.test(one));
}
