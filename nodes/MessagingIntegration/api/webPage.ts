/** Tags that a page begins with. Others, such as `<ok>`, may be a service's own text. */
const firstTag =
	/<(?:!doctype\s+html|(?:html|head|body|title|meta|link|script|style|noscript|center|div|p|h[1-6])(?=[\s/>]))/iy;

const anyTag = /<[a-z!/]/i;

const noSpace = /\S/g;
const skipped = [
	['<!--', '-->'],
	['<?', '?>'],
] as const;

/** The position after spaces, comments and `<?…?>`. One pattern for all of it would exceed the stack on a long page. */
function afterPreamble(text: string): number {
	for (let at = 0; ; ) {
		noSpace.lastIndex = at;
		const start = noSpace.exec(text)?.index ?? text.length;
		const [open, close] = skipped.find(([opening]) => text.startsWith(opening, start)) ?? [''];
		const end = close === undefined ? -1 : text.indexOf(close, start + open.length);
		if (close === undefined || end < 0) return start;
		at = end + close.length;
	}
}

/** Whether a `content-type` header announces a web page. */
export function announcesPage(contentType: string): boolean {
	return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

/**
 * Whether a text that is not JSON is a web page. Some services label plain words as HTML, so the label counts only
 * together with a tag.
 */
export function isWebPage(text: string, contentType: string): boolean {
	firstTag.lastIndex = afterPreamble(text);
	return firstTag.test(text) || (announcesPage(contentType) && anyTag.test(text));
}
