// Tests: test/unit/body.test.ts, test/unit/keyEcho.test.ts
import { parseAnswer } from './json';

/** The body of an answer, after the account's key was removed from it. */
export type Body =
	| { kind: 'empty' }
	| { kind: 'json'; value: unknown }
	| { kind: 'text'; value: string }
	/** A web page. Those come from a firewall, a proxy or another server, not from this service. */
	| { kind: 'page'; value: string };

/** Whether a `content-type` header announces a web page. */
function announcesPage(contentType: string): boolean {
	return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

/** Whether a text that is not JSON is a web page. */
const isPage = (text: string, contentType: string) =>
	announcesPage(contentType) || /^\s*</.test(text);

const keyStandIn = '[API key]';

/** A shorter string cannot be a key of the service, and removing it could damage ordinary words. */
const shortestKey = 8;

const withoutEscapes = (text: string) =>
	text.replace(/\\(?:u([\da-f]{4})|(.))/gi, (_, code?: string, sign?: string) =>
		code === undefined ? (sign ?? '') : String.fromCharCode(parseInt(code, 16)),
	);

/** A text without the key. Escapes can hide it in JSON within a text, and in JSON that broke off. */
function withoutKey(text: string, key: string): string {
	if (key.length < shortestKey) return text;
	const clean = text.replaceAll(key, keyStandIn);
	const plain = clean.includes('\\') ? withoutEscapes(clean) : clean;
	return plain.includes(key) ? plain.replaceAll(key, keyStandIn) : clean;
}

/** Neither n8n nor the journal could save deeper JSON, and a retry would send its message again. So that stays a text. */
const mostLevels = 100;

/** Replaces the key in all strings and field names. @throws RangeError if a value is nested too deeply */
function cleaned(value: unknown, key: string, levels = mostLevels): unknown {
	if (typeof value === 'string') return withoutKey(value, key);
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) throw new RangeError('The answer is nested too deeply');
	if (Array.isArray(value)) return value.map((entry) => cleaned(entry, key, levels - 1));
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			withoutKey(name, key),
			cleaned(entry, key, levels - 1),
		]),
	);
}

/** Reads a body by its content. Removes an echoed key before any other code sees the answer. */
export function readBody(text: string, key: string, contentType = ''): Body {
	if (text.trim() === '') return { kind: 'empty' };
	try {
		return { kind: 'json', value: cleaned(parseAnswer(text), key) };
	} catch {
		const kind = isPage(text, contentType) ? 'page' : 'text';
		return { kind, value: withoutKey(text, key) };
	}
}

/** A text that ends early, without the beginning of the key at its end. */
export function withoutBegunKey(text: string, key: string): string {
	for (let length = key.length - 1; length > 0; length--)
		if (text.endsWith(key.slice(0, length))) return text.slice(0, -length);
	return text;
}

/** What is known of a body of which nothing could be read. A page that is too large, for example, is still a page. */
export function unreadBody(contentType: string): Body {
	return announcesPage(contentType) ? { kind: 'page', value: '' } : { kind: 'empty' };
}
