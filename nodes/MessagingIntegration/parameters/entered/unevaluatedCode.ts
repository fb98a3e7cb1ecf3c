import { isConstant } from '../../n8n/parameters';
import { invalidInput } from '../../service/inputError';
import { hint } from '../../service/request';
import { quoted } from '../../service/sentences';
import { type Field, typedIn } from './field';
import { code, quotes } from './references';

/** The first `{{ … }}` in a text. */
function bracesIn(text: string): string | undefined {
	const start = text.indexOf('{{');
	const end = start < 0 ? -1 : text.indexOf('}}', start);
	return end < 0 ? undefined : text.slice(start, end + 2);
}

export function fixedBraces({ title, saved }: Field): void {
	const braces = isConstant(saved) ? bracesIn(saved) : undefined;
	if (braces === undefined) return;
	throw invalidInput(
		'parameterUnusable',
		`The ${title} has ${quoted(braces)} as words, not as an expression`,
		'Switch the field from "Fixed" to "Expression", right above it.',
	);
}

/** What an expression can begin with behind its "=": code, JSON, a number, a word or an emoji, also as `*word*`. */
const beginsAsExpression =
	/^==(?:\s*\{|["[+]|-\d|['*_~¡¿#@\p{Ps}\p{Pi}]*[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}])/u;

/** Copied from a workflow's file, an expression brings the "=" that n8n writes in front of it there: people would read it. */
export function copiedEquals({ title, saved }: Field): void {
	if (!beginsAsExpression.test(saved)) return;
	throw invalidInput(
		'parameterUnusable',
		`The ${title} begins with "="`,
		'Delete this "=". n8n puts one in front of an expression by itself, and does not show it.',
	);
}

/** The texts within the expressions of a field that are in its value. A template with code in it has no such text. */
const textsInCode = ({ parameters, saved, value }: Field): string[] =>
	isConstant(saved) || typeof value !== 'string' || !value.includes('$')
		? []
		: parameters
				.parts(saved)
				.codes.flatMap((one) => one.match(quotes) ?? [])
				.filter((text) => !text.includes('${') && value.includes(text.slice(1, -1)));

/** Code that the author typed without braces, or as words in an expression. That behind a backslash is meant as words. */
const codeIn = (field: Field) =>
	[...typedIn(field), ...textsInCode(field)]
		.filter((text) => !text.includes('\\{{'))
		.map((text) => code.exec(text)?.[0])
		.find((found) => found !== undefined);

export function codeWithoutBraces(field: Field): void {
	const found = codeIn(field);
	if (found === undefined) return;
	throw invalidInput(
		'parameterUnusable',
		`The ${field.title} has ${quoted(found)} as words, not as an expression`,
		`Enter {{ ${quoted(found)} }}, and switch the field to "Expression", right above it.`,
	);
}

export function codeInWords(field: Field): void {
	const found = codeIn(field);
	if (found !== undefined)
		field.parameters.note('all', hint('codeInWords', quoted(found), field.title));
}

export function givenBraces({ parameters, itemIndex, title, saved, value }: Field): void {
	if (!isConstant(saved) && typeof value === 'string' && bracesIn(value) !== undefined)
		parameters.note(itemIndex, hint('braces', title));
}
