import { webAddressOf } from '../service/webAddressOf';

/** Whether a text is the content of a file, perhaps only its beginning. */
const isContent = (text: string) =>
	/^data:[\w/+.-]*[;,]/i.test(text) || /^[\w+/=\r\n-]{200,}$/.test(text.slice(0, 1000));

/** What to do about a text that stands where the name of a field with a file is wanted, or an address. */
export function adviceOn(text: string): string | undefined {
	const given = text.trim();
	if (isContent(given))
		return 'It is the content of a file as text. n8n\'s Convert to File node ("Move Base64 String to File") makes a file of it.';
	if (webAddressOf(given) !== undefined)
		return 'It is an address. Choose "URL" in "Media Source", and enter it in "Media URL". Or let n8n\'s HTTP Request node download the file.';
	return undefined;
}
