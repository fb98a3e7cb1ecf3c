// Tests: test/unit/longNumbers.test.ts
import { parse } from 'secure-json-parse';

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** False, 0, nothing, or a text, a list or an object with nothing in it. */
export function isEmpty(value: unknown): boolean {
	return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}

/**
 * Parses JSON from outside and drops the fields that would change an object's prototype.
 * @throws SyntaxError with the parser's words if the text is not JSON
 */
export function parseJson(text: string): unknown {
	return parse(text, { protoAction: 'remove', constructorAction: 'remove' });
}

/** The position behind the text that begins at a quotation mark. @param json that is valid */
function endOfString(json: string, start: number): number {
	for (let at = start + 1; ; at++) {
		const end = json.indexOf('"', at);
		let backslashes = 0;
		while (json[end - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return end + 1;
		at = end;
	}
}

/** JSON with quotation marks around its whole numbers of more than 15 digits. @param json that is valid */
function withLongNumbersAsText(json: string): string {
	const begin = /"|-?\d[\d.eE+-]*/g;
	let written = '';
	let copied = 0;
	for (let next = begin.exec(json); next; next = begin.exec(json)) {
		const [token] = next;
		if (token === '"') begin.lastIndex = endOfString(json, next.index);
		else if (/^-?\d{16,}$/.test(token)) {
			written += `${json.slice(copied, next.index)}"${token}"`;
			copied = next.index + token.length;
		}
	}
	return written + json.slice(copied);
}

/**
 * Parses JSON that a service answered. JavaScript would round numbers of more than 15 digits, and those are IDs: they
 * come out whole, as text.
 * @throws SyntaxError if the text is not JSON
 */
export function parseAnswer(text: string): unknown {
	const value = parseJson(text);
	return /\d{16}/.test(text) ? parseJson(withLongNumbersAsText(text)) : value;
}
