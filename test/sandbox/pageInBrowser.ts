import type { BrowserContextOptions, Page } from 'playwright-core';
import { browser } from '../e2e/chromium';
import { runningSandbox } from './runningSandbox';
import { uploadForm } from './uploadForm';

/**
 * A sandbox and a browser to look at it with. A test fails when a page did what one that only shows must not:
 * a dialog, an error, a breach of its policy, a request to anywhere else.
 * @param recipient of messages that name no other
 */
export function pageInBrowser(recipient: string) {
	const { call, control, url } = runningSandbox();
	const chromium = browser();
	const misdeeds: string[] = [];
	beforeEach(() => misdeeds.splice(0));
	afterEach(() => expect(misdeeds).toEqual([]));

	const send = async (content: object, to = recipient) =>
		await call('POST', '/instances/demo/messages', { json: { to, content } });

	return {
		call,
		control,
		url,
		send,
		/** Uploads a file and sends it as that content type. */
		sendFile: async (
			type: string,
			bytes: Uint8Array | string,
			name: string,
			mimeType: string,
			caption?: string,
		) => {
			const { answer } = await call('POST', '/instances/demo/media', {
				body: uploadForm(bytes, name, mimeType),
			});
			return await send({ type, media: { ...(answer as object), caption } });
		},
		/** The sandbox's page, once it shows all there is. */
		openPage: async (options?: BrowserContextOptions, at = url()): Promise<Page> => {
			const page = await chromium.page(options);
			page.on('dialog', (dialog) => {
				misdeeds.push(`dialog: ${dialog.message()}`);
				void dialog.dismiss();
			});
			page.on('pageerror', (error) => misdeeds.push(`error: ${error.message}`));
			page.on('console', (line) => {
				if (line.text().includes('Content Security Policy')) misdeeds.push(line.text());
			});
			page.on('request', (request) => {
				if (!request.url().startsWith(`${at}/`)) misdeeds.push(`request: ${request.url()}`);
			});
			await page.goto(at);
			await page.getByText('Live', { exact: true }).waitFor();
			return page;
		},
	};
}
