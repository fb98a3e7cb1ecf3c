// Tests: test/unit/baseUrl.test.ts, test/engine/checkedBeforeSending.test.ts
/**
 * The text as a URL, or undefined if it is not an address of the web (`http:` or `https:`).
 * @param base against which an address without a scheme is read
 *
 * Node 20's `URL.canParse` refuses an address with "ü" once it is called often, so it is not asked.
 */
export function webAddressOf(text: string, base?: string): URL | undefined {
	if (base === undefined && !/^https?:\/\//i.test(text)) return undefined;
	try {
		const url = new URL(text, base);
		return /^https?:$/.test(url.protocol) ? url : undefined;
	} catch {
		return undefined;
	}
}
