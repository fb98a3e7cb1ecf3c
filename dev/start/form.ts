import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from './problem';

export interface Submission {
	name: string;
	phone: string;
	picture: { fileName: string; png: Buffer };
}

/** A published form answers 404 for up to a second more. */
export async function waitForForm(url: string, patience = 15): Promise<void> {
	const deadline = Date.now() + patience * 1000;
	let status = 0;
	while (Date.now() < deadline) {
		const response = await fetch(url);
		await response.text();
		status = response.status;
		if (response.ok) return;
		await delay(100);
	}
	throw new Problem(`The form ${url} still answers ${status}, ${patience} s after it was published.`);
}

/**
 * Submits the form of the examples as a browser does: n8n names its fields by their place in the form.
 * Answers when the workflow has finished, as the examples' forms do. @returns undefined, or what n8n said against it
 */
export async function submitForm(url: string, { name, phone, picture }: Submission): Promise<string | undefined> {
	const body = new FormData();
	body.set('field-0', name);
	body.set('field-1', phone);
	body.set('field-2', new Blob([new Uint8Array(picture.png)], { type: 'image/png' }), picture.fileName);
	const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(60_000) });
	const text = await response.text();
	if (response.ok) return undefined;
	// What is not JSON is a page; its heading says what is the matter.
	return `${response.status} ${/<h1>(.*?)<\/h1>/s.exec(text)?.[1] ?? text.slice(0, 500)}`;
}
