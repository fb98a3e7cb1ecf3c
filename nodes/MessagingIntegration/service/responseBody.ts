import { parseAnswer } from './json';

/** Tags that a page begins with. Others, such as `<ok>`, may be a service's own text. */
const firstTag =
	/<(?:!doctype\s+html|(?:html|head|body|title|meta|link|script|style|noscript|center|div|p|h[1-6])(?=[\s/>]))/iy;

const anyTag = /<[a-z!/]/i;

/** What Cloudflare says in place of its page to programs, which ask for no HTML. */
const insteadOfPage = /^\s*error code: (?:1\d{3}|5\d\d)\s*$/;

const noSpace = /\S/g;
const skipped = /<!--[^]*?-->|<\?[^]*?\?>/y;

/** The position after spaces, comments and `<?…?>`. One pattern for all of it would exceed the stack on a long page. */
function afterPreamble(text: string): number {
	for (let at = 0; ; ) {
		noSpace.lastIndex = at;
		const start = noSpace.exec(text)?.index ?? text.length;
		skipped.lastIndex = start;
		if (!skipped.test(text)) return start;
		at = skipped.lastIndex;
	}
}

/** Whether a `content-type` header announces a web page. */
function announcesPage(contentType: string): boolean {
	return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

/**
 * Whether a text that is not JSON is a web page. Some services label plain words as HTML, so the label counts only
 * together with a tag.
 */
export function isWebPage(text: string, contentType: string): boolean {
	firstTag.lastIndex = afterPreamble(text);
	if (firstTag.test(text) || insteadOfPage.test(text)) return true;
	return announcesPage(contentType) && anyTag.test(text);
}

/** The body of an answer, after the account's key was removed from it. */
export type Body =
	| { kind: 'empty' }
	| { kind: 'json'; value: unknown }
	| { kind: 'text'; value: string }
	/** A web page. Those come from a firewall, a proxy or another server, not from this service. */
	| { kind: 'page'; value: string };

const keyStandIn = '[API key]';

/** A shorter string cannot be a key of the service, and removing it could damage ordinary words. */
const shortestKey = 8;

/** The characters that HTML writes with a name. */
const entities: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** All spellings of a character: plain, or escaped for JSON, a URL or HTML, up to three times. */
function spellings(character: string): string {
	const code = character.charCodeAt(0);
	const hex = code
		.toString(16)
		.padStart(2, '0')
		.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
	const plain = character.replace(/\W/, '\\$&');
	const named = entities[character] ?? `#${code}`;
	// More backslashes than three levels of JSON need would only cost time.
	const escaped = `\\\\{0,7}(?:${plain}|(?:u00|x)${hex})`;
	return `(?:${escaped}|%(?:25){0,2}${hex}|&(?:amp;){0,2}(?:${named}|#0{0,4}${code}|#x0{0,4}${hex});)`;
}

/** Without a limit, neither n8n nor the journal could save such an answer, and a retry would send its message again. */
const mostLevels = 100;
const belowStandIn = '[nested too deeply]';

function isTooDeep(value: unknown, levels = mostLevels): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((entry) => isTooDeep(entry, levels - 1));
}

/** Replaces the key in all strings and field names, and what is nested too deeply. */
function cleaned(value: unknown, key: RegExp | undefined, levels = mostLevels): unknown {
	const withoutKey = (text: string) => (key ? text.replace(key, keyStandIn) : text);
	if (typeof value === 'string') return withoutKey(value);
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return belowStandIn;
	if (Array.isArray(value)) return value.map((entry) => cleaned(entry, key, levels - 1));
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			withoutKey(name),
			cleaned(entry, key, levels - 1),
		]),
	);
}

/**
 * Reads a body by its content: the content type only helps to recognise a web page. Removes an echoed key before any
 * other code sees the answer, and drops fields that would change an object's prototype, and levels that would exceed
 * the stack.
 */
export function readBody(text: string, key: string, contentType = ''): Body {
	if (text.trim() === '') return { kind: 'empty' };
	// Escapes can hide the key, so a text with one has to be checked as well.
	const isSuspect = key.length >= shortestKey && (text.includes(key) || /[\\%&]/.test(text));
	const pattern = isSuspect ? new RegExp([...key].map(spellings).join(''), 'g') : undefined;
	// Without a backslash, JSON contains its strings as they are.
	const mayEcho = pattern && (text.includes('\\') || text.search(pattern) >= 0);
	const clean = (value: unknown) =>
		mayEcho || isTooDeep(value) ? cleaned(value, mayEcho ? pattern : undefined) : value;
	try {
		return { kind: 'json', value: clean(parseAnswer(text)) };
	} catch {
		const kind = isWebPage(text, contentType) ? 'page' : 'text';
		return { kind, value: String(clean(text)) };
	}
}

/** What is known of a body that could not be read. A page that is too large, for example, is still a page. */
export function unreadBody(contentType: string): Body {
	return announcesPage(contentType) ? { kind: 'page', value: '' } : { kind: 'empty' };
}
