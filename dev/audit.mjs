// Asks npm for advisories about the bundled packages. package.json lists them as development dependencies, so
// `npm audit --omit=dev` would skip them.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

import { bundle } from './bundle.mjs';

process.chdir(dirname(import.meta.dirname));

const bundled = await bundle({ write: false });
console.log(`Bundled: ${bundled.join(', ')}.`);
const { stdout } = spawnSync('npm', ['audit', '--json'], {
	encoding: 'utf8',
	shell: process.platform === 'win32',
});
const { vulnerabilities, message = 'npm says nothing' } = JSON.parse(stdout || '{}');
if (!vulnerabilities) {
	console.error(`The registry gives no answer, so nothing is known of advisories: ${message}.`);
	process.exit(1);
}
const found = Object.values(vulnerabilities).filter(({ nodes }) =>
	nodes.some((folder) => bundled.includes(folder)),
);
for (const { name, severity, via } of found)
	console.log(`${name}: ${severity}, ${via.map(({ url, title = '' }) => `${title} ${url}`)}`);
process.exitCode = found.length > 0 ? 1 : 0;
