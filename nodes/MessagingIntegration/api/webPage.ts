/** What may stand in front of a page's first tag. */
const preamble = /\s+|<!--[^]*?-->|<\?[^]*?\?>/y;

/** Tags that a page begins with. Others, such as `<ok>`, may be a service's own text. */
const firstTag =
	/<(?:!doctype\s+html|(?:html|head|body|title|meta|link|script|style|noscript|center|div|p|h[1-6])(?=[\s/>]))/iy;

const anyTag = /<[a-z!/]/i;

/** The position after the preamble. A single pattern for all of it would block n8n on a page of many comments. */
function afterPreamble(text: string): number {
	let at = 0;
	do {
		preamble.lastIndex = at;
		if (preamble.test(text)) at = preamble.lastIndex;
	} while (preamble.lastIndex > 0);
	return at;
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
