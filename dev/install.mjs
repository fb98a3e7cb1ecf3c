// Installs only what is missing: this package's own dependencies; with --n8n also the n8n in dev/n8n; with
// --n8n=1.123.81 the one in dev/versions/1.123.81. This runs before anything is installed, so it needs only Node.js
// itself.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { installedNode } from './installedNode.cjs';
import { npmCommand } from './npmCommand.cjs';
import { step } from './step.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const usualN8n = join(root, 'dev', 'n8n');
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** A problem that the user can solve: shown as a sentence, without a stack. */
class Problem extends Error {}

try {
	const { node } = process.versions;
	if (node.localeCompare('20.18.1', 'en', { numeric: true }) < 0)
		throw new Problem(`Node 20.18.1 or later is needed; this is ${node}.`);
	const n8ns = process.argv.slice(2).map((argument) => {
		const version = /^--n8n=(.+)$/.exec(argument)?.[1];
		return version ? join(root, 'dev', 'versions', version) : usualN8n;
	});
	announce([root, ...n8ns].filter((folder) => !isInstalled(folder)));
	if (!isInstalled(root)) await npm('Installing the dependencies', ['ci', '--include=dev'], root);
	for (const folder of n8ns) await installN8n(folder);
} catch (error) {
	if (!(error instanceof Problem)) throw error;
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}

/** Says before anything is installed how long it takes and how much disk. Measured: a quiet machine, and a very busy one. */
function announce(missing) {
	if (missing.length === 0) return;
	const parts = missing.map((folder) =>
		folder === root ? 'the dependencies (0.6 GB)' : `${nameOf(folder)} (2.9 GB)`,
	);
	const n8ns = missing.filter((folder) => folder !== root).length;
	const time = n8ns > 0 ? `${3 * n8ns} to ${8 * n8ns} minutes` : 'about a minute';
	console.log(
		`Once, this installs ${parts.join(' and ')}: ${time}. npm keeps a quarter of that in its cache, too.`,
	);
}

function nameOf(folder) {
	return `n8n ${readJson(join(folder, 'package.json')).dependencies.n8n}`;
}

async function installN8n(folder) {
	const { config } = readJson(join(folder, 'package.json'));
	const n8n = nameOf(folder);
	if (!isInstalled(folder)) {
		// No install scripts: most of n8n's scripts compile packages that are not needed here.
		await npm(`Installing ${n8n}, 2,200 packages`, ['ci', '--ignore-scripts'], folder);
	}
	const remedy = `Delete ${relative(root, join(folder, 'node_modules'))} and try again`;
	// The Node.js installed beside it or in dev/n8n, otherwise this one if it is new enough.
	const node =
		installedNode(folder, usualN8n) ??
		(Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : '');
	if (!node) {
		throw new Problem(
			`${n8n} needs Node 24, and npm did not install it for ${process.platform} ${process.arch}. ${remedy}, or start this with Node 24 itself.`,
		);
	}
	if (whyNotLoaded(node, 'sqlite3', folder)) {
		// Not `npm rebuild`: from npm 11 on it requires `allowScripts`, which older versions do not know.
		await npm(
			`Compiling SQLite for ${n8n}`,
			['run', 'install'],
			join(folder, 'node_modules', 'sqlite3'),
			// The compiler's warnings are for the authors of SQLite. With its usual -O3, one file takes a minute longer.
			{ ...headersBesideNode(), JOBS: 'max', CFLAGS: '-w -O1' },
			'Where no ready-made SQLite can be downloaded, compiling it needs Python 3, make and a C++ compiler (on Windows the Visual Studio Build Tools).',
		);
	}
	// The older expression engine needs no isolated-vm, which does not load in Node 20.
	const legacy = config?.N8N_EXPRESSION_ENGINE === 'legacy';
	for (const addon of legacy ? ['sqlite3'] : ['sqlite3', 'isolated-vm']) {
		const failure = whyNotLoaded(node, addon, folder);
		if (failure)
			throw new Problem(
				`The ${addon} of ${n8n} does not load in its Node:\n${failure}\n${remedy}.`,
			);
	}
}

/**
 * Compares the lock with the list that npm writes into node_modules when an install is complete. npm ci removes the old
 * list first, so this detects an interrupted install and a changed lock.
 */
function isInstalled(folder) {
	const packagesIn = (...path) => readJson(join(folder, ...path)).packages;
	const list = ['node_modules', '.package-lock.json'];
	if (!existsSync(join(folder, ...list))) return false;
	const present = packagesIn(...list);
	// npm skips optional packages for other platforms.
	return Object.entries(packagesIn('package-lock.json')).every(
		([path, { integrity, optional }]) =>
			path === '' || (present[path] ? present[path].integrity === integrity : optional),
	);
}

function whyNotLoaded(node, name, folder) {
	const { status, stderr, error } = spawnSync(node, ['-e', `require('${name}')`], {
		cwd: folder,
		encoding: 'utf8',
	});
	return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

/** node-gyp downloads Node's headers unless it knows where they are; many installations have them beside Node. */
function headersBesideNode() {
	if (process.env.npm_config_nodedir) return {};
	const prefix = dirname(dirname(realpathSync(process.execPath)));
	return existsSync(join(prefix, 'include', 'node', 'node.h'))
		? { npm_config_nodedir: prefix }
		: {};
}

/** Runs npm, which says what fails. */
async function npm(title, args, cwd, env = {}, needs = '') {
	const [command, ...before] = npmCommand();
	const [status, signal] = await step(title, () => {
		const program = spawn(command, [...before, ...args, '--loglevel=error'], {
			cwd,
			env: { ...process.env, ...env },
			stdio: 'inherit',
			shell: process.platform === 'win32' && before.length === 0,
		});
		return once(program, 'close');
	});
	if (status !== 0) throw new Problem(`${title}: failed (${signal ?? status}). ${needs}`.trim());
}
