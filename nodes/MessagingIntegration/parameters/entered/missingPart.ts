import { invalidInput } from '../../service/inputError';
import { quoted, sentences } from '../../service/sentences';
import { expressionInto, phoneNames } from '../expressionInto';
import { adviceOnField } from '../fieldsThere';
import { isBlank, noValue } from '../typedValues';
import { faultOfNumber } from './brokenNumber';
import { cellError } from './brokenText';
import { adviceOnFunction, type Field, isFunction, valueOf, written } from './field';
import { quotes, references, referencesOfRun, withoutTexts } from './references';

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

/** Whether a text that identifies something holds what stands for a missing value. */
const isBroken = (text: string) => noValue.test(text) || cellError.test(text);

/** What an expression reads that only joins what it reads, as `{{ "order-" + $json.id }}` does. Empty for other code. */
function joinedIn(code: string): string[] {
	const bare = code.slice(2, -2).trim();
	const all = bare.match(references) ?? [];
	// Nothing is joined. n8n evaluates it once.
	if (all[0] === bare) return [];
	const read = bare
		.replace(references, '@')
		.replace(referencesOfRun, '@')
		.replace(/\$\{\s*@\s*\}/g, '');
	const rest = withoutTexts(read)
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

/** Each part must give something, and a number must have all its digits. */
export function missingPart(field: Field): void {
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
	const checkNumber = (code: string, part: string) => {
		const { fault, number = '' } = faultOfNumber(field, code, part) ?? {};
		if (fault === 'lostDigits')
			throw refusal('lost digits', `${quoted(code)} gave the number ${number}`);
		if (fault === 'infinite') throw refusal('is empty', `${quoted(code)} gave "${number}"`);
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
		if (typeof value === 'string') checkNumber(codes[0] ?? '', value);
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
		checkNumber(code, part);
		checkJoined(code, part);
	}
}
