import { webAddressOf } from '../service/webAddressOf';

const convertToFile =
	'It is the content of a file as text. n8n\'s Convert to File node ("Move Base64 String to File") makes a file of it.';

/** Whether a text is the content of a file, perhaps only its beginning. */
export const isBase64 = (text: string) =>
	/^data:[\w/+.-]*[;,]/i.test(text) || /^[\w+/=\r\n-]{200,}$/.test(text.slice(0, 1000));

/** What to do about a text that stands where the name of a field with a file is wanted, or an address. */
const kinds: Array<[is: (text: string) => boolean, advice: string]> = [
	[isBase64, convertToFile],
	[
		(text) => /^(?:file:|~?\/(?!\/)|[A-Z]:[\\/]|\\\\)/i.test(text),
		'It is the path of a file on a disk. n8n\'s node "Read/Write Files from Disk" reads it; then choose "Input Data" in "Media Source".',
	],
	[
		(text) => webAddressOf(text) !== undefined,
		'It is an address. Choose "URL" in "Media Source", and enter it in "Media URL". Or let n8n\'s HTTP Request node download the file.',
	],
];

export const adviceOn = (text: string): string | undefined =>
	kinds.find(([is]) => is(text.trim()))?.[1];

/** Addresses of pages on which people look at a file. A service that fetches one gets the page. */
const pages = [
	/^(?:drive|docs)\.google\.com\/(?!uc\b|thumbnail\b|.*[/?&]export\b)/,
	/^(?:www\.)?dropbox\.com\/(?!.*[?&](?:dl|raw)=1)/,
	/^(?:1drv\.ms|onedrive\.live\.com\/(?!download))/,
	/^github\.com\/[^/]+\/[^/]+\/blob\//,
];

/** Whether an address leads to a page instead of a file. */
export function isPage(address: string): boolean {
	const { hostname, pathname, search } = webAddressOf(address) ?? {};
	return pages.some((page) => page.test(`${hostname}${pathname}${search}`));
}
