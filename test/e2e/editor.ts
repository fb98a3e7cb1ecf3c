import { randomUUID } from 'node:crypto';
import { type BrowserContextOptions, type Page, selectors } from 'playwright-core';

import { owner, type Workflow } from '../n8n/N8nApi';
import { browser } from './browser';
import { NodePanel } from './nodePanel';
import type { RealN8n } from './realN8n';

selectors.setTestIdAttribute('data-test-id');

/** A browser that can only reach this machine, with n8n's owner signed in. */
export function editor(n8n: () => RealN8n) {
	const chromium = browser();
	let session: BrowserContextOptions['storageState'];

	/** n8n ties a session to its browser and limits how often anyone can sign in per minute. */
	async function signIn(): Promise<BrowserContextOptions['storageState']> {
		const { url } = n8n().api;
		const browserId = randomUUID();
		const page = await chromium.page();
		await page.request.post(`${url}/rest/login`, {
			headers: { 'browser-id': browserId },
			data: { emailOrLdapLoginId: owner.email, password: owner.password },
			failOnStatusCode: true,
		});
		const { cookies } = await page.context().storageState();
		return {
			cookies,
			origins: [{ origin: url, localStorage: [{ name: 'n8n-browserId', value: browserId }] }],
		};
	}

	/** Opens any page, signed out unless there is a session. */
	async function visit(
		url: string,
		storageState?: BrowserContextOptions['storageState'],
	): Promise<Page> {
		const viewport = { width: 1440, height: 1000 };
		const page = await chromium.page({
			viewport,
			colorScheme: 'light',
			reducedMotion: 'reduce',
			storageState,
		});
		// The editor asks npm about each community package.
		await page.route(
			({ hostname }) => hostname !== '127.0.0.1',
			async (route) => await route.abort(),
		);
		await page.goto(url);
		return page;
	}

	/** Opens a page of n8n. @param path with a leading slash */
	async function open(path: string): Promise<Page> {
		session ??= await signIn();
		return await visit(n8n().api.url + path, session);
	}

	return {
		visit,
		open,
		openWorkflow: async ({ id }: Workflow): Promise<Page> => {
			const page = await open(`/workflow/${id}`);
			await page.getByTestId('canvas-node').first().waitFor();
			return page;
		},
	};
}

/** Opens a node of the workflow that a page shows. */
export async function openNode(page: Page, name: string): Promise<NodePanel> {
	await page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`).dblclick();
	const panel = new NodePanel(page);
	await panel.settings.waitFor();
	return panel;
}
