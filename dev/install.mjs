// Installs only what is missing: this package's own dependencies; with --n8n also the n8n in dev/n8n; with
// --n8n=1.123.81 the one in dev/versions/1.123.81. This runs before anything is installed, so it needs only Node.js
// itself.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { installedNode } from './installedNode.cjs';
import { npmCommand } from './npmCommand.cjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const usualN8n = join(root, 'dev', 'n8n');
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** A problem that the user can solve: shown as a sentence, without a stack. */
class Problem extends Error {}

try {
	const { node } = process.versions;
	if (node.localeCompare('20.18.1', 'en', { numeric: true }) < 0)
		throw new Problem(`Node 20.18.1 or later is needed; this is ${node}.`);
	if (!isInstalled(root))
		npm('Installing the dependencies; usually about 30 s', ['ci', '--include=dev'], root);
	for (const argument of process.argv.slice(2)) {
		const version = /^--n8n=(.+)$/.exec(argument)?.[1];
		installN8n(version ? join(root, 'dev', 'versions', version) : usualN8n);
	}
} catch (error) {
	if (!(error instanceof Problem)) throw error;
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}

function installN8n(folder) {
	const { dependencies, config } = readJson(join(folder, 'package.json'));
	const n8n = `n8n ${dependencies.n8n}`;
	if (!isInstalled(folder)) {
		// No install scripts: most of n8n's scripts compile packages that are not needed here.
		const title = `Installing ${n8n} (once, about 2000 packages); usually about 90 s`;
		npm(title, ['ci', '--ignore-scripts'], folder);
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
		npm(
			`Preparing SQLite for ${n8n} (once); usually about 60 s`,
			['run', 'install'],
			join(folder, 'node_modules', 'sqlite3'),
			// The compiler's warnings are for the authors of SQLite.
			{ ...headersBesideNode(), JOBS: 'max', CFLAGS: '-w' },
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

/** Runs npm, which shows its own progress and says what fails. */
function npm(title, args, cwd, env = {}, needs = '') {
	console.log(`${title} …`);
	const [command, ...before] = npmCommand();
	const { status, signal } = spawnSync(command, [...before, ...args, '--loglevel=error'], {
		cwd,
		env: { ...process.env, ...env },
		stdio: 'inherit',
		shell: process.platform === 'win32' && before.length === 0,
	});
	if (status !== 0) throw new Problem(`${title}: failed (${signal ?? status}). ${needs}`.trim());
}
