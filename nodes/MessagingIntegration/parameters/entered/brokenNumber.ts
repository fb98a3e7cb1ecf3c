import { invalidInput } from '../../service/inputError';
import { quoted } from '../../service/sentences';
import { hasLostDigits } from '../typedValues';
import { textsIn } from './brokenText';
import { type Field, valueOf, written } from './field';
import { quotes, references, referencesOfRun, withoutTexts } from './references';

/** How a number can look that has lost digits, or that is none. */
const unusual = /\d{16}|\de\+|Infinity|∞/;

const endless = /(?<![\p{L}\p{N}])(?:Infinity|∞)(?![\p{L}\p{N}])/u;

/** What calculates, or makes a text of a number. */
const ofNumber = /\.to(?:Fixed|LocaleString|Precision|String)\(|\.format\(|\bString\(|\bMath\.|\//;

/** Whether a text was made of an endless number: `(1 / 0).toFixed(2)`. What the author typed, or what comes with the data, is meant. */
const isMade = (code: string, word: string, read: unknown[]) =>
	ofNumber.test(withoutTexts(code)) &&
	!(code.match(quotes) ?? []).some((text) => text.includes(word)) &&
	!read.flatMap(textsIn).some((text) => text.includes(word));

/** The numbers in a value that have lost digits. */
function shortenedIn(value: unknown): number[] {
	if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(shortenedIn);
	return typeof value === 'number' && hasLostDigits(value) ? [value] : [];
}

interface FaultOfNumber {
	fault: 'lostDigits' | 'infinite';
	/** As the text has it. */
	number: string;
}

/**
 * What is wrong with a number that a part gave, or that it joined with words. Only a part that looks so is evaluated again.
 */
export function faultOfNumber(field: Field, code: string, part: string): FaultOfNumber | undefined {
	if (!unusual.test(part)) return undefined;
	const value = valueOf(field, code);
	if (hasLostDigits(value)) return { fault: 'lostDigits', number: part };
	if (value === Infinity || value === -Infinity) return { fault: 'infinite', number: part };
	const names = [...(code.match(references) ?? []), ...(code.match(referencesOfRun) ?? [])];
	const read = names.map((one) => valueOf(field, `{{ ${one} }}`));
	const shortened = read.flatMap(shortenedIn).map(String);
	const number = shortened.find((one) => part.includes(one));
	if (number !== undefined) return { fault: 'lostDigits', number };
	const [word] = endless.exec(part) ?? [];
	if (word === undefined || !isMade(code, word, read)) return undefined;
	return { fault: 'infinite', number: word };
}

/** A number in a text that has lost digits, such as that of a parcel, or that is none. */
export function brokenNumber(field: Field): void {
	const { parameters, title, saved, value } = field;
	const { codes, isWhole } = parameters.parts(saved);
	if (typeof value !== 'string' || !unusual.test(value)) return;
	for (const code of codes) {
		const { fault, number = '' } =
			faultOfNumber(field, code, isWhole ? value : written(field, code)) ?? {};
		if (fault === 'lostDigits')
			throw invalidInput(
				'parameterUnusable',
				`The ${title} has a number that lost digits`,
				`${quoted(code)} gave ${quoted(number)} for this item. n8n keeps 15 digits of a number: make it a text where it comes from.`,
			);
		if (fault === 'infinite') throw noNumber(field, code, number);
	}
}

/** What of a value JSON would write as null: a number or a date that is none. @returns where it stands, as in `.b[0]` */
function lostIn(value: unknown): { lost: 'number' | 'date'; at: string } | undefined {
	if (typeof value === 'number')
		return Number.isFinite(value) ? undefined : { lost: 'number', at: '' };
	if (typeof value !== 'object' || value === null) return undefined;
	if ('toJSON' in value)
		return JSON.stringify(value) === 'null' ? { lost: 'date', at: '' } : undefined;
	for (const [name, one] of Object.entries(value)) {
		const found = lostIn(one);
		const step = Array.isArray(value) ? `[${name}]` : `.${name}`;
		if (found !== undefined) return { ...found, at: step + found.at };
	}
	return undefined;
}

/** `brokenNumber` for the numbers and dates in an object or a list that an expression gave. */
export function lostInJson(field: Field): void {
	const { parameters, title, saved, value } = field;
	const { lost, at = '' } = (typeof value === 'object' && lostIn(value)) || {};
	const [code = ''] = parameters.parts(saved).codes;
	const place = at === '' ? '' : ` in "${quoted(at.replace(/^\./, ''))}"`;
	if (lost === 'number') throw noNumber(field, code, `NaN or Infinity${place}`);
	if (lost === 'date')
		throw invalidInput(
			'textBroken',
			`The ${title} has a date that is none`,
			`${quoted(code)} gave it${place} for this item. Correct the expression.`,
		);
}

export const noNumber = ({ title }: Field, code: string, part: string) =>
	invalidInput(
		'textBroken',
		`The ${title} has a number that is none`,
		`${quoted(code)} gave ${part} for this item. Correct the expression.`,
	);
