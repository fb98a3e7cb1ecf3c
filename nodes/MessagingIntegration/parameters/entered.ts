import { type InputReason, invalidInput } from '../service/inputError';
import { hint } from '../service/request';
import { quoted, sentences } from '../service/sentences';
import { isConstant, locatedBy, type Look, type Parameters } from '../n8n/parameters';
import { expressionFrom, expressionInto, phoneNames } from './expressionInto';
import { adviceOnField } from './fieldsThere';
import { asWords, hasLostDigits, isBlank, noValue, isListOfWords } from './typedValues';

/**
 * Every value that a person entered is looked at here when it is read: what was typed, what an expression gave, and which
 * part of it gave what. `rules` says which kind of field has which rules, and `kinds` which kind a field is.
 */

/** A field of an item. */
interface Field {
	parameters: Parameters;
	itemIndex: number;
	/** The names that lead to it: `options.fileName`. */
	path: string;
	/** As in: the parameter "Text". */
	title: string;
	/** As it was entered: an expression begins with "=". */
	saved: string;
	value: unknown;
}

/** Throws an error, or notes a hint, if something is wrong with a field. */
type Rule = (field: Field) => void;

/**
 * `identity`: it means something else if a part of it is missing. `prose`: people read it in a chat. `question`: the same,
 * but an object in it is shown as its fields. `words`: people read it elsewhere, or the service does. `fields`, `json`:
 * fields that the service knows, entered one by one, or as JSON. `other`: its own rule says all. `choice`: it cannot be an
 * expression.
 */
type Kind = 'identity' | 'prose' | 'question' | 'words' | 'fields' | 'json' | 'other' | 'choice';

/** Of all words, wherever people read them. */
const inWords: Rule[] = [
	fixedBraces,
	codeInWords,
	givenBraces,
	givenNothing,
	brokenWords,
	brokenNumber,
	emptyPart,
];

/** Of what people read in a chat, as it is. */
const inChat: Rule[] = [rawValue, backslashN, markup];

const rules: Record<Kind, Rule[]> = {
	identity: [fixedBraces, codeWithoutBraces, givenNothing, missingPart],
	prose: [object, ...inWords, nothingFound, ...inChat],
	question: [...inWords, ...inChat],
	words: [...inWords, nothingFound],
	fields: [
		...[fixedBraces, codeInWords, givenBraces, brokenField],
		...[brokenNumber, lostInJson, emptyPart, emptyField],
	],
	json: [fixedBraces, brokenJson, lostInJson, emptyPart, nothingFound],
	other: [fixedBraces],
	choice: [],
};

/** By path. What is in a collection has the kind of the collection. */
const kinds: Record<string, Kind> = {
	resource: 'choice',
	operation: 'choice',
	to: 'identity',
	instanceId: 'identity',
	'options.sendOnceKey': 'identity',
	text: 'prose',
	caption: 'prose',
	message: 'question',
	mediaUrl: 'words',
	storageRef: 'words',
	contentFields: 'fields',
	bodyFields: 'fields',
	'options.fileName': 'words',
	contentJson: 'json',
	bodyJson: 'json',
	jsonOutput: 'json',
	'options.additionalContent': 'json',
	approvalOptions: 'words',
	choices: 'words',
	formFields: 'words',
	'options.commentLabel': 'words',
	'options.messageButtonLabel': 'words',
	'options.recordedText': 'words',
	'options.responseFormTitle': 'words',
	'options.responseFormDescription': 'words',
	'options.responseFormButtonLabel': 'words',
};

/** What users call a field, and what follows if a part of it is missing. */
const identities: Record<string, [what: string, consequence: string]> = {
	to: ['recipient', 'so it could be somebody else. Correct the expression in the parameter "To".'],
	instanceId: [
		'instance',
		'so it could be another instance. Correct the expression in the parameter "Instance".',
	],
	'options.sendOnceKey': [
		'Send Once Key',
		'so other messages would have the same key and would not be sent. Correct the expression.',
	],
};

/** What users call the fields that must have a value. */
const needed: Record<string, [reason: InputReason, what: string]> = {
	to: ['recipientEmpty', 'recipient'],
	'options.sendOnceKey': ['valueEmpty', 'Send Once Key'],
	text: ['valueEmpty', 'text'],
	message: ['valueEmpty', 'message'],
	mediaUrl: ['valueEmpty', 'media URL'],
	storageRef: ['valueEmpty', 'storage reference'],
};

/** What the cell of a table has instead of a value, in several languages. */
const cellError =
	/#(?:(?:N\/[ABD]|NV|Н\/Д|I\/T|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI)(?![\p{L}\p{N}_-])|¡?(?:REF|VALUE|DIV\/0|NUM|NULL|ERR|ERROR|SPILL|CALC|BEZUG|WERT|ZAHL|VALOR|NULO|NÚM|VALEUR|NOMBRE|NUL|RIF|VALORE|NULLO|VERW|WAARDE|GETAL|LEEG|ССЫЛКА|ЗНАЧ|ДЕЛ\/0|ЧИСЛО|ПУСТО|ADR|ARG|DZIEL\/0|LICZBA|BAŞV|DEĞER|SAYI\/0|SAYI|REFERENS|VÄRDEFEL|DIVISION\/0|OGILTIGT|SAKNAS|REFERENCE|VÆRDI|VERDI|ODKAZ|HODNOTA|DĚLENÍ_NULOU|ČÍSLO|HIV|ÉRTÉK|ZÉRÓOSZTÓ|SZÁM|VIITTAUS|ARVO|JAKO\/0|LUKU|PUUTTUU)!|¿?(?:NAME|NOMBRE|NOM|NOME|NAAM|ИМЯ|NAZWA|NAMN|NAVN|NÁZEV|NÉV|NIMI)\?)|\bErr:5\d\d\b/u;

/** What JavaScript, Luxon and the cells of tables write instead of a value. */
const broken = new RegExp(
	`^(?:undefined|NaN|Invalid Date(?:Time)?|\\[object Object\\]|${cellError.source})$`,
	'u',
);

/** Whether a text that identifies something holds what stands for a missing value. */
const isBroken = (text: string) => noValue.test(text) || cellError.test(text);

/** The steps of what an expression reads: `.item.json["name"]`. */
const steps = String.raw`(?:\??\.[A-Za-z_$][\w$]*(?:\(\d*\)|(?![\w$(]))|\[(?:"[^"\n]*"|'[^'\n]*'|\d+)\])`;
const anyNode = String.raw`\$\((?:"[^"\n]*"|'[^'\n]*')\)`;

/** What an expression reads: `$json.name`, `$('Form').item.json.name`. */
const references = new RegExp(`(?:\\$(?:json|input)|${anyNode})${steps}*`, 'g');

/** What n8n calls other values, which have no item. */
const ofRun = 'binary|env|execution|itemIndex|now|prevNode|runIndex|today|vars|workflow';

const referencesOfRun = new RegExp(`\\$(?:${ofRun})\\b${steps}*`, 'g');

/** Texts in code. */
const quotes = /(["'`])(?:\\[^]|(?!\1)[^\\])*\1/g;

/** The same as words. jQuery has `$("name")` as well. */
const code = new RegExp(
	`(?:\\$(?:json|input|${ofRun})|${anyNode}(?=\\.(?:item|first|last|all)\\b))${steps}+|\\$(?:itemIndex|now|runIndex|today)\\b`,
);

/** An expression whose author has said that it can give nothing. */
const canGiveNothing = /\?(?!\.)|\|\||&&|(["'`])\1/;

/** Without a part of these, it would be another file. */
const ofFile = ['mediaUrl', 'storageRef'];

/** The first `{{ … }}` in a text. */
function bracesIn(text: string): string | undefined {
	const start = text.indexOf('{{');
	const end = start < 0 ? -1 : text.indexOf('}}', start);
	return end < 0 ? undefined : text.slice(start, end + 2);
}

/** The texts of a field that its author typed. */
const typedIn = ({ parameters, saved }: Field) =>
	isConstant(saved) ? [saved] : parameters.parts(saved).texts;

function fixedBraces({ title, saved }: Field): void {
	const braces = isConstant(saved) ? bracesIn(saved) : undefined;
	if (braces === undefined) return;
	throw invalidInput(
		'parameterUnusable',
		`The ${title} has ${quoted(braces)} as words, not as an expression`,
		'Switch the field from "Fixed" to "Expression", right above it.',
	);
}

/** Code that the author typed without braces. Those behind a backslash are meant as words. */
const codeIn = (field: Field) =>
	typedIn(field)
		.filter((text) => !text.includes('\\{{'))
		.map((text) => code.exec(text)?.[0])
		.find((found) => found !== undefined);

function codeWithoutBraces(field: Field): void {
	const found = codeIn(field);
	if (found === undefined) return;
	throw invalidInput(
		'parameterUnusable',
		`The ${field.title} has ${quoted(found)} as words, not as an expression`,
		`Enter {{ ${quoted(found)} }}, and switch the field to "Expression", right above it.`,
	);
}

function codeInWords(field: Field): void {
	const found = codeIn(field);
	if (found !== undefined)
		field.parameters.note('all', hint('codeInWords', quoted(found), field.title));
}

function givenBraces({ parameters, itemIndex, title, saved, value }: Field): void {
	if (!isConstant(saved) && typeof value === 'string' && bracesIn(value) !== undefined)
		parameters.note(itemIndex, hint('braces', title));
}

/** A whole field for which the expression gave nothing, in words that say where to look. */
function givenNothing({ parameters, itemIndex, path, title, saved, value }: Field): void {
	const [reason, what] = needed[path] ?? [];
	const { codes } = parameters.parts(saved);
	if (!reason || codes.length !== 1 || !isBlank(value)) return;
	throw invalidInput(
		reason,
		`The ${what} is empty`,
		sentences(
			`${quoted(codes[0] as string)} in the ${title} gave nothing for this item.`,
			adviceOnField(parameters, itemIndex, saved) ?? 'Correct the expression.',
		),
	);
}

/** Whether a part is a function: n8n writes its source. */
function isFunction({ parameters, itemIndex }: Field, code: string, part: string): boolean {
	if (!/\)\s*\{|=>|^class\b/.test(part)) return false;
	try {
		const type = parameters.value(`={{ typeof (${code.slice(2, -2)}) }}`, itemIndex);
		return type === 'function';
	} catch {
		return false;
	}
}

const adviceOnFunction = (code: string) =>
	`It is a function. Put () behind its name: ${quoted(`${code.slice(0, -2).trimEnd()}() }}`)}.`;

/** What a part of a text gave, as n8n writes it into the text: nothing for a missing value. A letter makes it a text. */
const written = ({ parameters, itemIndex }: Field, code: string) =>
	String(parameters.value(`=x${code}`, itemIndex)).slice(1);

/** The value of a part, which tells whether it is a number or an object. */
function valueOf({ parameters, itemIndex }: Field, code: string): unknown {
	try {
		return parameters.value(`=${code}`, itemIndex);
	} catch {
		return undefined;
	}
}

/** What an expression reads that only joins what it reads, as `{{ "order-" + $json.id }}` does. Empty for other code. */
function joinedIn(code: string): string[] {
	const bare = code.slice(2, -2).trim();
	const all = bare.match(references) ?? [];
	// Nothing is joined. n8n evaluates it once.
	if (all[0] === bare) return [];
	const rest = bare
		.replace(references, '@')
		.replace(referencesOfRun, '@')
		.replace(/\$\{\s*@\s*\}/g, '')
		.replace(quotes, (text) => (text.includes('${') ? text : ''))
		// `.padStart(5)` and `.replace(/\D/g)` give something only if they are of something.
		.replace(/@(?:\??\.(?!is)\w+\((?:\s*\/(?:\\.|[^/\\\n])+\/\w*)?[\d\s,]*\))+/g, '@')
		.replace(/\.(?:join|concat)\b|\bString\b/g, '');
	// A list with an index behind it gives one of its entries.
	return /^(?![^]*\]\s*\[)[@\s\d+,()[\]]*$/.test(rest) ? all : [];
}

/**
 * What is meant by an expression that adds what it should join: `{{ $json.cc }}{{ $json.phone }}`. Undefined for other code.
 * @param least of the data: what is counted up by a number can be an ID, but no phone number
 */
function insteadOfSum(code: string, least: number): string | undefined {
	if (!code.includes('+') || (code.match(references) ?? []).length < least) return undefined;
	let bare = code.slice(2, -2).replace(quotes, '').replaceAll('?.', '.');
	for (let last = ''; last !== bare; ) {
		last = bare;
		bare = bare.replace(/\([^()[\]]*\)|\[[^()[\]]*\]/g, '');
	}
	// A number that is as long as a phone number is counted up, as in a test.
	if (!/^[\w$.]+(?:\s*\+\s*[\w$.]+)+$/.test(bare.trim()) || /\b\d{7}/.test(bare)) return undefined;
	const parts = code.slice(2, -2).split('+');
	// One within a text or in brackets is none of the sum.
	if (parts.length !== bare.split('+').length) return undefined;
	const one = (part: string) => (/^\d+$/.test(part) ? part : `{{ ${part} }}`);
	return parts.map((part) => one(part.trim())).join('');
}

/** How a number can look that has lost digits, or that is none. */
const unusual = /\d{16}|\de\+|Infinity/;

/** What is wrong with the number that a part gave. Only a part that looks so is evaluated again. */
function faultOfNumber(
	field: Field,
	code: string,
	part: string,
): 'lostDigits' | 'infinite' | undefined {
	if (!unusual.test(part)) return undefined;
	const number = valueOf(field, code);
	if (hasLostDigits(number)) return 'lostDigits';
	return number === Infinity || number === -Infinity ? 'infinite' : undefined;
}

/** Each part must give something, and a number must have all its digits. */
function missingPart(field: Field): void {
	const { parameters, itemIndex, path, saved, value } = field;
	const [what, consequence] = identities[path] ?? ['', ''];
	const refusal = (
		problem: 'is empty' | 'is a sum' | 'is a function' | 'is an object' | 'lost digits',
		cause: string,
		advice?: string,
	) =>
		invalidInput(
			problem === 'is empty' ? 'expressionGaveNothing' : 'parameterUnusable',
			`Part of the ${what} ${problem}`,
			sentences(`${cause} for this item, ${consequence}`, advice),
		);
	const { codes, isWhole } = parameters.parts(saved);
	/** An expression can join parts, too: each of them must give something, and none may be added. */
	const checkJoined = (code: string, given: unknown) => {
		// In a list of people, somebody may be missing.
		const isText = typeof given === 'string';
		const isList = isText ? path === 'to' && /[,;|\n]/.test(given) : typeof given === 'object';
		if (isList || isBlank(given)) return;
		const { joined, meant } = parameters.once(`joined in ${path} by ${code}`, () => ({
			joined: joinedIn(code),
			meant: insteadOfSum(code, path === 'to' ? 1 : 2),
		}));
		const missing = joined.find((one) => isBlank(valueOf(field, `{{ ${one} }}`)));
		if (missing !== undefined)
			throw refusal(
				'is empty',
				`${missing} in ${quoted(code)} gave nothing`,
				adviceOnField(parameters, itemIndex, missing),
			);
		const isSum = () => typeof (isWhole ? given : valueOf(field, code)) === 'number';
		if (meant !== undefined && isSum())
			throw refusal('is a sum', `${quoted(code)} adds numbers`, `Enter ${quoted(meant)}.`);
	};
	if (isWhole) {
		const given = [value]
			.flat()
			.filter((one) => typeof one !== 'object')
			.join();
		if (isBroken(given))
			throw refusal(
				'is empty',
				`The ${what.replace('Send Once Key', 'key')} is "${quoted(given)}"`,
			);
		checkJoined(codes[0] ?? '', value);
		return;
	}
	for (const code of codes) {
		const part = written(field, code);
		if (isBlank(part))
			throw refusal(
				'is empty',
				`${quoted(code)} gave nothing`,
				adviceOnField(parameters, itemIndex, code),
			);
		if (isFunction(field, code, part))
			throw refusal('is a function', `${quoted(code)} gave no value`, adviceOnFunction(code));
		if (isBroken(part)) {
			const meant = expressionInto(
				code,
				valueOf(field, code),
				path === 'to' ? phoneNames : undefined,
			);
			throw refusal(
				meant ? 'is an object' : 'is empty',
				`${quoted(code)} gave "${quoted(part)}"`,
				meant && `Enter ${meant}.`,
			);
		}
		const fault = faultOfNumber(field, code, part);
		if (fault === 'lostDigits')
			throw refusal('lost digits', `${quoted(code)} gave the number ${part}`);
		if (fault === 'infinite') throw refusal('is empty', `${quoted(code)} gave "${part}"`);
		checkJoined(code, part);
	}
}

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

/** What is wrong with the words that an expression wrote, as a sentence; undefined if nothing is. */
function whyBroken(field: Field, code: string, part: string): string | undefined {
	const { parameters, itemIndex, saved } = field;
	if (isFunction(field, code, part)) return adviceOnFunction(code);
	if (part.includes('[object Object]') && !parameters.parts(saved).isWhole) {
		const value = valueOf(field, code);
		const meant = typeof value === 'object' ? expressionInto(code, value) : undefined;
		if (meant !== undefined) return `${quoted(code)} is an object. Enter a field of it: ${meant}.`;
	}
	if (broken.test(part.trim())) return `${quoted(code)} gave it for this item.`;
	const [word] = noValue.exec(part) ?? [];
	if (word === undefined) return undefined;
	// Words that come with the data, such as an answer about JavaScript, are meant.
	const read = code.match(references) ?? [];
	const given = read.map((one) => [one, valueOf(field, `{{ ${one} }}`)] as const);
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

function isInside(value: unknown, word: string): boolean {
	if (typeof value === 'string') return value.includes(word);
	return (
		typeof value === 'object' &&
		value !== null &&
		Object.values(value).some((one) => isInside(one, word))
	);
}

/** An object or a list of objects instead of words. */
function object({ parameters, title, saved, value }: Field): void {
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
		: ((broken.exec(text.trim()) ?? noValue.exec(text))?.[0] ?? '');

/** Throws for what no customer may read. @param textsOf what a field or a part of it gave */
function refuseBroken(field: Field, textsOf: (given: unknown) => string[]): void {
	const { parameters, title, path, saved, value } = field;
	if (!textsIn(value).some(canBeBroken)) return;
	const { codes, isWhole } = parameters.parts(saved);
	for (const code of codes)
		for (const given of textsOf(isWhole ? value : written(field, code))) {
			const text = withoutTyped(code, given);
			// In a question, an object is shown as its fields.
			if (path === 'message' && text === '[object Object]') continue;
			const why = whyBroken(field, code, text);
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
function brokenWords(field: Field): void {
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
function brokenField(field: Field): void {
	refuseBroken(field, (given) => textsInJson(given) ?? textsIn(given));
}

/** `brokenWords` for JSON, of which a part can be a text in quotation marks, or some fields. */
function brokenJson(field: Field): void {
	const withoutNull = (given: unknown) => [String(given).replaceAll(/\bnull\b/g, '')];
	refuseBroken(field, (given) => textsInJson(given) ?? withoutNull(given));
}

/** A number in a text that has lost digits, such as that of a parcel, or that is none. */
function brokenNumber(field: Field): void {
	const { parameters, title, saved, value } = field;
	const { codes, isWhole } = parameters.parts(saved);
	if (isWhole || typeof value !== 'string' || !unusual.test(value)) return;
	for (const code of codes) {
		const part = written(field, code);
		const fault = faultOfNumber(field, code, part);
		if (fault === 'lostDigits')
			throw invalidInput(
				'parameterUnusable',
				`The ${title} has a number that lost digits`,
				`${quoted(code)} gave ${quoted(part)} for this item. n8n keeps 15 digits of a number: make it a text where it comes from.`,
			);
		if (fault === 'infinite') throw noNumber(field, code, part);
	}
}

/** What of a value JSON would write as null: a number or a date that is none. */
function lostIn(value: unknown): 'number' | 'date' | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'number';
	if (typeof value !== 'object' || value === null) return undefined;
	if ('toJSON' in value) return JSON.stringify(value) === 'null' ? 'date' : undefined;
	for (const one of Object.values(value)) {
		const lost = lostIn(one);
		if (lost !== undefined) return lost;
	}
	return undefined;
}

/** `brokenNumber` for the numbers and dates in an object or a list that an expression gave. */
function lostInJson(field: Field): void {
	const { parameters, title, saved, value } = field;
	const lost = typeof value === 'object' ? lostIn(value) : undefined;
	const [code = ''] = parameters.parts(saved).codes;
	if (lost === 'number') throw noNumber(field, code, 'NaN or Infinity');
	if (lost === 'date')
		throw invalidInput(
			'textBroken',
			`The ${title} has a date that is none`,
			`${quoted(code)} gave it for this item. Correct the expression.`,
		);
}

const noNumber = ({ title }: Field, code: string, part: string) =>
	invalidInput(
		'textBroken',
		`The ${title} has a number that is none`,
		`${quoted(code)} gave ${part} for this item. Correct the expression.`,
	);

/** A part of a text that gave nothing, unless its author has said that it can. */
function emptyPart(field: Field): void {
	const { parameters, itemIndex, path, title, saved, value } = field;
	const { codes, texts, isWhole } = parameters.parts(saved);
	// In a review, it is an error.
	if (isWhole || typeof value !== 'string' || parameters.isHumanReview) return;
	for (const [at, code] of codes.entries()) {
		// Before n8n evaluates a part by itself: without it, what stands around it is side by side.
		const [before = '', behind = ''] = texts.slice(at, at + 2);
		const isFirst = at === 0 && !value.startsWith(before + behind);
		const isLast = at === codes.length - 1 && !value.endsWith(before + behind);
		if (isFirst || isLast || !value.includes(before + behind)) continue;
		if (canGiveNothing.test(code) || !isBlank(written(field, code))) continue;
		if (Number.isNaN(valueOf(field, code))) throw noNumber(field, code, 'NaN');
		const [, what] = ofFile.includes(path) ? (needed[path] ?? []) : [];
		if (what !== undefined)
			throw invalidInput(
				'expressionGaveNothing',
				`Part of the ${what} is empty`,
				`${quoted(code)} gave nothing for this item, so it could be another file. Correct the expression.`,
			);
		parameters.note(itemIndex, hint('emptyPart', quoted(code), title));
	}
}

/** A caption or an option for which the expression found no field: its name may be misspelt. */
function nothingFound({ parameters, itemIndex, path, title, saved, value }: Field): void {
	const { codes, isWhole } = parameters.parts(saved);
	const [code = ''] = codes;
	const mayBeEmpty = ['caption', 'bodyJson'].includes(path) || path.startsWith('options.');
	if (mayBeEmpty && isWhole && value === undefined && !canGiveNothing.test(code))
		parameters.note(itemIndex, hint('nothingFound', quoted(code), title));
}

/** A field of its own for which the expression gave nothing, unless its author has said that it can. */
function emptyField({ parameters, itemIndex, title, saved, value }: Field): void {
	const { codes, isWhole } = parameters.parts(saved);
	const [code = ''] = codes;
	if (isWhole && isBlank(value) && !canGiveNothing.test(code))
		parameters.note(itemIndex, hint('emptyField', quoted(code), title));
}

/** What stands behind the first sign of a letter whose UTF-8 was read as Latin letters. */
const inLetter = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';

/** What programs write, and people do not: 59.699999999999996, Mon Jan 05 2026 09:00:00 GMT+0000 (…). */
const raw = {
	rawNumber: /(?<![^\s(\p{Sc}-])\d+\.\d{9,}(?![\w.])/u,
	rawDate: /\d GMT[+-]\d{4}\b|(?<!\S)\d{4}-\d\d-\d\dT\d\d:\d\d/,
	/** UTF-8 that was read as another encoding, or the other way round. */
	wrongEncoding: new RegExp(
		String.raw`\ufffd|ï¿½|[ÃÂ][\u0080-\u00aa\u00ac-\u00ba\u00bc-\u00bfŸœžŒŠŽ„…†‡ˆ‰‹›–—˜™š]|â€|ðŸ|â${inLetter}{2}|(?:[Â-ß]${inLetter}){2}|(?:[à-ï]${inLetter}{2}){2}`,
	),
};

function rawValue(field: Field): void {
	const { parameters, itemIndex, title, saved } = field;
	// A date of Luxon goes in ISO 8601.
	const value = asWords(field.value);
	if (typeof value !== 'string') return;
	const { codes, isWhole } = parameters.parts(saved);
	for (const [name, pattern] of Object.entries(raw) as Array<[keyof typeof raw, RegExp]>) {
		const code = pattern.test(value)
			? codes.find((one) => pattern.test(isWhole ? value : written(field, one)))
			: undefined;
		if (code !== undefined) parameters.note(itemIndex, hint(name, quoted(code), title));
	}
}

/** Typed into a field, a backslash and an n are two letters. In the path of a file, they are meant. */
function backslashN(field: Field): void {
	const { parameters, itemIndex, title, value } = field;
	const hasTwoLetters = (text: string) => text.includes('\\n') && !/[A-Z]:\\|\\\\/i.test(text);
	if (typedIn(field).some(hasTwoLetters)) parameters.note('all', hint('backslashN', title));
	else if (typeof value === 'string' && hasTwoLetters(value))
		parameters.note(itemIndex, hint('backslashNInData', title));
}

/** What shops and mail programs write: HTML is for browsers. */
const html =
	/&(?:amp|lt|gt|quot|apos|nbsp|euro|pound|copy|reg|trade|hellip|szlig|iexcl|iquest|[blr][sd]?a?quo|[nm]dash|[a-z](?:uml|acute|grave|circ|tilde|cedil|ring)|#x?[\da-f]{2,6});|<!doctype\s|<img\s|<\/?(?:a|b|blockquote|body|br|center|div|em|font|h[1-6]|head|hr|html|i|li|ol|p|section|span|strong|style|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]{0,300})?\s?\/?>/i;

function markup({ parameters, itemIndex, title, saved, value }: Field): void {
	if (typeof value !== 'string') return;
	const [said] = html.exec(value) ?? [];
	const isThought = /<\/?think(?:ing)?>/.test(value);
	if (said === undefined && !isThought) return;
	const about = hint(isThought ? 'thoughts' : said?.startsWith('&') ? 'entities' : 'tags', title);
	parameters.note(isConstant(saved) ? 'all' : itemIndex, about);
}

/** The fields in a parameter, each with what became of it. */
function* fieldsIn(
	path: string,
	saved: unknown,
	value: unknown,
): Generator<[string, string, unknown]> {
	if (typeof saved === 'string') yield [path, saved, value];
	if (typeof saved !== 'object' || saved === null) return;
	for (const [name, one] of Object.entries(saved)) {
		const given = (Object(value) as Record<string, unknown>)[name];
		const inside = Array.isArray(saved) ? path : `${path}.${name}`;
		yield* fieldsIn(inside, one, given);
	}
}

function rulesOf(path: string): Rule[] {
	const steps = path.split('.');
	const paths = steps.map((_, at) => steps.slice(0, steps.length - at).join('.'));
	const known = paths.find((one) => Object.hasOwn(kinds, one));
	return rules[known === undefined ? 'other' : (kinds[known] as Kind)];
}

/**
 * Looks at a parameter when it is read.
 * @param titleOf what people see of a field, as in: parameter "Text"
 */
export function lookAtEntered(titleOf: (path: string) => string): Look {
	const known = new Map<string, { title: string; all: Rule[] }>();
	return (parameters, itemIndex, name, value) => {
		const fields = fieldsIn(name, locatedBy(parameters.saved(name)), locatedBy(value));
		for (const [path, saved, given] of fields) {
			const { title, all } = known.get(path) ?? { title: titleOf(path), all: rulesOf(path) };
			known.set(path, { title, all });
			const field = { parameters, itemIndex, path, title, saved, value: given };
			for (const rule of all) rule(field);
		}
	};
}
