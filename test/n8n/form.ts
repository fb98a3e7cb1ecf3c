import { until } from '../support/until';
import { fetchN8n } from './fetchN8n';

export interface Picture {
	fileName: string;
	png: Buffer;
}

export interface Submission<Pictures = Picture> {
	name: string;
	phone: string;
	picture: Pictures;
}

/** Only what hangs should take this long, also on a machine that is very busy (s). */
const patience = 240;

/**
 * Calls a published form or webhook until it answers, because n8n answers 404 for up to a second after publishing.
 */
export async function fetchPublished(url: string): Promise<Response> {
	return await until(
		`An answer of ${url}`,
		async () => {
			const response = await fetchN8n(url);
			return response.status !== 404 && response;
		},
		patience,
	);
}

/** What a visitor reads at the end of a form. */
export interface Ending {
	title: string;
	message: string;
}

/** n8n's page for a workflow that failed: it invites the visitor to submit the form again. */
const problem = { title: 'Problem submitting response', message: '' };

/**
 * Submits the form of the examples as a browser does, and waits for its ending. n8n names the fields by their position
 * in the form, answers at once, and tells the browser which page comes next when the workflow has reached one.
 */
export async function submitForm(
	url: string,
	{ name, phone, picture }: Submission<Picture | Picture[]>,
): Promise<Ending> {
	const body = new FormData();
	body.set('field-0', name);
	body.set('field-1', phone);
	for (const { png, fileName } of [picture].flat())
		body.append('field-2', new Blob([new Uint8Array(png)], { type: 'image/png' }), fileName);
	const response = await fetchN8n(url, {
		method: 'POST',
		body,
		signal: AbortSignal.timeout(patience * 1000),
	});
	const text = await response.text();
	if (!response.ok) return { title: String(response.status), message: text.slice(0, 500) };
	const { formWaitingUrl } = JSON.parse(text) as { formWaitingUrl: string };
	if ((await statusOf(formWaitingUrl)) !== 'form-waiting') return problem;
	const page = await (await fetchN8n(formWaitingUrl)).text();
	// The page of an ending submits itself: that ends the workflow.
	await (await fetchN8n(formWaitingUrl, { method: 'POST' })).text();
	return {
		title: /<h1>(.*?)<\/h1>/s.exec(page)?.[1] ?? page.slice(0, 500),
		message: /<p [^>]*pre-line[^>]*>(.*?)<\/p>/s.exec(page)?.[1] ?? '',
	};
}

/** Waits until the workflow shows the next page or ends. @returns n8n's word for it */
async function statusOf(formWaitingUrl: string): Promise<string> {
	const url = new URL(formWaitingUrl);
	url.pathname += '/n8n-execution-status';
	const ends = ['form-waiting', 'success', 'error', 'canceled', 'crashed', 'null'];
	return await until(
		'The next page',
		async () => {
			const status = (await (await fetchN8n(url)).text()).trim();
			return ends.includes(status) && status;
		},
		patience,
	);
}
