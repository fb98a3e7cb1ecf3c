import { type BrowserContextOptions, type Page, selectors } from 'playwright-core';

import type { Workflow } from '../../n8n/N8nApi';
import { browser } from './browser';
import { NodePanel } from './nodePanel';
import type { RealN8n } from './realN8n';

selectors.setTestIdAttribute('data-test-id');

/** A browser that can only reach this machine, with n8n's owner signed in. */
export function editor(n8n: () => RealN8n) {
	const chromium = browser();

	/** The browser of n8n's owner. */
	function signedIn(): BrowserContextOptions['storageState'] {
		const { url, cookie, browserId } = n8n().api.session;
		const [name = '', value = ''] = cookie.split('=', 2);
		const { hostname: domain } = new URL(url);
		return {
			cookies: [
				{
					name,
					value,
					domain,
					path: '/',
					expires: -1,
					httpOnly: true,
					secure: false,
					sameSite: 'Lax',
				},
			],
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
		return await visit(n8n().api.url + path, signedIn());
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
