import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
	chromium,
	type Browser,
	type BrowserContext,
	type BrowserContextOptions,
	type Page,
} from 'playwright-core';

/** For each step in a browser (ms): n8n's editor took more than two minutes to load on a very busy machine. */
const patience = 540_000;

/** A headless Chromium for the tests of one file. Each page has its own profile and is closed after its test. */
export function browser() {
	let running: Browser | undefined;
	const contexts: BrowserContext[] = [];

	beforeAll(async () => {
		// Chromium's own sandbox does not work as root, which CI uses.
		const args = ['--no-sandbox'];
		running = await chromium.launch({ executablePath: chromiumOnPath(), args });
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

/** @throws if there is none, with the command that installs it */
function chromiumOnPath(): string {
	const found = (process.env.PATH ?? '')
		.split(delimiter)
		.filter(Boolean)
		.map((folder) => join(folder, 'chromium'))
		.find(isProgram);
	if (found === undefined) throw new Error('Chromium is missing: apt-get install chromium');
	return found;
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
