import { hint } from '../../service/request';
import { quoted } from '../../service/sentences';
import { addressesIn, rangeOver } from '../addresses';
import { asWords } from '../typedValues';
import { type Field, noteOn, typedIn, written } from './field';
import { references } from './references';

/** What stands behind the first sign of a letter whose UTF-8 was read as Latin letters. */
const inLetter = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';

/** UTF-8 that was read as another encoding, or the other way round. */
const wrongEncoding = new RegExp(
	String.raw`\ufffd|\0|ï¿½|[ÃÂ][\u0080-\u00aa\u00ac-\u00ba\u00bc-\u00bfŸœžŒŠŽ„…†‡ˆ‰‹›–—˜™š]|â€|ðŸ|â${inLetter}{2}|(?:[Â-ß]${inLetter}){2}|(?:[à-ï]${inLetter}{2}){2}`,
);

/** Whether something stands in a text outside the addresses in it, where it is right. */
function isOutsideAddresses(text: string, pattern: RegExp): boolean {
	const found = [...text.matchAll(pattern)];
	const addresses = found.length === 0 ? [] : addressesIn(text);
	return found.some(({ index }) => rangeOver(addresses, index, index + 1) === undefined);
}

const manyDecimals = /(?<![\d._/])\d+\.\d{9,}(?!\.?\d)/g;
const dateOfPrograms = /\d GMT[+-]\d{4}\b|(?<![\w/.-])\d{4}-\d\d-\d\dT\d\d:\d\d/g;

/** What programs write, and people do not: 59.699999999999996, Mon Jan 05 2026 09:00:00 GMT+0000 (…). */
const raw = {
	rawNumber: (text: string) => isOutsideAddresses(text, manyDecimals),
	rawDate: (text: string) => isOutsideAddresses(text, dateOfPrograms),
	wrongEncoding: (text: string) => wrongEncoding.test(text),
};

export function rawValue(field: Field): void {
	const { parameters, itemIndex, title, saved } = field;
	// A date of Luxon goes in ISO 8601.
	const value = asWords(field.value);
	if (typeof value !== 'string') return;
	const { codes, isWhole } = parameters.parts(saved);
	for (const [name, isIn] of Object.entries(raw) as Array<
		[keyof typeof raw, (text: string) => boolean]
	>) {
		const code = isIn(value)
			? codes.find((one) => isIn(isWhole ? value : written(field, one)))
			: undefined;
		if (code !== undefined) parameters.note(itemIndex, hint(name, quoted(code), title));
	}
}

/** What programs write into an empty cell as a word. In a text of the author, or beside other words, it is meant. */
const wordOfNothing = /^(?:null|NULL|nan|nil|<null>|\(null\)|\[null\])$/;

export function nothingAsWord(field: Field): void {
	const { parameters, itemIndex, title, saved, value } = field;
	if (typeof value !== 'string' || !/(?<!\p{L})(?:null|nan|nil)(?!\p{L})/iu.test(value)) return;
	const { codes, isWhole } = parameters.parts(saved);
	for (const code of codes) {
		if (!code.includes('$')) continue;
		const part = (isWhole ? value : written(field, code)).trim();
		if (wordOfNothing.test(part))
			parameters.note(itemIndex, hint('nothingAsWord', quoted(code), title, quoted(part)));
	}
}

/** How programs count days and times: Excel in days since 1900, others since 1970. n8n's name of it, and how to write it. */
const countedFrom: Array<[pattern: RegExp, name: string, toPeople: string]> = [
	[/^[3-5]\d{4}(?:\.\d+)?$/, 'excel', 'toUTC().toFormat("dd.MM.yyyy")'],
	[/^(?:1[4-9]|2[0-2])\d{8}$/, 's', 'toFormat("dd.MM.yyyy HH:mm")'],
	[/^(?:1[4-9]|2[0-2])\d{11}$/, 'ms', 'toFormat("dd.MM.yyyy HH:mm")'],
];

/** What people call the column of a day or a time, at the end of what an expression reads: `$json["Due Date"]`. */
const columnOfTime =
	/(?:date|time|datum|zeit|fecha|hora|heure|дата|day|termin|appointment|deadline|created|updated|expires|birth|due|[_a-z]at|\b(?:data|tag|start|end|from|until))[\w ]*["'\]]*$/iu;

/** A day or a time as a number, such as 45992 for the 1st of December 2025 in Excel. */
export function countedTime(field: Field): void {
	const { parameters, itemIndex, title, saved, value } = field;
	const { codes, isWhole } = parameters.parts(saved);
	for (const code of codes) {
		const read = code.slice(2, -2).trim();
		if (read.match(references)?.[0] !== read || !columnOfTime.test(read)) continue;
		const given = isWhole ? String(value) : written(field, code);
		const [, name, toPeople] = countedFrom.find(([pattern]) => pattern.test(given)) ?? [];
		if (name === undefined) continue;
		const meant = `{{ Number(${read}).toDateTime("${name}").${toPeople} }}`;
		parameters.note(itemIndex, hint('countedTime', quoted(code), title, quoted(meant)));
	}
}

/** Typed into a field, a backslash and an n are two letters. In the path of a file, they are meant. */
export function backslashN(field: Field): void {
	const { parameters, itemIndex, title, value } = field;
	const hasTwoLetters = (text: string) => text.includes('\\n') && !/[A-Z]:\\|\\\\/i.test(text);
	if (typedIn(field).some(hasTwoLetters)) parameters.note('all', hint('backslashN', title));
	else if (typeof value === 'string' && hasTwoLetters(value))
		parameters.note(itemIndex, hint('backslashNInData', title));
}

/** A space and a new line as addresses of the web write them: Hello%20Anna. In an address, they are right. */
const percentCode = /(?<!\d)%20|%0[AD]/gi;

export function percentCodes(field: Field): void {
	if (typeof field.value === 'string' && isOutsideAddresses(field.value, percentCode))
		noteOn(field, hint('percentCodes', field.title));
}

/** What shops and mail programs write: HTML is for browsers. */
const html =
	/&(?:amp|lt|gt|quot|apos|nbsp|euro|pound|copy|reg|trade|hellip|szlig|iexcl|iquest|[blr][sd]?a?quo|[nm]dash|bull|deg|middot|times|frac\d\d|[ao]elig|oslash|sect|[a-z](?:uml|acute|grave|circ|tilde|cedil|ring)|#x?[\da-f]{2,6});|<!doctype\s|<img\s|<\/?(?:a|article|b|blockquote|body|br|button|code|center|div|em|figure|font|footer|form|h[1-6]|head|hr|html|i|iframe|label|li|main|nav|ol|p|pre|script|section|small|span|strong|style|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]{0,300})?\s?\/?>/i;

export function markup(field: Field): void {
	const { title, value } = field;
	if (typeof value !== 'string') return;
	const [said] = html.exec(value) ?? [];
	const isThought = /<\/?think(?:ing)?>/.test(value);
	if (said === undefined && !isThought) return;
	const about = hint(isThought ? 'thoughts' : said?.startsWith('&') ? 'entities' : 'tags', title);
	noteOn(field, about);
}

/** What models write. Chats show it as it is, unless the option *Markdown* turns it into signs that they understand. */
const markdownSigns =
	/(?<![\p{L}\p{N}*\p{Sc})])\*\*(?![\s*,.;:)])[^*\n]*[^\s*]\*\*(?!\*)|^#{2,6} \S|^# (?!\d)\S|\[[^\][\n]+\]\(https?:/mu;

export function signsOfMarkdown(field: Field): void {
	const { parameters, title, value } = field;
	// What a person reviews goes as it is.
	if (typeof value !== 'string' || parameters.isHumanReview || !markdownSigns.test(value)) return;
	const { markdown: isChosen } = Object(parameters.saved('options')) as { markdown?: unknown };
	if (isChosen === undefined) noteOn(field, hint('markdown', title));
}
