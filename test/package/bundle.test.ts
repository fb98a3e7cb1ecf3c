import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { readJson, root } from './built';

/** What a program prints in a process of its own. */
const printed = (script: string) =>
	execFileSync(process.execPath, ['-p', script], { cwd: root, encoding: 'utf8' }).trim();

it('the parts of undici are where dev/undici.cjs looks for them, and those of its index', () => {
	const { devDependencies } = readJson(root, 'package.json') as {
		devDependencies: Record<string, string>;
	};
	// No update comes unasked: these paths are no public interface.
	expect(devDependencies.undici).toMatch(/^\d+\.\d+\.\d+$/);
	const script = `const parts = require('./dev/undici.cjs');
		const { connect } = parts.Agent.prototype;
		const undici = require('undici');
		JSON.stringify([connect === undici.Agent.prototype.connect,
			...Object.entries(parts).map(([name, part]) => part === undici[name])])`;
	expect(JSON.parse(printed(script))).toEqual([true, true, true, true, true]);
});

it('the node imports no part of undici that the bundle leaves out', () => {
	const node = join(root, 'nodes');
	const imported = readdirSync(node, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => [
			...readFileSync(join(node, file), 'utf8').matchAll(/^import \{([^}]+)\} from 'undici';/gm),
		])
		.flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
		.filter((name) => name !== '' && !name.startsWith('type '));
	const bundled = JSON.parse(printed('JSON.stringify(Object.keys(require("./dev/undici.cjs")))'));
	expect([...new Set(imported)].sort()).toEqual([...bundled].sort());
});

it("the node's file has at most 1,250 kB", () => {
	const file = 'dist/nodes/MessagingIntegration/MessagingIntegration.node.js';
	expect(statSync(join(root, file)).size).toBeLessThanOrEqual(1_250_000);
});
