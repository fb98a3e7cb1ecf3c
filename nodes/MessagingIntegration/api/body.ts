import { parseJson } from './parseJson';

/** The body of an answer, after the account's key was removed from it. */
export type Body =
	| { kind: 'empty' }
	| { kind: 'json'; value: unknown }
	| { kind: 'text'; value: string };

const keyStandIn = '[API key]';

/** A shorter string cannot be a key of the service, and removing it could damage ordinary words. */
const shortestKey = 8;

/** Replaces the key in all strings and field names, at any depth. */
function withoutKey(value: unknown, key: string): unknown {
	if (typeof value === 'string') return value.replaceAll(key, keyStandIn);
	if (Array.isArray(value)) return value.map((entry) => withoutKey(entry, key));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			name.replaceAll(key, keyStandIn),
			withoutKey(entry, key),
		]),
	);
}

/** Broken JSON is shown unchanged, unless its escapes hide the key. Then they are decoded, so that it is removed. */
function plainSpelling(text: string, key: string): string {
	const plain = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
		String.fromCharCode(parseInt(code, 16)),
	);
	return plain.includes(key) ? plain : text;
}

/**
 * Reads a body by its content and ignores the content type. Removes an echoed key before any other code sees the
 * answer, and drops fields that would change an object's prototype.
 */
export function readBody(text: string, key: string): Body {
	if (text.trim() === '') return { kind: 'empty' };
	// JSON can hide the key behind escapes, so a text with a backslash has to be checked as well.
	const mayEcho = key.length >= shortestKey && (text.includes(key) || text.includes('\\'));
	const clean = (value: unknown) => (mayEcho ? withoutKey(value, key) : value);
	try {
		return { kind: 'json', value: clean(parseJson(text)) };
	} catch {
		return { kind: 'text', value: String(clean(mayEcho ? plainSpelling(text, key) : text)) };
	}
}
