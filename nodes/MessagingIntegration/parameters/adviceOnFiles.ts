import { partsIn } from '../n8n/plainFields';
import { webAddressOf } from '../service/webAddressOf';
import { expressionFrom } from './expressionInto';

/** n8n would read what stands in front of the comma as base64, too, and make a broken file. */
function adviceOnDataUrl(saved: unknown): string {
	const from = partsIn(saved).isWhole ? expressionFrom(String(saved)) : '{{ $json.file';
	return `It is a file as a data URL. First make a field of what stands behind its comma: ${from}.split(",").pop() }}. Then n8n's Convert to File node ("Move Base64 String to File") makes a file of that field.`;
}

const isDataUrl = (text: string) => /^data:[\w/+.-]*[;,]/i.test(text);

/** Whether a text is the content of a file, perhaps only its beginning. */
export const isBase64 = (text: string) =>
	isDataUrl(text) || /^[\w+/=\r\n-]{200,}$/.test(text.slice(0, 1000));

/** What to do about a text that stands where the name of a field with a file is wanted, or an address. */
const kinds: Array<[is: (text: string) => boolean, advice: string | ((saved: unknown) => string)]> =
	[
		[isDataUrl, adviceOnDataUrl],
		[
			isBase64,
			'It is the content of a file as text. n8n\'s Convert to File node ("Move Base64 String to File") makes a file of it.',
		],
		[
			(text) => /^(?:file:|~?\/(?!\/)|[A-Z]:[\\/]|\\\\)/i.test(text),
			'It is the path of a file on a disk. n8n\'s node "Read/Write Files from Disk" reads it; then choose "Input Data" in "Media Source".',
		],
		[
			(text) => webAddressOf(text) !== undefined,
			'It is an address. Choose "URL" in "Media Source", and enter it in "Media URL". Or let n8n\'s HTTP Request node download the file.',
		],
	];

/** @param saved the field as it was entered: an expression may have given the text */
export function adviceOn(text: string, saved: unknown): string | undefined {
	const [, advice] = kinds.find(([is]) => is(text.trim())) ?? [];
	return typeof advice === 'function' ? advice(saved) : advice;
}

/** Addresses of pages on which people look at a file. A service that fetches one gets the page. */
const pages = [
	/^(?:drive|docs)\.google\.com\/(?!uc\b|thumbnail\b|.*[/?&]export\b)/,
	/^(?:www\.)?dropbox\.com\/(?!.*[?&](?:dl|raw)=1)/,
	/^(?:1drv\.ms|onedrive\.live\.com\/(?!download))/,
	/^github\.com\/[^/]+\/[^/]+\/blob\//,
	/^(?:photos\.app\.goo\.gl|photos\.google\.com|we\.tl|(?:www\.)?wetransfer\.com|youtu\.be)\//,
	/^(?:(?:www|m)\.)?youtube\.com\/(?:watch|shorts\/|live\/)/,
	/^[\w-]+\.sharepoint\.com\/:\w:\/(?!.*[?&]download=1)/,
];

/** Whether an address leads to a page instead of a file. */
export function isPage(address: string): boolean {
	const { hostname, pathname, search } = webAddressOf(address) ?? {};
	return pages.some((page) => page.test(`${hostname}${pathname}${search}`));
}
