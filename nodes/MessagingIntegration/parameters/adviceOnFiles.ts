import { webAddressOf } from '../service/webAddressOf';

/** n8n would read what stands in front of the comma as base64, too, and make a broken file. */
const adviceOnDataUrl =
	'It is a file as a data URL. First make a field of what stands behind its comma: {{ $json.file.split(",").pop() }}. Then n8n\'s Convert to File node ("Move Base64 String to File") makes a file of that field.';

const isDataUrl = (text: string) => /^data:[\w/+.-]*[;,]/i.test(text);

/** Whether a text is the content of a file, perhaps only its beginning. */
const isBase64 = (text: string) =>
	isDataUrl(text) || /^[\w+/=\r\n-]{200,}$/.test(text.slice(0, 1000));

/** What to do about a text that stands where the name of a field with a file is wanted, or an address. */
const kinds: Array<[is: (text: string) => boolean, advice: string]> = [
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

export const adviceOn = (text: string): string | undefined =>
	kinds.find(([is]) => is(text.trim()))?.[1];
