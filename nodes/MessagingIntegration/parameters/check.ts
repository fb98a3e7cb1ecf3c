// Tests: test/engine/entered.test.ts, test/engine/checkedBeforeSending.test.ts
import { isConstant, locatedBy, type Look, type Parameters } from '../n8n/parameters';
import type { EnteredParts } from '../n8n/plainFields';
import type { Field as FieldInWords, Meaning, NothingGiven } from '../words/input';
import { refusal } from '../words/refusal';
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
	/** What people see of it: the parameter "Text". */
	field: FieldInWords;
	/** What it says, if that must not be empty. */
	meaning: Meaning | undefined;
	/** As it was entered: an expression begins with "=". */
	saved: string;
	parts: EnteredParts;
	value: unknown;
}

/** @throws Refusal if something is wrong with a field */
type Rule = (entered: Field) => void;

/** The same, before n8n evaluates it. */
type TypedRule = (entered: Pick<Field, 'field' | 'saved' | 'parts'>) => void;

/** What a field tells about itself. */
export interface Looks {
	typed?: TypedRule;
	rules: Rule[];
	meaning?: Meaning;
}

/** What n8n's own values begin with: `$json`, `$('Form')`. "$5" is money. */
const ofN8n = /\$[A-Za-z_(]/;

/** The first `{{` of typed words with a value of n8n behind it: `{{ $json.name }}`. Behind a backslash, it is meant as words. */
function bracesIn(typed: string): string | undefined {
	if (!typed.includes('{{')) return undefined;
	const [first = '', ...others] = typed.split('{{');
	let before = first;
	for (const behind of others) {
		const end = behind.indexOf('}}');
		const inside = end < 0 ? behind : behind.slice(0, end);
		if (!before.endsWith('\\') && ofN8n.test(inside)) return `{{${inside}${end < 0 ? '' : '}}'}`;
		before = behind;
	}
	return undefined;
}

/** `{{ $json.name }}` or `{{ $json.name` in a fixed field, or `{{ $json.name }` in an expression, which n8n could not evaluate. */
const isTypedRight: TypedRule = ({ field, saved, parts }) => {
	const braces = isConstant(saved) ? bracesIn(saved) : undefined;
	if (braces !== undefined) throw refusal('bracesInFixedField', { field, words: braces });
	const broken =
		parts.codes.find((code) => !code.endsWith('}}') && ofN8n.test(code)) ??
		parts.texts.map(bracesIn).find((found) => found !== undefined);
	if (broken !== undefined) throw refusal('bracesNotClosed', { field, words: broken });
};

/** `{{ name }}` reads nothing of n8n, and gives nothing. */
const readsSomething: Rule = ({ parameters, itemIndex, field, parts, value }) => {
	for (const code of parts.codes) {
		if (code.includes('$')) continue;
		const given = () => (parts.isWhole ? value : parameters.value(`=${code}`, itemIndex));
		// It reads nothing of the item, so it is the same for all.
		if (parameters.once(`${JSON.stringify(field)} has ${code}`, () => given() === undefined)) {
			const name = code
				.slice(2, -2)
				.trim()
				.replace(/^json\./, '');
			throw refusal('readsNothing', { field, words: code, name });
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

/** What a file is called, and where it is, is known without these. */
const mayAllBeEmpty: Meaning[] = ['fileField', 'fileName'];

/** What is said of a part that gave nothing. */
function nothingGiven(
	{ parameters, itemIndex, field }: Field,
	meaning: Meaning,
	code: string,
): NothingGiven {
	return { meaning, field, code, fields: fieldsOfItem(parameters.json(itemIndex)) };
}

/** A field that must not be empty, and whose only part gave nothing. */
const isGiven: Rule = (entered) => {
	const { meaning, parts, value } = entered;
	const [code = '', another] = parts.codes;
	if (!meaning || another !== undefined || !isBlank(value) || mayBeEmpty(code)) return;
	if (mayAllBeEmpty.includes(meaning)) return;
	throw refusal('allEmpty', nothingGiven(entered, meaning, code));
};

/** A field that says who, which or once means something else if a part of it gave nothing. */
const allGiven: Rule = (entered) => {
	const { parameters, itemIndex, meaning, parts, value } = entered;
	const { codes, texts, isWhole } = parts;
	if (!meaning || isWhole || typeof value !== 'string') return;
	if (codes.length === 1 && isBlank(value)) return;
	for (const [at, code] of codes.entries()) {
		if (!canLack(at, texts, value) || !code.includes('$') || mayBeEmpty(code)) continue;
		// A letter in front makes a text of it, as it is in the field: nothing for NaN.
		if (isBlank(String(parameters.value(`=x${code}`, itemIndex)).slice(1)))
			throw refusal('partEmpty', nothingGiven(entered, meaning, code));
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
	return (entered) => {
		const { parameters, itemIndex, field, parts, value } = entered;
		const said = typeof value === 'number' ? String(value) : value;
		if (typeof said !== 'string' || parts.codes.length === 0 || !any.test(said)) return;
		for (const code of parts.codes) {
			const part = parts.isWhole ? said : String(parameters.value(`=x${code}`, itemIndex)).slice(1);
			const [found] = exactly.exec(part.trim()) ?? [];
			const [joined = ''] = words.exec(part) ?? [];
			if (found === undefined && (joined === '' || !isJoined(entered, part, joined))) continue;
			throw refusal('saysNoValue', { field, code, said: found ?? joined });
		}
	};
}

/** An object is no words. A list has its own error. */
const isNoObject: Rule = ({ field, parts, value }) => {
	const words = asWords(value);
	if (typeof words !== 'object' || words === null || Array.isArray(words)) return;
	const name = 'toJSON' in words ? 'textIsWrongDate' : 'textIsObject';
	throw refusal(name, { field, code: parts.codes[0] ?? '' });
};

/** A question shows an object as JSON. One that an expression joined to words cannot be shown. */
const joinsNoObject: Rule = ({ parameters, itemIndex, field, parts, value }) => {
	const lost = '[object Object]';
	if (typeof value !== 'string' || !value.includes(lost)) return;
	if (JSON.stringify(parameters.json(itemIndex) ?? {}).includes(lost)) return;
	for (const code of parts.codes) {
		const given = parameters.value(`=${code}`, itemIndex);
		if (typeof given === 'string' && given.includes(lost))
			throw refusal('objectJoined', { field, code });
	}
};

/** A number of more than 15 digits names somebody else. */
const allDigits: Rule = ({ parameters, itemIndex, field, parts, value }) => {
	const isWholeNumber = parts.isWhole && typeof value === 'number';
	if (!isWholeNumber && (parts.isWhole || !/\d{16}|\de\+\d/.test(String(value)))) return;
	for (const code of parts.codes) {
		const given = isWholeNumber ? value : parameters.value(`=${code}`, itemIndex);
		if (typeof given === 'number' && hasLostDigits(given))
			throw refusal('numberLostDigits', { field, code, given });
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

/** The words of a message, which must have some. */
export const text: Looks = { ...words, rules: [...words.rules, isGiven], meaning: 'text' };

/** Fields that the service knows, whose values can be objects. */
export const values: Looks = { typed: isTypedRight, rules: [readsSomething, saysNo(ofCode)] };

/** A question shows an object as its fields. */
export const question: Looks = {
	typed: isTypedRight,
	rules: [readsSomething, isGiven, saysNo(ofCodeInQuestion), joinsNoObject],
	meaning: 'question',
};

/** What says who, which or once. */
export const identity = (of: Meaning): Looks => ({
	typed: isTypedRight,
	rules: [
		readsSomething,
		isGiven,
		allGiven,
		saysNo(ofCodeOrNull, /undefined|NaN|\[object Object\]|Invalid Date|null/),
		allDigits,
	],
	meaning: of,
});

/** What says where a file is. */
export const place = (of: Meaning): Looks => ({
	typed: isTypedRight,
	rules: [readsSomething, isGiven, allGiven, saysNo(ofCode)],
	meaning: of,
});

/** One text within a parameter. */
interface Entered extends Pick<Field, 'field' | 'meaning' | 'saved' | 'parts'> {
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
 * @param fieldOf what people see of a field
 */
export function checkEntered(
	looksOf: (path: string) => Looks | undefined,
	fieldOf: (path: string) => FieldInWords,
): Look {
	const known = new Map<string, Entered[]>();
	const of = (path: string): Looks => {
		const holder = path.slice(0, Math.max(path.lastIndexOf('.'), 0));
		return looksOf(path) ?? (holder === '' ? anything : of(holder));
	};
	const enteredIn = (parameters: Parameters, name: string): Entered[] =>
		[...textsIn(locatedBy(parameters.saved(name)), name, [])].map(([path, keys, saved]) => {
			const { typed, rules, meaning } = of(path);
			const parts = parameters.parts(saved);
			return { field: fieldOf(path), meaning, saved, parts, keys, typed, rules };
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
				const { field, meaning, saved, parts, keys, rules } = entered;
				const given = keys.reduce<unknown>(
					(holder, key) => (Object(holder) as Record<string, unknown>)[key],
					whole,
				);
				// A spread of what is known would take ten times as long as the rules.
				const known = { parameters, itemIndex, field, meaning, saved, parts, value: given };
				for (const rule of rules) rule(known);
			}
		},
	};
}
