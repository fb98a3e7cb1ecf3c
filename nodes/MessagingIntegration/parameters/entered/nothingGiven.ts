import { type InputReason, invalidInput } from '../../service/inputError';
import { hint } from '../../service/request';
import { quoted, sentences } from '../../service/sentences';
import { adviceOnField } from '../fieldsThere';
import { isBlank } from '../typedValues';
import { noNumber } from './brokenNumber';
import { type Field, valueOf, written } from './field';
import { withoutTexts } from './references';

/** What users call the fields that must have a value. */
const needed: Record<string, [reason: InputReason, what: string]> = {
	to: ['recipientEmpty', 'recipient'],
	'options.sendOnceKey': ['valueEmpty', 'Send Once Key'],
	text: ['valueEmpty', 'text'],
	message: ['valueEmpty', 'message'],
	mediaUrl: ['valueEmpty', 'media URL'],
	storageRef: ['valueEmpty', 'storage reference'],
};

const emptyText = /(["'`])(?:\s|\\[nrt])*\1/.source;
const nothing = String.raw`[\s(]*(?:${emptyText}|null\b|undefined\b|\[\s*\]|\{\s*\})`;
const alternative = new RegExp(
	String.raw`(?:\?|\|\||:|(?<![=!])=|\breturn)${nothing}|\breturn\s*;`,
);
/** In `$if(…, "")`, `$ifEmpty(…, "")` and `.reduce(…, "")`. */
const argument = new RegExp(`,${nothing}`);
const entryOfList = new RegExp(String.raw`[[,]\s*${emptyText}\s*[,\]]`);

/**
 * Whether the author of an expression has said that it can give nothing: `?? ""`, `: null`, `["", "Mr."][$json.title]`. An
 * empty text elsewhere, as in `.replaceAll(" ", "")`, does not say so, and neither does another field behind `??`.
 */
const canGiveNothing = (code: string) =>
	alternative.test(code) ||
	entryOfList.test(code) ||
	withoutTexts(code).includes('&&') ||
	(/\$if|\.reduce\(/.test(code) && argument.test(code));

/** Whether the author has said that a field of an object can be left out: only `undefined` leaves it out. */
const canBeLeftOut = (code: string) => /\bundefined\b|\bvoid 0\b/.test(code) || code.includes('&&');

const inputFieldName = 'input field name';

/** What users call the fields that would lead to another file without a part. */
const ofFile: Record<string, string> = {
	mediaUrl: 'media URL',
	storageRef: 'storage reference',
	binaryPropertyName: inputFieldName,
	'options.attachFile': inputFieldName,
};

/** Whether a part is a whole name in a list of names. Without it, the list has one name less. */
function isWholeName(texts: string[], at: number): boolean {
	const [before = '', behind = ''] = texts.slice(at, at + 2);
	const begins = at === 0 || before.includes(',');
	const ends = at === texts.length - 2 || behind.includes(',');
	return begins && ends && isBlank(before.split(',').at(-1)) && isBlank(behind.split(',')[0]);
}

/** A whole field for which the expression gave nothing, in words that say where to look. */
export function givenNothing({ parameters, itemIndex, path, title, saved, value }: Field): void {
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

/** Without a bound, a long row of spaces would take a step for each pair of them. */
const blank = String.raw`[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]{0,20}`;
/** So many signs beside a part are enough to find its place. */
const near = 20;
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const known = new WeakMap<string[], RegExp[]>();

/** By the number of a part: how a text reads around it if it gave nothing, or only spaces and signs that nobody sees. */
function withoutPart(texts: string[]): RegExp[] {
	const found = known.get(texts);
	if (found) return found;
	const all = texts.slice(1).map((behind, at) => {
		const before = texts[at] ?? '';
		const start = at === 0 && before.length <= near ? '^' : '';
		const end = at === texts.length - 2 && behind.length <= near ? '$' : '';
		const beside = escaped(before.slice(-near)) + blank + escaped(behind.slice(0, near));
		return new RegExp(start + beside + end, 'u');
	});
	known.set(texts, all);
	return all;
}

/** A part of a text that gave nothing, unless its author has said that it can. */
export function emptyPart(field: Field): void {
	const { parameters, itemIndex, path, title, saved, value } = field;
	const { codes, texts, isWhole } = parameters.parts(saved);
	// In a review, it is an error.
	if (isWhole || typeof value !== 'string' || parameters.isHumanReview) return;
	for (const [at, code] of codes.entries()) {
		// Before n8n evaluates a part by itself.
		if (withoutPart(texts)[at]?.test(value) !== true) continue;
		// What reads nothing, such as {{ "\n" }}, is meant.
		if (!code.includes('$')) continue;
		if (canGiveNothing(code) || !isBlank(written(field, code))) continue;
		if (Number.isNaN(valueOf(field, code))) throw noNumber(field, code, 'NaN');
		const what = ofFile[path];
		if (what === inputFieldName && isWholeName(texts, at)) continue;
		if (what !== undefined)
			throw invalidInput(
				'expressionGaveNothing',
				`Part of the ${what} is empty`,
				`${quoted(code)} gave nothing for this item, so it could be another file. Correct the expression in the ${title}.`,
			);
		parameters.note(itemIndex, hint('emptyPart', quoted(code), title));
	}
}

/** A caption or an option for which the expression found no field: its name may be misspelt. */
export function nothingFound({ parameters, itemIndex, path, title, saved, value }: Field): void {
	const { codes, isWhole } = parameters.parts(saved);
	const [code = ''] = codes;
	const mayBeEmpty = ['caption', 'bodyJson'].includes(path) || path.startsWith('options.');
	if (mayBeEmpty && isWhole && value === undefined && !canGiveNothing(code))
		parameters.note(itemIndex, hint('nothingFound', quoted(code), title));
}

/** A field of its own for which the expression gave nothing, unless its author has said that it can. */
export function emptyField({ parameters, itemIndex, title, saved, value }: Field): void {
	const { codes, isWhole } = parameters.parts(saved);
	const [code = ''] = codes;
	if (isWhole && isBlank(value) && !canGiveNothing(code))
		parameters.note(itemIndex, hint('emptyField', quoted(code), title));
}

/** What of a value JSON leaves out, or writes as null in a list: what has no value. */
function withoutValue(value: unknown): { in: 'object' | 'list'; name: string } | undefined {
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return undefined;
	for (const [name, one] of Object.entries(value)) {
		if (one === undefined) return { in: Array.isArray(value) ? 'list' : 'object', name };
		const found = withoutValue(one);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** A field of an object, or an entry of a list, for which the expression gave nothing. */
export function valueMissing({ parameters, itemIndex, title, saved, value }: Field): void {
	const missing = withoutValue(value);
	const [code = ''] = parameters.parts(saved).codes;
	if (missing === undefined || canBeLeftOut(code)) return;
	const name = missing.in === 'object' ? 'fieldLeftOut' : 'entryOfNull';
	parameters.note(itemIndex, hint(name, quoted(code), title, quoted(missing.name)));
}
