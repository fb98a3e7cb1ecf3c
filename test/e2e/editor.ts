import { type BrowserContextOptions, type Page, selectors } from 'playwright-core';

import type { Workflow } from '../n8n/N8nApi';
import { browser } from './browser';
import { NodePanel } from './nodePanel';
import type { RealN8n } from './realN8n';

selectors.setTestIdAttribute('data-test-id');

/** A browser that can only reach this machine, with n8n's owner signed in. */
export function editor(n8n: () => RealN8n) {
	const chromium = browser();

	/** Opens any page. @param options signed out, unless they say otherwise */
	async function visit(url: string, options?: BrowserContextOptions): Promise<Page> {
		const viewport = { width: 1440, height: 1000 };
		const look = { viewport, colorScheme: 'light', reducedMotion: 'reduce' } as const;
		const page = await chromium.page({ ...look, ...options });
		// The editor asks npm about each community package.
		await page.route(
			({ hostname }) => hostname !== '127.0.0.1',
			async (route) => await route.abort(),
		);
		await page.goto(url);
		return page;
	}

	/** Opens a page of n8n as its owner. @param path with a leading slash */
	async function open(path: string): Promise<Page> {
		const { url, cookie, browserId } = n8n().api.session;
		const [name = '', value = ''] = cookie.split('=', 2);
		const owner = { name, value, domain: new URL(url).hostname, path: '/', expires: -1 };
		const localStorage = [{ name: 'n8n-browserId', value: browserId }];
		const cookies = [{ ...owner, httpOnly: true, secure: false, sameSite: 'Lax' as const }];
		const storageState = { cookies, origins: [{ origin: url, localStorage }] };
		return await visit(url + path, { storageState });
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
