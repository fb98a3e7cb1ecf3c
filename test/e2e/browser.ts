import {
	chromium,
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	type Page,
} from 'playwright-core';
import { pathOf } from '../startProgram';

/** For each step in a browser (ms): n8n's editor took more than two minutes to load on a very busy machine. */
const patience = 540_000;

/**
 * A headless Chromium for the tests of one file. Each page has its own profile and is closed after its test.
 * @param more further arguments of its command line
 */
export function browser(...more: string[]) {
	let running: Browser | undefined;
	const contexts: BrowserContext[] = [];

	beforeAll(async () => {
		// Chromium's own sandbox does not work as root, which CI uses.
		const args = ['--no-sandbox', ...more];
		running = await chromium.launch({ executablePath: pathOf('chromium', 'chromium'), args });
	});
	afterEach(async () => {
		for (const context of contexts.splice(0)) await context.close();
	});
	afterAll(async () => await running?.close());

	return {
		page: async (options: BrowserContextOptions = {}): Promise<Page> => {
			if (!running) throw new Error('The browser runs within tests only.');
			const context = await running.newContext(options);
			contexts.push(context);
			context.setDefaultTimeout(patience);
			return await context.newPage();
		},
	};
}
