import { invalidInput } from '../../service/inputError';
import { quoted, sentences } from '../../service/sentences';
import { expressionAsJson, expressionFrom, expressionInto } from '../expressionInto';
import { adviceOnField } from '../fieldsThere';
import { invalidTime, isBlank, isListOfWords, localNaN, noValue } from '../typedValues';
import { adviceOnFunction, type Field, isFunction, valueOf, written } from './field';
import { quotes, references } from './references';

/** What the cell of a table has instead of a value, in several languages. */
export const cellError =
	/#(?:(?:N\/[ABD]|NV|Н\/Д|I\/T|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI)(?![\p{L}\p{N}_-])|¡?(?:REF|VALUE|DIV\/0|NUM|NULL|ERR|ERROR|SPILL|CALC|BEZUG|WERT|ZAHL|VALOR|NULO|NÚM|VALEUR|NOMBRE|NUL|RIF|VALORE|NULLO|VERW|WAARDE|GETAL|LEEG|ССЫЛКА|ЗНАЧ|ДЕЛ\/0|ЧИСЛО|ПУСТО|ADR|ARG|DZIEL\/0|LICZBA|BAŞV|DEĞER|SAYI\/0|SAYI|REFERENS|VÄRDEFEL|DIVISION\/0|OGILTIGT|SAKNAS|REFERENCE|VÆRDI|VERDI|ODKAZ|HODNOTA|DĚLENÍ_NULOU|ČÍSLO|HIV|ÉRTÉK|ZÉRÓOSZTÓ|SZÁM|VIITTAUS|ARVO|JAKO\/0|LUKU|PUUTTUU)!|¿?(?:NAME|NOMBRE|NOM|NOME|NAAM|ИМЯ|NAZWA|NAMN|NAVN|NÁZEV|NÉV|NIMI)\?)|\bErr:5\d\d\b/u;

/** What JavaScript, Luxon and the cells of tables write instead of a value. */
const broken = new RegExp(
	`^(?:undefined|NaN|${localNaN}|${invalidTime}|\\[object (?:Object|Map|Set)\\]|${cellError.source})$`,
	'u',
);

/** Whether a text holds more than the word that stands for a missing value. */
const saysMore = (text: string) => noValue.test(text) && /\p{L}/u.test(text.replace(noValue, ''));

/**
 * What an expression wrote, without what the author typed into a text of it, as in `{{ $json.vip ? "für null Euro" : "…" }}`.
 * A text that is such a word alone is there to be compared with, or to be replaced.
 */
function withoutTyped(code: string, part: string): string {
	if (!noValue.test(part)) return part;
	// An escape such as \n, and ${…} in a template, do not look in the code as in what was written.
	const typed = (code.match(quotes) ?? []).flatMap((text) =>
		text.slice(1, -1).split(/\\(?:u\{?[\da-f]+\}?|x[\da-f]{2}|[^])|\$\{[^{}]*\}/i),
	);
	return typed.filter(saysMore).reduce((rest, text) => rest.replace(text, ''), part);
}

/**
 * Whether the error of a cell is all that stood in the cell. In a longer text of the data, it is meant.
 * @param given what an expression read, each with its value
 */
function isAlone(given: Array<readonly [string, unknown]>, cell: string): boolean {
	const values = given.map(([, value]) => value);
	const texts = values.flatMap(textsIn).filter((text) => text.includes(cell));
	return values.includes(cell) && texts.every((text) => text === cell);
}

/** What is wrong with the words that an expression wrote, as a sentence; undefined if nothing is. */
function whyBroken(field: Field, code: string, part: string, isJson: boolean): string | undefined {
	const { parameters, itemIndex, saved } = field;
	if (isFunction(field, code, part)) return adviceOnFunction(code);
	if (part.includes('[object Object]') && !parameters.parts(saved).isWhole) {
		const value = valueOf(field, code);
		const { codes, texts } = parameters.parts(saved);
		const before = texts.slice(0, codes.indexOf(code) + 1).join('');
		const isQuoted = (before.match(/"/g) ?? []).length % 2 === 1;
		if (isJson && !isQuoted && typeof value === 'object')
			return `${quoted(code)} is an object. Enter ${expressionAsJson(code)}.`;
		const meant = typeof value === 'object' ? expressionInto(code, value) : undefined;
		if (meant !== undefined) return `${quoted(code)} is an object. Enter a field of it: ${meant}.`;
	}
	if (broken.test(part.trim())) return `${quoted(code)} gave it for this item.`;
	const [cell] = cellError.exec(part) ?? [];
	const [word] = noValue.exec(part) ?? [];
	if (cell === undefined && word === undefined) return undefined;
	const read = code.match(references) ?? [];
	const given = read.map((one) => [one, valueOf(field, `{{ ${one} }}`)] as const);
	if (cell !== undefined && isAlone(given, cell)) return `${quoted(code)} gave it for this item.`;
	if (word === undefined) return undefined;
	// Words that come with the data, such as an answer about JavaScript, are meant.
	const isData = ([, value]: (typeof given)[number]) =>
		typeof value === 'string' ? value.includes(word) && !broken.test(value) : isInside(value, word);
	if (given.length === 0 || given.some(isData)) return undefined;
	const [missing, found] =
		given.find(([, value]) => isBlank(value) || typeof value === 'object') ?? [];
	if (missing === undefined) return `${quoted(code)} gave it for this item.`;
	if (Array.isArray(found))
		return `Something that ${quoted(code)} reads in the list ${missing} is missing. Correct the expression.`;
	const advice = adviceOnField(parameters, itemIndex, missing);
	return sentences(`${missing} in ${quoted(code)} gave nothing that can be written.`, advice);
}

export function isInside(value: unknown, word: string): boolean {
	if (typeof value === 'string') return value.includes(word);
	return (
		typeof value === 'object' &&
		value !== null &&
		Object.values(value).some((one) => isInside(one, word))
	);
}

/** An object or a list of objects instead of words. */
export function object({ parameters, title, saved, value }: Field): void {
	const { codes, isWhole } = parameters.parts(saved);
	if (!isWhole) return;
	const [expression = ''] = codes;
	if (isListOfWords(value) && value.length > 1)
		throw invalidInput(
			'textBroken',
			`The ${title} is a list of ${value.length} texts`,
			`Enter what makes one text of it: ${expressionFrom(expression)}.join(", ") }}.`,
		);
	const meant = expressionInto(expression, value);
	if (meant !== undefined)
		throw invalidInput(
			'textBroken',
			`The ${title} is an object, not words`,
			`Enter a field of it: ${meant}.`,
		);
}

/** A text, or the texts in a list or an object. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	// A date has texts that nobody reads.
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return [];
	return Object.values(value).flatMap(textsIn);
}

/** Whether a part of it can be broken: only then is each part looked at by itself. */
const canBeBroken = (text: string) =>
	noValue.test(text) || cellError.test(text) || /\)\s*\{|=>/.test(text);

const wouldSay = (title: string, said: string, why: string) =>
	invalidInput('textBroken', `The ${title} would say "${quoted(said)}"`, why);

/** What a text says that no customer may read. */
const saidIn = (field: Field, code: string, text: string) =>
	isFunction(field, code, text)
		? `${quoted(text).slice(0, 40)}…`
		: ((broken.exec(text.trim()) ?? noValue.exec(text) ?? cellError.exec(text))?.[0] ?? '');

/** What n8n writes for an object, or for a list of them. */
export const objectsAlone = /^\[object Object\](?:,\[object Object\])*$/;

/** Throws for what no customer may read. @param textsOf what a field or a part of it gave */
function refuseBroken(field: Field, textsOf: (given: unknown) => string[], isJson = false): void {
	const { parameters, title, path, saved, value } = field;
	if (!textsIn(value).some(canBeBroken)) return;
	const { codes, isWhole } = parameters.parts(saved);
	for (const code of codes)
		for (const given of textsOf(isWhole ? value : written(field, code))) {
			const text = withoutTyped(code, given);
			// In a question, an object is shown as its fields, and so is each of a list.
			const isShown = path === 'message' && objectsAlone.test(text);
			if (isShown) continue;
			const why = whyBroken(field, code, text, isJson);
			if (why !== undefined) throw wouldSay(title, saidIn(field, code, text), why);
		}
}

const isNothing = (_: string, value: unknown) => (value === null ? '' : value);

/** A text without the `null` of the JSON in it, such as that of an error or an order. In JSON, `null` is a value. */
function withoutNulls(text: string): string {
	if (!text.includes('null')) return text;
	const inPart = (part: string) => {
		const start = part.search(/[[{]/);
		const end = Math.max(part.lastIndexOf('}'), part.lastIndexOf(']')) + 1;
		try {
			const json: unknown = JSON.parse(part.slice(start, end));
			return part.slice(0, start) + JSON.stringify(json, isNothing) + part.slice(end);
		} catch {
			return part;
		}
	};
	// The JSON can go over several lines, or each line can be JSON.
	const whole = inPart(text);
	return whole === text ? text.split('\n').map(inPart).join('\n') : whole;
}

const textsOfWords = (given: unknown) => textsIn(given).map(withoutNulls);

/** What no customer may read: `undefined`, `[object Object]`, `#REF!`. Typed by the author, they are words. */
export function brokenWords(field: Field): void {
	// A person who reviews a call reads what a model wrote.
	if (!field.parameters.isHumanReview) refuseBroken(field, textsOfWords);
}

/** The texts in JSON, in which `null` is a value like others. Undefined for other texts. */
function textsInJson(given: unknown): string[] | undefined {
	if (typeof given !== 'string') return textsIn(given);
	try {
		return /^\s*["[{]/.test(given) ? textsIn(JSON.parse(given)) : undefined;
	} catch {
		return undefined;
	}
}

/** `brokenWords` for a field that can be a text, a list or an object. */
export function brokenField(field: Field): void {
	refuseBroken(field, (given) => textsInJson(given) ?? textsIn(given));
}

const withoutNull = (given: unknown) => [String(given).replaceAll(/\bnull\b/g, '')];

/** `brokenWords` for what only the service reads. `null` is a value there. */
export function brokenForService(field: Field): void {
	refuseBroken(field, withoutNull);
}

/** `brokenWords` for JSON, of which a part can be a text in quotation marks, or some fields. */
export function brokenJson(field: Field): void {
	refuseBroken(field, (given) => textsInJson(given) ?? withoutNull(given), true);
}
