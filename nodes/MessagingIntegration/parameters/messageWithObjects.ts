import { ExpressionParser } from 'n8n-workflow';

import { isObject } from '../service/json';
import { InputError, invalidInput } from '../service/inputError';
import { quoted } from '../service/sentences';
import { isConstant, type Parameters } from '../n8n/parameters';
import { partsIn } from '../n8n/plainFields';
import { asWords, isBlank, isListOfWords } from './typedValues';

/** What n8n writes for an object, or for a list of them. */
const objectsAlone = /^\[object Object\](?:,\[object Object\])*$/;

const advice =
	'Nobody was asked, because nobody could read it. Correct the expression in the parameter "Message".';

const cannotBeShown = (code: string) =>
	invalidInput(
		'parameterUnusable',
		`Part of the message cannot be shown: ${quoted(code)} gives an object`,
		advice,
	);

const givesNothing = (code: string) =>
	new InputError(
		'expressionGaveNothing',
		`Part of the message is empty: ${quoted(code)} gives nothing`,
		advice,
		`Nobody was asked: ${quoted(code)}, which the person has to read, is empty. Give all arguments of the tool. If you did, tell the user that the message of the review names one that does not exist.`,
	);

/** JSON leaves these line ends in a text as they are. */
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A name that cannot be taken for a value, for two names, or for a further line of a text. */
const named = (name: string) =>
	/^(?! )[\p{L}\p{N}_ -]+(?<! )$/u.test(name)
		? name
		: JSON.stringify(name).replaceAll(/[\x85\u2028\u2029]/g, escaped);

/** Further lines are indented, so that none looks like a field. */
const indented = (text: string) => text.replaceAll(/\r\n|[\n\r\v\f\x85\u2028\u2029]/g, '\n  ');

/** The fields of an object or a list, a line for each. All of them, because a person decides by what is shown. */
function fieldLines(value: object, path: string): string[] {
	const entries = Object.entries(value);
	if (entries.length === 0)
		return [`${path === '' ? '' : `${path}: `}${Array.isArray(value) ? '[]' : '{}'}`];
	return entries.flatMap(([name, one]: [string, unknown]) => {
		const own = Array.isArray(value) ? `[${name}]` : `${path === '' ? '' : '.'}${named(name)}`;
		const whole = path + own;
		if (typeof one === 'object' && one !== null) return fieldLines(one, whole);
		// Words are shown as they are. An empty text would look like a missing one.
		const words = typeof one === 'string' && one !== '' ? indented(one) : JSON.stringify(one);
		return [`${whole}: ${words}`];
	});
}

/** @throws InputError if it cannot be shown whole */
export function shownObject(value: object, code: string): string {
	let plain: unknown;
	try {
		plain = JSON.parse(JSON.stringify(value));
	} catch {
		throw cannotBeShown(code);
	}
	if (isObject(plain) || Array.isArray(plain)) return fieldLines(plain, '').join('\n');
	throw cannotBeShown(code);
}

/** Code that only reads a field: a text that it gives came with the data. */
const readsField = /^\{\{[\s\w$.?[\]"'-]*\}\}$/;

/** Whether an object became words in which it cannot be read. Of those beside other words, `brokenWords` knows outside a review. */
const hasLostObject = (words: string, code: string, isReview: boolean) =>
	objectsAlone.test(words.trim()) ||
	(isReview && words.includes('[object Object]') && !readsField.test(code));

const isShownAsFields = (value: unknown): value is object => typeof asWords(value) === 'object';

/**
 * The message of a question as a person reads it: an object in it, such as `{{ $tool.parameters }}` of n8n's own message
 * of a review, is shown as its fields. n8n writes "[object Object]".
 * @param needsAll whether a part that gives nothing is an error: a person would approve what is not there
 * @throws InputError if a part of it cannot be shown
 */
export function messageWithObjects(
	parameters: Parameters,
	itemIndex: number,
	needsAll: boolean,
): unknown {
	const saved = parameters.saved('message');
	const given = parameters.get('message', itemIndex, '');
	if (typeof saved !== 'string' || isConstant(saved)) return given;
	// A person who approves a call has to see that a value is a list.
	const shown = (value: object, code: string) =>
		!needsAll && isListOfWords(value) ? value.join(', ') : shownObject(value, code);
	if (isShownAsFields(given)) return shown(given, saved.slice(1));
	let hasObject = false;
	const isText = !partsIn(saved).isWhole;
	const parts = ExpressionParser.splitExpression(saved.slice(1)).map((chunk) => {
		if (chunk.type !== 'code') return chunk.text.replaceAll('\\{{', '{{');
		const code = ExpressionParser.joinExpression([chunk]);
		const value = parameters.value(`=${code}`, itemIndex);
		if (isShownAsFields(value)) {
			hasObject = true;
			return shown(value, code);
		}
		// Inside a text, n8n writes nothing for a value that is missing.
		const words = isText ? String(parameters.value(`=x${code}`, itemIndex)).slice(1) : given;
		if (needsAll && isBlank(words)) throw givesNothing(code);
		if (hasLostObject(String(words), code, needsAll)) throw cannotBeShown(code);
		return String(words);
	});
	return hasObject ? parts.join('') : given;
}
