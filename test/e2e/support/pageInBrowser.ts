import type { BrowserContextOptions, Page } from 'playwright-core';
import { browser } from './browser';
import { runningSandbox } from '../../sandbox/support/runningSandbox';
import { uploadForm } from '../../sandbox/support/uploadForm';

/**
 * A sandbox, and a browser to open its page. A test fails if the page opens a dialog, throws an error,
 * breaks its policy or contacts another server.
 * @param recipient the default recipient of messages
 */
export function pageInBrowser(recipient: string) {
	const { call, control, url } = runningSandbox();
	const chromium = browser();
	const violations: string[] = [];
	beforeEach(() => violations.splice(0));
	afterEach(() => expect(violations).toEqual([]));

	const send = async (content: object, to = recipient) =>
		await call('POST', '/instances/demo/messages', { json: { to, content } });

	return {
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
		/** Opens the sandbox's page and waits until it is live. */
		openPage: async (options?: BrowserContextOptions, at = url()): Promise<Page> => {
			const page = await chromium.page(options);
			page.on('dialog', (dialog) => {
				violations.push(`dialog: ${dialog.message()}`);
				void dialog.dismiss();
			});
			page.on('pageerror', (error) => violations.push(`error: ${error.message}`));
			page.on('console', (line) => {
				if (line.text().includes('Content Security Policy')) violations.push(line.text());
			});
			page.on('request', (request) => {
				if (!request.url().startsWith(`${at}/`)) violations.push(`request: ${request.url()}`);
			});
			await page.goto(at);
			await page.getByText('Live', { exact: true }).waitFor();
			return page;
		},
	};
}
