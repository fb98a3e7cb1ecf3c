/**
 * The text as a URL, or undefined if it is not an address of the web (`http:` or `https:`).
 *
 * Node 20's `URL.canParse` refuses an address with "ü" once it is called often, so it is not asked.
 */
export function webAddressOf(text: string): URL | undefined {
	if (!/^https?:\/\//i.test(text)) return undefined;
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
