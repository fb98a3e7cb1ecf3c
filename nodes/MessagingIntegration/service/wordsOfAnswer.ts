import { isGeneral } from './isGeneral';
import { isObject, parseJson } from './json';
import type { Body } from './responseBody';
import { quoted } from './sentences';

/**
 * What a person needs to know of an answer that refuses a request. The reference does not show where an error has its
 * words, so all texts of the answer are looked at, wherever they stand.
 */

/** A text of an answer. */
interface Found {
	words: string;
	/** The name of the field that holds it, in small letters. */
	name: string;
	/** Whether it reads like a sentence. Otherwise it is a single word in a field for codes. */
	isSentence: boolean;
	/** Whether it says no more than the status does. */
	isGeneral: boolean;
	/** Whether it says which field of the request it is about. */
	hasField: boolean;
	/** Whether all that it stands in is about the error, and not about, for example, the recipient. */
	isAboutError: boolean;
	/** In how many objects it stands. The innermost words are the most specific ones. */
	depth: number;
}

/** Where a text stands. */
interface Place extends Pick<Found, 'name' | 'isAboutError' | 'depth'> {
	/** The field of the request that the text is about. */
	field?: string;
	/** Whether the text stands in a list. */
	isInList?: boolean;
}

const mostTexts = 200;
const mostQuoted = 3;
/** Of all quoted words together, so that a title stays one. */
const longest = 300;

/** Ids, addresses, times and numbers are no words. */
const noWords = [
	/^(?:https?|ftp|mailto|urn|about):/i,
	/^[/~]\S*$/,
	/^[^\s@]+@\S+$/,
	/^[\da-f-]{16,}$/i,
	/^\d{4}-\d\d-\d\d/,
	/^[A-Z][a-z]{2}, \d\d /,
	/^\P{L}*$/u,
];

/** What explains an error to a machine or its developer, or only repeats the request. */
const skippedName =
	/^(?:stack|(?:stack|back)?trace|traceback|stacktraces?|file|filename|line|source|headers?|useragent|host|hostname|sql|bindings|resources|links?|href|ur[il]|.*(?:url|docs?|documentation|helplink)|help|moreinfo|support|timestamp|datetime|date|example|examples|rejectedvalue|codes|arguments)$/;

const isAboutErrors =
	/err|detail|violation|cause|reason|inner|response|message|validation|fault|exception|body|issue|problem|invalid|field|extension|meta|result/;

/** Fields whose names say that they hold words, the most specific ones first. */
const wordNames = [
	/detail|descr|reason|cause|violation|explan|faultstring|defaultmessage/,
	/message|msg|text|err|info|body|data|result|response|problem|issue/,
	/title|summary|warning|hint|status|name|type|code|key|fault/,
];

const rankOf = (name: string) => {
	const rank = wordNames.findIndex((pattern) => pattern.test(name));
	return rank < 0 ? wordNames.length : rank;
};

/** Fields of codes: their single words count if there are no sentences. */
const codeName =
	/code|err|reason|message|msg|detail|descr|status|type|title|text|result|response|state/;

/** Of these, the ones that say what is wrong, and not what kind of thing it is. */
const isCode = /code|err|reason|message|msg/;

/** Each name in such an object is a field of the request, with what is wrong with it. */
const fieldMap = /^(?:\w*errors|violations|fields|invalid\w*|validation\w*|details)$/;

const isText = (value: unknown) =>
	typeof value === 'string' ||
	(Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

const fieldNames = [
	'field',
	'fieldName',
	'property',
	'propertyName',
	'param',
	'parameter',
	'attribute',
	'loc',
	'instancePath',
	'dataPath',
	'pointer',
	'path',
	'target',
];

/** Scripts that write no spaces between words. */
const withoutSpaces =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{3}/u;

const simpleName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** Whether a text names a field by itself. */
const names = (text: string, field: string) =>
	text
		.toLowerCase()
		.split(/[^\w.[\]-]+/)
		.includes(field.toLowerCase());

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word));

/** The field that an object of an error is about: `"to"`, `["body", "to"]` or `"/content/text"`. */
function fieldOf(error: Record<string, unknown>): string | undefined {
	const { source } = error;
	const holders = isObject(source) ? [error, source] : [error];
	for (const holder of holders)
		for (const name of fieldNames) {
			const value = holder[name];
			const isPath = typeof value === 'string' && value.startsWith('/') && name === 'path';
			const given = isPath ? '' : Array.isArray(value) ? value.join('/') : value;
			if (typeof given !== 'string') continue;
			const field = given.replace(/^\/?(?:(?:body|data|attributes)\/)*/, '').replace(/^[/.]/, '');
			if (/^[\w./[\]-]{1,40}$/.test(field)) return field.replaceAll('/', '.');
		}
	return undefined;
}

/** Lines of a stack trace, and of the code that it shows. */
const traceLine =
	/^\s*(?:at\s|→|\d+\s|#\d|\.\.\.\s\d|File "|from \/|thrown in |stack trace:|(?:file:\/\/)?[\w@./\\-]+:\d+(?::\d+)?$)/i;

function withoutTrace(text: string): string {
	const lines = text.slice(0, 20_000).split('\n');
	if (lines.some((line) => line.includes('Traceback (most recent call last)')))
		return lines.findLast((line) => line.trim() !== '') ?? '';
	return lines.filter((line, at) => at === 0 || !traceLine.test(line.trimEnd())).join(' ');
}

const placeInCode = /\s(?:in|at)\s(?:\/|[A-Z]:\\)[^\s:]*\.\w{2,5}(?::\d+)*(?:\son\sline\s\d+)?/g;

/** Such a sentence only leads to a page. */
const isPointer = (sentence: string) =>
	/https?:/i.test(sentence) &&
	/\b(?:see|visit|info|information|docs?|documentation|help|learn|check|read|refer)\b/i.test(
		sentence,
	);

/** AWS ends its sentences with the numbers of the request. */
function withoutRequestId(text: string): string {
	const end = text.endsWith(')') ? text.lastIndexOf('(') : -1;
	return end > 0 && /request ?id/i.test(text.slice(end)) ? text.slice(0, end).trim() : text;
}

/** The words of a text, without what only its developers can use. Empty if it has none. */
function cleaned(text: string): string {
	const tagless = /<[a-z/!]/i.test(text) ? text.replace(/<[^<>]*>/g, ' ') : text;
	const line = withoutTrace(tagless).replace(/\s+/g, ' ').replace(placeInCode, '').trim();
	const told = line.split(/(?<=[.!?]) /).filter((sentence) => !isPointer(sentence));
	const words = withoutRequestId(told.join(' '))
		.replace(/^\(#\d+\) /, '')
		.replace(/ \(and \d+ more errors?\)$/, '')
		.replace(/^(?:[a-z_$]\w*[.\\])+(?=\w+(?:Exception|Error)\b)/, '');
	return noWords.some((pattern) => pattern.test(words)) ? '' : words;
}

/** JSON in a text, as a service passes on what another one told it, and what stands before it. */
function jsonIn(text: string): { before: string; value: unknown } | undefined {
	const start = text.search(/[[{]/);
	const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
	if (start < 0 || end < start || text.length > 100_000) return undefined;
	const json = text.slice(start, end + 1);
	for (const one of [json, json.replaceAll('\\"', '"')])
		try {
			const value = parseJson(one);
			if (typeof value === 'object') return { before: text.slice(0, start), value };
		} catch {
			// The text itself is the words.
		}
	return undefined;
}

/** Texts of the request that the answer repeats are not the service's own words. */
function ownTexts(request: unknown): string[] {
	const texts: string[] = [];
	const visit = (value: unknown): void => {
		if (typeof value === 'string' && /\s/.test(value)) texts.push(value.replace(/\s+/g, ' '));
		else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
	};
	visit(request);
	return texts;
}

/** All texts of an answer. */
function textsIn(answer: unknown, own: string[]): Found[] {
	const found: Found[] = [];
	const addText = (text: string, place: Place): void => {
		const inner = jsonIn(text);
		const before = found.length;
		if (inner) visit(inner.value, { ...place, depth: place.depth + 1 });
		if (found.length > before) {
			if (wordsIn(inner?.before ?? '').length > 2) addText(inner?.before ?? '', place);
			return;
		}
		const { name, isAboutError, depth, field } = place;
		const said = cleaned(text);
		if (said === '' || own.some((one) => one.includes(said))) return;
		const rank = rankOf(name);
		const isNamed = field === undefined || names(said, field);
		// "required" says enough of a field that is known.
		const least = field !== undefined && rank < 2 ? 1 : rank < wordNames.length ? 2 : 3;
		const isSentence = wordsIn(said).length >= least || withoutSpaces.test(said);
		if (!isSentence && !(codeName.test(name) && !/\s/.test(said))) return;
		const hasField = !isNamed && (isSentence || isCode.test(name));
		const words = hasField ? `${field}: ${said}` : said;
		const known = { words, name, isSentence, hasField, isGeneral: isGeneral(said) };
		found.push({ ...known, isAboutError, depth });
	};
	const visit = (value: unknown, place: Place): void => {
		if (found.length >= mostTexts) return;
		if (typeof value === 'string') addText(value, place);
		else if (Array.isArray(value))
			for (const entry of value) visit(entry, { ...place, isInList: true });
		else if (isObject(value)) visitFields(value, place);
	};
	const visitFields = (value: Record<string, unknown>, place: Place): void => {
		const field = fieldOf(value) ?? place.field;
		const isMap = fieldMap.test(place.name) && !place.isInList;
		for (const [name, entry] of Object.entries(value)) {
			const simple = simpleName(name);
			const isField =
				isMap &&
				(rankOf(simple) === wordNames.length || /[.[]/.test(name) || Array.isArray(entry)) &&
				!/trace|stack/.test(simple);
			if (skippedName.test(simple) && !isField) continue;
			const isHolder = typeof entry === 'object' && entry !== null;
			visit(entry, {
				// What stands at a field is a message about it.
				name: isField && isText(entry) ? 'message' : simple,
				isAboutError: place.isAboutError && (!isHolder || isField || isAboutErrors.test(simple)),
				depth: place.depth + 1,
				field: isField ? name : field,
			});
		}
	};
	visit(answer, { name: '', isAboutError: true, depth: 0 });
	return found;
}

/** The most specific words first. */
const bySpecificity = (one: Found, other: Found) =>
	Number(other.isAboutError) - Number(one.isAboutError) ||
	other.depth - one.depth ||
	rankOf(one.name) - rankOf(other.name);

const comparable = (words: string) =>
	words
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

/** The first of these that are different and not too long. */
function chosen(all: string[]): string[] {
	const quotes: string[] = [];
	for (const words of all) {
		const same = quotes.findIndex((quote) => {
			const [one, other] = [comparable(quote), comparable(words)];
			return one.includes(other) || other.includes(one);
		});
		const before = quotes[same];
		const quote = quoted(words);
		if (before === undefined) quotes.push(quote);
		else if (before.length < quote.length) quotes[same] = quote;
	}
	let left = longest;
	return quotes.slice(0, mostQuoted).filter((quote, at) => {
		left -= quote.length;
		return at === 0 || left >= 0;
	});
}

/** What is left of an answer without what says nothing. Undefined if that is nothing. */
function telling(value: unknown): unknown {
	if (typeof value === 'string') {
		const isNumber = /^\+?\d{4,}$/.test(value);
		const saysNothing = isGeneral(value) || noWords.some((pattern) => pattern.test(value));
		return saysNothing && !isNumber ? undefined : value;
	}
	if (Array.isArray(value)) {
		const entries = value.map(telling).filter((entry) => entry !== undefined);
		return entries.length > 1 ? entries : entries[0];
	}
	if (!isObject(value)) return value ?? undefined;
	const fields = Object.entries(value)
		.filter(([name, entry]) => {
			const simple = simpleName(name);
			if (
				skippedName.test(simple) ||
				/^(?:.*(?:request|trace|correlation)id|path|method|version|time)$/.test(simple)
			)
				return false;
			if (typeof entry === 'boolean') return !/^(?:success|ok|error|status|sent)$/.test(simple);
			return (
				typeof entry !== 'number' || (!/status/.test(simple) && !(entry >= 100 && entry < 600))
			);
		})
		.map(([name, entry]) => [name, telling(entry)] as const)
		.filter(([, entry]) => entry !== undefined);
	const [only] = fields;
	if (fields.length === 0) return undefined;
	return fields.length === 1 && typeof only?.[1] === 'object'
		? only[1]
		: Object.fromEntries(fields);
}

/** A value as compact JSON. JSON.stringify fails if the value is nested too deeply. */
function asJson(value: unknown): string {
	if (value === undefined) return '';
	if (typeof value === 'string') return quoted(value);
	try {
		const json = JSON.stringify(value);
		return json === '{}' || json === '[]' ? '' : quoted(json);
	} catch {
		return '';
	}
}

/** The words of what an answer holds. */
function wordsOfValue(value: unknown, own: string[]): string[] {
	const found = textsIn(value, own).sort(bySpecificity);
	const specific = found.filter((one) => !one.isGeneral);
	const sentences = specific.filter(({ isSentence }) => isSentence);
	const ofFields = found.filter(({ hasField }) => hasField);
	for (const some of [sentences, ofFields])
		if (some.length > 0) return chosen(some.map(({ words }) => words));
	const codes = specific.filter(({ name }) => isCode.test(name));
	const code = codes[0] ?? specific[0];
	if (code) return [quoted(code.words)];
	const rest = asJson(telling(value));
	if (rest !== '') return [rest];
	const general = found.find(({ isSentence }) => isSentence) ?? found[0];
	const words = general ? quoted(general.words) : asJson(value);
	return words === '' ? [] : [words];
}

const namedEntities: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
};

const withoutEntities = (text: string) =>
	text.replace(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (whole: string, code?: string, name?: string) =>
		code ? String.fromCodePoint(Number(code)) : (namedEntities[name ?? ''] ?? whole),
	);

/** Opening tags with the text behind them. In XML, they are what fields are in JSON. */
function elementsIn(markup: string): Array<{ name: string; text: string }> {
	const plain = markup.replace(/<!\[CDATA\[([^<>]*)\]\]>/g, '$1');
	return [...plain.matchAll(/<([^<>]+)>([^<>]+)/g)].flatMap(([, tag = '', text = '']) => {
		const [name = ''] = tag.split(/[\s/]/, 1);
		const local = name.slice(name.indexOf(':') + 1).toLowerCase();
		return /^[a-z][\w.-]*$/.test(local) ? { name: local, text: withoutEntities(text).trim() } : [];
	});
}

/** A page says it in its title, or in its text. */
function wordsOfPage(page: string): string[] {
	const texts = elementsIn(page.slice(0, 100_000))
		.filter(({ name, text }) => /^(?:title|h[1-3]|pre|p)$/.test(name) && text !== '')
		.map(({ text }) => cleaned(text))
		.filter((text) => text !== '');
	const [title] = texts;
	const plain = page.includes('<') ? undefined : cleaned(page);
	const telling =
		texts.find((text) => !isGeneral(text) && wordsIn(text).length > 1) ?? title ?? plain;
	return telling === undefined ? [] : [quoted(telling)];
}

function wordsOfText(text: string, own: string[]): string[] {
	const elements = /^\s*<[?a-z]/i.test(text) ? elementsIn(text.slice(0, 100_000)) : [];
	const isMarkup = elements.some(({ name }) =>
		/^(?:a|b|br|div|font|h\d|i|p|pre|span|strong)$/.test(name),
	);
	if (elements.length > 0 && !isMarkup)
		return wordsOfValue(
			elements.map(({ name, text }) => ({ [name]: text })),
			own,
		);
	const inner = jsonIn(text);
	const words = inner ? wordsOfValue(text, own) : [quoted(cleaned(text) || text)];
	return words.filter((one) => one !== '');
}

/**
 * The service's own words about what went wrong, the most specific ones first: sentences; if there are none, a code, or
 * what the answer tells as JSON; a general text such as "Bad Request" only if there is nothing else.
 * @param request the body of the request, which the answer may repeat
 * @returns at most three, each on one line
 */
export function wordsOfAnswer(body: Body, request?: unknown): string[] {
	if (body.kind === 'empty') return [];
	if (body.kind === 'page') return wordsOfPage(body.value);
	const own = ownTexts(request);
	return body.kind === 'text' ? wordsOfText(body.value, own) : wordsOfValue(body.value, own);
}
