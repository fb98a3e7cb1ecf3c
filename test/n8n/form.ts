import pWaitFor from 'p-wait-for';
import { Problem } from './Problem';

export interface Submission {
	name: string;
	phone: string;
	picture: { fileName: string; png: Buffer };
}

/**
 * Calls a published form or webhook until it answers, because n8n answers 404 for up to a second after publishing.
 * @throws Problem if it does not answer within 15 seconds
 */
export async function untilPublished(url: string): Promise<void> {
	const isThere = async () => {
		const response = await fetch(url);
		await response.text();
		return response.ok;
	};
	const message = new Problem(`${url} still refuses calls, 15 s after it was published.`);
	await pWaitFor(isThere, { interval: 100, timeout: { milliseconds: 15_000, message } });
}

/**
 * Submits the form of the examples as a browser does: n8n names the fields by their position in the form.
 * Resolves when the workflow has finished, because the examples' forms answer then. @returns undefined, or n8n's error
 */
export async function submitForm(
	url: string,
	{ name, phone, picture }: Submission,
): Promise<string | undefined> {
	const body = new FormData();
	body.set('field-0', name);
	body.set('field-1', phone);
	body.set(
		'field-2',
		new Blob([new Uint8Array(picture.png)], { type: 'image/png' }),
		picture.fileName,
	);
	const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(60_000) });
	const text = await response.text();
	if (response.ok) return undefined;
	// If the answer is a page, its heading names the problem.
	return `${response.status} ${/<h1>(.*?)<\/h1>/s.exec(text)?.[1] ?? text.slice(0, 500)}`;
}
