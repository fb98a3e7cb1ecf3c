// jest calls this before the first test file, and tearDown.mjs after the last. tsx, because jest leaves the loading of
// this file to Node, and n8n's helpers use packages that Node before 20.19 cannot load from TypeScript's `require`.
import { tsImport } from 'tsx/esm/api';

const { serveSharedN8ns } = await tsImport('./support/sharedN8ns.ts', import.meta.url);

/** @type {() => Promise<void>} */
export let stop;

export default async function setUp() {
	stop = await serveSharedN8ns();
}
