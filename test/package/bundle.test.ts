import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { readJson, root } from './built';

/** What a program prints in a process of its own. */
const printed = (script: string) =>
	execFileSync(process.execPath, ['-p', script], { cwd: root, encoding: 'utf8' }).trim();

it('undici has one version, so that no update moves the parts of it that are bundled', () => {
	const { devDependencies } = readJson(root, 'package.json') as {
		devDependencies: Record<string, string>;
	};
	expect(devDependencies.undici).toMatch(/^\d+\.\d+\.\d+$/);
});

it('the parts of undici are where dev/undici.cjs looks for them; if one has moved, undici/index.js says where', () => {
	const text = readFileSync(join(root, 'dev/undici.cjs'), 'utf8');
	const paths = [...text.matchAll(/require\('(undici\/[^']+)'\)/g)].map(([, path = '']) => path);
	expect(paths).toHaveLength(6);
	const { resolve } = createRequire(__filename);
	const moved = paths.filter((path) => {
		try {
			return !resolve(path);
		} catch {
			return true;
		}
	});
	expect(moved).toEqual([]);
});

it("the bundled parts of undici are those of its index, and a proxy's tunnel is opened as there", () => {
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

it("the node's file has at most 1,300 kB, and the package at most 330", () => {
	const file = 'dist/nodes/MessagingIntegration/MessagingIntegration.node.js';
	expect(statSync(join(root, file)).size).toBeLessThanOrEqual(1_300_000);
	const said = execFileSync('npm', ['pack', '--dry-run', '--json'], {
		cwd: root,
		encoding: 'utf8',
		stdio: 'pipe',
	});
	const [{ size }] = JSON.parse(said);
	expect(size).toBeLessThanOrEqual(330_000);
});
