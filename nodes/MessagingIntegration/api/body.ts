import { parseJson } from './parseJson';

/** What an answer's body holds, with the account's key taken out. */
export type Body =
	| { kind: 'empty' }
	| { kind: 'json'; value: unknown }
	| { kind: 'text'; value: string };

const keyStandIn = '[API key]';

/** A shorter "key" is no key of the service, and taking it out could tear words apart. */
const shortestKey = 8;

/** The value with every occurrence of the key replaced, in strings and in field names, however deep. */
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

/** Broken JSON is shown as it is, but not with a key that only its escapes hide. */
function plainSpelling(text: string, key: string): string {
	const plain = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
	return plain.includes(key) ? plain : text;
}

/**
 * Reads a body by what it is, whatever its content type says. An echoed key is taken out here, before
 * anything else sees the answer, and so are fields that would change an object's prototype.
 */
export function readBody(text: string, key: string): Body {
	if (text.trim() === '') return { kind: 'empty' };
	// JSON can spell the key with escapes, so only a text without any is known to be clean as it stands.
	const mayEcho = key.length >= shortestKey && (text.includes(key) || text.includes('\\'));
	const clean = (value: unknown) => (mayEcho ? withoutKey(value, key) : value);
	try {
		return { kind: 'json', value: clean(parseJson(text)) };
	} catch {
		return { kind: 'text', value: String(clean(mayEcho ? plainSpelling(text, key) : text)) };
	}
}
