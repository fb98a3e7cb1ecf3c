// Tests: test/unit/shownObject.test.ts
import { ExpressionParser } from 'n8n-workflow';

import { refusal } from '../words/refusal';
import { isConstant, type Parameters } from '../n8n/parameters';
import { partsIn } from '../n8n/plainFields';
import { asWords, isBlank, isListOfWords } from './typedValues';

/** JSON leaves these line ends in a text as they are, so that a text could imitate a line of its own. */
const lineEnds = /[\x85\u2028\u2029]/g;
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * An object as indented JSON: all of it, because a person decides by what is shown.
 * @throws Refusal if it cannot be shown whole
 */
export function shownObject(value: object, code: string): string {
	try {
		const json = JSON.stringify(value, null, 2) as string | undefined;
		if (json !== undefined) return json.replace(lineEnds, escaped);
	} catch {
		// It contains itself.
	}
	throw refusal('objectNotShown', { code });
}

const isObjectToRead = (value: unknown): value is object => typeof asWords(value) === 'object';

/**
 * The message of a question as a person reads it: an object in it, such as `{{ $tool.parameters }}` of n8n's own message
 * of a review, is shown as JSON. n8n writes "[object Object]".
 * @param needsAll whether a part that gives nothing is an error: a person would approve what is not there
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
	if (isObjectToRead(given)) return shown(given, saved.slice(1));
	let hasObject = false;
	const isText = !partsIn(saved).isWhole;
	const parts = ExpressionParser.splitExpression(saved.slice(1)).map((chunk) => {
		if (chunk.type !== 'code') return chunk.text.replaceAll('\\{{', '{{');
		const code = ExpressionParser.joinExpression([chunk]);
		const value = parameters.value(`=${code}`, itemIndex);
		if (isObjectToRead(value)) {
			hasObject = true;
			return shown(value, code);
		}
		// Inside a text, n8n writes nothing for a value that is missing.
		const words = isText ? String(parameters.value(`=x${code}`, itemIndex)).slice(1) : given;
		if (needsAll && isBlank(words)) throw refusal('messageLacksPart', { code });
		return String(words);
	});
	return hasObject ? parts.join('') : given;
}
