import { isConstant, locatedBy, type Look, type Parameters } from '../n8n/parameters';
import type { EnteredParts } from '../n8n/plainFields';
import { type InputReason, invalidInput } from '../service/inputError';
import { quoted, sentences } from '../service/sentences';
import { fieldsOfItem } from './fieldsOfItem';
import { asWords, hasLostDigits, isBlank } from './typedValues';

/**
 * The four rules of what people enter. They look at values: what a field says in the end, and what each `{{ }}` in it gave.
 * A field names beside its definition which of them it has.
 */

/** A field of an item: one text that somebody entered, and what became of it. */
interface Field {
	parameters: Parameters;
	itemIndex: number;
	/** As in: the parameter "Text". */
	title: string;
	/** What people call it: "recipient". */
	what: string;
	/** What is wrong if it is empty as a whole. */
	ifEmpty: Empty | undefined;
	/** As it was entered: an expression begins with "=". */
	saved: string;
	parts: EnteredParts;
	value: unknown;
}

/** @throws InputError if something is wrong with a field */
type Rule = (field: Field) => void;

/** The same, before n8n evaluates it. */
type TypedRule = (field: Pick<Field, 'title' | 'saved' | 'parts'>) => void;

/** What a field tells about itself. */
export interface Looks {
	typed?: TypedRule;
	rules: Rule[];
	what?: string;
	ifEmpty?: Empty;
}

type Empty = [reason: InputReason, title: string];

/** What n8n's own values begin with: `$json`, `$('Form')`. "$5" is money. */
const ofN8n = /\$[A-Za-z_(]/;

/** The first `{{` of typed words with a value of n8n behind it: `{{ $json.name }}`. Behind a backslash, it is meant as words. */
function bracesIn(typed: string, needsEnd: boolean): string | undefined {
	if (!typed.includes('{{')) return undefined;
	const [first = '', ...others] = typed.split('{{');
	let before = first;
	for (const behind of others) {
		const end = behind.indexOf('}}');
		const inside = end < 0 ? behind : behind.slice(0, end);
		const isMeant = !before.endsWith('\\') && (end >= 0 || !needsEnd);
		if (isMeant && ofN8n.test(inside)) return `{{${inside}${end < 0 ? '' : '}}'}`;
		before = behind;
	}
	return undefined;
}

const noExpression = (title: string, words: string, advice: string) =>
	invalidInput(
		'parameterUnusable',
		`The ${title} has ${quoted(words).slice(0, 100)} as words, not as an expression`,
		advice,
	);

/** `{{ $json.name }}` in a fixed field, or `{{ $json.name }` in an expression, which n8n could not evaluate. */
const isTypedRight: TypedRule = ({ title, saved, parts }) => {
	const braces = isConstant(saved) ? bracesIn(saved, true) : undefined;
	if (braces !== undefined)
		throw noExpression(
			title,
			braces,
			`Switch the field from "Fixed" to "Expression", right above it. Then it reads ${quoted(braces)}.`,
		);
	const broken =
		parts.codes.find((code) => !code.endsWith('}}') && ofN8n.test(code)) ??
		parts.texts.map((typed) => bracesIn(typed, false)).find((found) => found !== undefined);
	if (broken !== undefined)
		throw noExpression(title, broken, 'Enter it as {{ $json.name }}, with two braces at its end.');
};

/** `{{ name }}` reads nothing of n8n, and gives nothing. */
const readsSomething: Rule = ({ parameters, itemIndex, title, parts, value }) => {
	for (const code of parts.codes) {
		if (code.includes('$')) continue;
		const given = () => (parts.isWhole ? value : parameters.value(`=${code}`, itemIndex));
		// It reads nothing of the item, so it is the same for all.
		if (parameters.once(`${title} has ${code}`, () => given() === undefined)) {
			const name = code
				.slice(2, -2)
				.trim()
				.replace(/^json\./, '');
			throw noExpression(title, code, `Enter {{ $json.${quoted(name)} }}.`);
		}
	}
};

/** The name of a field, whose signs say nothing: `["Abroad? Code:"]`. */
const nameOfField = /\[\s*(?:"[^"]*"|'[^']*')\s*\]/g;

/**
 * The only look at code: whether the author of a part says that it may be empty. A question mark behind a bracket is that of
 * a pattern: `/^(?:00|\+)/`.
 */
function mayBeEmpty(code: string): boolean {
	const signs = code.replace(nameOfField, '');
	return (
		['??', '||'].some((sign) => signs.includes(sign)) ||
		(signs.split(/(?<!\()\?(?!\.)/)[1]?.includes(':') ?? false)
	);
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, '');

/** Whether a text reads as if one of its parts gave nothing: only then does n8n evaluate that part by itself. */
function canLack(at: number, texts: string[], value: string): boolean {
	const beside = withoutSpaces((texts[at] ?? '') + (texts[at + 1] ?? ''));
	const said = withoutSpaces(value);
	if (at === 0 && !said.startsWith(beside)) return false;
	return at < texts.length - 2 ? said.includes(beside) : said.endsWith(beside);
}

/** A field that says who, which or once means something else if a part of it gave nothing. */
const allGiven: Rule = ({ parameters, itemIndex, title, what, ifEmpty, parts, value }) => {
	const { codes, texts, isWhole } = parts;
	const refusal = (code: string, reason: InputReason, words: string) =>
		invalidInput(
			reason,
			words,
			sentences(
				`${quoted(code)} in the ${title} gave nothing for this item.`,
				fieldsOfItem(parameters.json(itemIndex)),
			),
		);
	const [first = ''] = codes;
	if (codes.length === 1 && isBlank(value)) {
		if (ifEmpty && !mayBeEmpty(first)) throw refusal(first, ...ifEmpty);
		return;
	}
	if (isWhole || typeof value !== 'string') return;
	for (const [at, code] of codes.entries()) {
		if (!canLack(at, texts, value) || !code.includes('$') || mayBeEmpty(code)) continue;
		// A letter in front makes a text of it, as it is in the field: nothing for NaN.
		if (isBlank(String(parameters.value(`=x${code}`, itemIndex)).slice(1)))
			throw refusal(code, 'expressionGaveNothing', `Part of the ${what} is empty`);
	}
};

/** What JavaScript and Luxon write for a value that is missing or wrong. */
const ofCode = /undefined|NaN|\[object Object\]|Invalid Date(?:Time)?/;
const ofCodeInQuestion = /undefined|NaN|Invalid Date(?:Time)?/;
/** A key or a recipient can also be joined with `null`. */
const ofCodeOrNull =
	/undefined|NaN|\[object Object\]|Invalid Date(?:Time)?|(?<![A-Za-z])null(?![A-Za-z])/;
/** What the cell of a table has instead of a value. */
const ofCell = /#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!)/;

const withoutNull = (_: string, value: unknown) => (value === null ? undefined : value);

/**
 * Whether an expression joined a word such as "undefined" to words that the field or the item has: `{{ "Hello " +
 * $json.nmae }}`. Neither of them says it. Other words came from elsewhere, and it may have come with them:
 * `{{ $json.body.base64Decode() }}`.
 */
function isJoined({ parameters, itemIndex, saved }: Field, part: string, word: string): boolean {
	const has = saved + JSON.stringify(parameters.json(itemIndex) ?? {}, withoutNull);
	if (has.includes(word)) return false;
	const known = has.toLowerCase();
	const beside = part.replaceAll(word, ' ').match(/\p{L}+/gu) ?? [];
	return beside.every((one) => known.includes(one.toLowerCase()));
}

/**
 * A part that is one of these words, or joined to one of those of code. What the author typed goes.
 * @param words of code
 * @param within how they look within a whole value, where a part can stand beside anything
 */
function saysNo(words: RegExp, within = words): Rule {
	const any = new RegExp(`${within.source}|${ofCell.source}`);
	const exactly = new RegExp(`^(?:${words.source}|${ofCell.source})$`);
	return (field) => {
		const { parameters, itemIndex, title, parts, value } = field;
		const said = typeof value === 'number' ? String(value) : value;
		if (typeof said !== 'string' || parts.codes.length === 0 || !any.test(said)) return;
		for (const code of parts.codes) {
			const part = parts.isWhole ? said : String(parameters.value(`=x${code}`, itemIndex)).slice(1);
			const [found] = exactly.exec(part.trim()) ?? [];
			const [joined = ''] = words.exec(part) ?? [];
			if (found === undefined && (joined === '' || !isJoined(field, part, joined))) continue;
			throw invalidInput(
				'textBroken',
				`The ${title} would say "${found ?? joined}"`,
				`${quoted(code)} gave it for this item. Correct the expression.`,
			);
		}
	};
}

/** An object is no words. A list has its own error. */
const isNoObject: Rule = ({ title, parts, value }) => {
	const words = asWords(value);
	if (typeof words !== 'object' || words === null || Array.isArray(words)) return;
	const isDate = 'toJSON' in words;
	throw invalidInput(
		'textBroken',
		isDate ? `The ${title} has a date that is none` : `The ${title} is an object, not words`,
		`${quoted(parts.codes[0] ?? '')} in the ${title} gave it for this item. ${isDate ? 'Correct the expression.' : 'Enter a field of it.'}`,
	);
};

/** A question shows an object as JSON. One that an expression joined to words cannot be shown. */
const joinsNoObject: Rule = ({ parameters, itemIndex, title, parts, value }) => {
	const lost = '[object Object]';
	if (typeof value !== 'string' || !value.includes(lost)) return;
	if (JSON.stringify(parameters.json(itemIndex) ?? {}).includes(lost)) return;
	for (const code of parts.codes) {
		const given = parameters.value(`=${code}`, itemIndex);
		if (typeof given === 'string' && given.includes(lost))
			throw invalidInput(
				'textBroken',
				`The ${title} would say "${lost}"`,
				`${quoted(code)} joined an object to words. Put the object into {{ }} of its own.`,
			);
	}
};

/** A number of more than 15 digits names somebody else. */
const allDigits: Rule = ({ parameters, itemIndex, title, parts, value }) => {
	const isWholeNumber = parts.isWhole && typeof value === 'number';
	if (!isWholeNumber && (parts.isWhole || !/\d{16}|\de\+\d/.test(String(value)))) return;
	for (const code of parts.codes) {
		const given = isWholeNumber ? value : parameters.value(`=${code}`, itemIndex);
		if (typeof given === 'number' && hasLostDigits(given))
			throw invalidInput(
				'parameterUnusable',
				`The ${title} has a number that lost digits`,
				`${quoted(code)} gave the number ${given}. n8n keeps 15 digits: format the column as text.`,
			);
	}
};

/** JSON has its own rules. */
export const json: Looks = { rules: [] };

const anything: Looks = { typed: isTypedRight, rules: [readsSomething] };

/** Words that people read. */
export const words: Looks = {
	typed: isTypedRight,
	rules: [readsSomething, saysNo(ofCode), isNoObject],
};

/** Fields that the service knows, whose values can be objects. */
export const values: Looks = { typed: isTypedRight, rules: [readsSomething, saysNo(ofCode)] };

/** A question shows an object as its fields. */
export const question: Looks = {
	typed: isTypedRight,
	rules: [readsSomething, saysNo(ofCodeInQuestion), joinsNoObject],
};

/** What says who, which or once. @param ifEmpty what is wrong if the whole is empty */
export const identity = (what: string, ifEmpty?: Empty): Looks => ({
	typed: isTypedRight,
	rules: [
		readsSomething,
		allGiven,
		saysNo(ofCodeOrNull, /undefined|NaN|\[object Object\]|Invalid Date|null/),
		allDigits,
	],
	what,
	...(ifEmpty && { ifEmpty }),
});

/** What says where a file is. */
export const place = (what: string, ifEmpty?: Empty): Looks => ({
	typed: isTypedRight,
	rules: [readsSomething, allGiven, saysNo(ofCode)],
	what,
	...(ifEmpty && { ifEmpty }),
});

/** One text within a parameter. */
interface Entered extends Pick<Field, 'title' | 'what' | 'ifEmpty' | 'saved' | 'parts'> {
	/** The names and places that lead to its value. */
	keys: string[];
	typed: TypedRule | undefined;
	rules: Rule[];
}

/** Each text in a parameter as it was entered, by the names that lead to it. */
function* textsIn(
	saved: unknown,
	path: string,
	keys: string[],
): Generator<[string, string[], string]> {
	if (typeof saved === 'string') yield [path, keys, saved];
	if (typeof saved !== 'object' || saved === null) return;
	for (const [name, one] of Object.entries(saved))
		yield* textsIn(one, Array.isArray(saved) ? path : `${path}.${name}`, [...keys, name]);
}

/**
 * Looks at a parameter when it is read.
 * @param looksOf what a field tells, by path; what is in a collection has the rules of the collection
 * @param titleOf what people see of a field, as in: parameter "Text"
 */
export function checkEntered(
	looksOf: (path: string) => Looks | undefined,
	titleOf: (path: string) => string,
): Look {
	const known = new Map<string, Entered[]>();
	const of = (path: string): Looks => {
		const holder = path.slice(0, Math.max(path.lastIndexOf('.'), 0));
		return looksOf(path) ?? (holder === '' ? anything : of(holder));
	};
	const enteredIn = (parameters: Parameters, name: string): Entered[] =>
		[...textsIn(locatedBy(parameters.saved(name)), name, [])].map(([path, keys, saved]) => {
			const { typed, rules, what = path, ifEmpty } = of(path);
			const parts = parameters.parts(saved);
			return { title: titleOf(path), what, ifEmpty, saved, parts, keys, typed, rules };
		});
	const textsOf = (parameters: Parameters, name: string): Entered[] => {
		const all = known.get(name) ?? enteredIn(parameters, name);
		known.set(name, all);
		return all;
	};
	return {
		typed(parameters, name) {
			for (const entered of textsOf(parameters, name)) entered.typed?.(entered);
		},
		given(parameters, itemIndex, name, value) {
			const whole = locatedBy(value);
			for (const entered of textsOf(parameters, name)) {
				// What was typed is what it gives.
				if (entered.parts.codes.length === 0) continue;
				const { title, what, ifEmpty, saved, parts, keys, rules } = entered;
				const given = keys.reduce<unknown>(
					(holder, key) => (Object(holder) as Record<string, unknown>)[key],
					whole,
				);
				// A spread of what is known would take ten times as long as the rules.
				const field = { parameters, itemIndex, title, what, ifEmpty, saved, parts, value: given };
				for (const rule of rules) rule(field);
			}
		},
	};
}
