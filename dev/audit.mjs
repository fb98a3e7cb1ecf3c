// Asks npm for advisories about the bundled packages. package.json lists them as development dependencies,
// so `npm audit --omit=dev` would skip them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { bundle } from './bundle.mjs';

process.chdir(dirname(import.meta.dirname));

const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const bundled = (await bundle({ write: false })).map((folder) => [
	folder,
	{ ...locked[folder], dev: false },
]);
const dependencies = Object.fromEntries(
	bundled.map(([folder, { version }]) => [folder.split('node_modules/').pop(), version]),
);
console.log(
	`Bundled: ${Object.entries(dependencies)
		.map((nameAndVersion) => nameAndVersion.join(' '))
		.join(', ')}.`,
);

const manifest = { name: 'bundled', version: '0.0.0', dependencies };
const place = mkdtempSync(join(tmpdir(), 'audit-'));
try {
	writeFileSync(join(place, 'package.json'), JSON.stringify(manifest));
	writeFileSync(
		join(place, 'package-lock.json'),
		JSON.stringify({
			...manifest,
			lockfileVersion: 3,
			packages: { '': manifest, ...Object.fromEntries(bundled) },
		}),
	);
	process.exitCode =
		spawnSync('npm', ['audit'], {
			cwd: place,
			stdio: 'inherit',
			shell: process.platform === 'win32',
		}).status ?? 1;
} finally {
	rmSync(place, { recursive: true, force: true });
}
