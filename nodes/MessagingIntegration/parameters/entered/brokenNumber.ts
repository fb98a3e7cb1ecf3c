import { invalidInput } from '../../service/inputError';
import { quoted } from '../../service/sentences';
import { hasLostDigits } from '../typedValues';
import { isInside } from './brokenText';
import { type Field, valueOf, written } from './field';
import { quotes, references, referencesOfRun } from './references';

/** How a number can look that has lost digits, or that is none. */
const unusual = /\d{16}|\de\+|Infinity|∞/;

/** What makes a text of a number. */
const ofNumber = /\.to(?:Fixed|LocaleString|Precision|String)\(|\.format\(|\bString\(/;

/** Whether a text was made of an endless number: `(1 / 0).toFixed(2)`. What the author typed, or what comes with the data, is meant. */
function isMade(field: Field, code: string, part: string): boolean {
	const isTyped = (code.match(quotes) ?? []).some((text) => text.includes(part));
	if (isTyped || !ofNumber.test(code)) return false;
	const read = [...(code.match(references) ?? []), ...(code.match(referencesOfRun) ?? [])];
	return !read.some((one) => isInside(valueOf(field, `{{ ${one} }}`), part));
}

/** A number of the item that has lost digits, and that an expression joined with words. */
function joinedNumber(field: Field, code: string, part: string): string | undefined {
	const read = (code.match(references) ?? []).map((one) => valueOf(field, `{{ ${one} }}`));
	const numbers = read.filter((one) => typeof one === 'number' && hasLostDigits(one)).map(String);
	return numbers.find((one) => part.includes(one) && !read.some((value) => isInside(value, one)));
}

interface FaultOfNumber {
	fault: 'lostDigits' | 'infinite';
	/** As the part has it. */
	number: string;
}

/** What is wrong with a number that a part gave, or joined. Only a part that looks so is evaluated again. */
export function faultOfNumber(field: Field, code: string, part: string): FaultOfNumber | undefined {
	if (!unusual.test(part)) return undefined;
	const value = valueOf(field, code);
	if (hasLostDigits(value)) return { fault: 'lostDigits', number: part };
	if (value === Infinity || value === -Infinity) return { fault: 'infinite', number: part };
	const joined = joinedNumber(field, code, part);
	if (joined !== undefined) return { fault: 'lostDigits', number: joined };
	return /^-?(?:Infinity|∞)$/.test(part) && isMade(field, code, part)
		? { fault: 'infinite', number: part }
		: undefined;
}

/** A number in a text that has lost digits, such as that of a parcel, or that is none. */
export function brokenNumber(field: Field): void {
	const { parameters, title, saved, value } = field;
	const { codes, isWhole } = parameters.parts(saved);
	if (typeof value !== 'string' || !unusual.test(value)) return;
	for (const code of codes) {
		const part = isWhole ? value : written(field, code);
		const { fault, number = '' } = faultOfNumber(field, code, part) ?? {};
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
