// Installs only what is missing: this package's own dependencies; with --n8n also the n8n in dev/n8n; with
// --n8n=1.123.81 the one in dev/versions/1.123.81. This runs before anything is installed, so it needs only Node.js
// itself.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { installedNode } from './installedNode.cjs';
import { npmCommand } from './npmCommand.cjs';
import { step } from './step.cjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const usualN8n = join(root, 'dev', 'n8n');
const logs = join(root, '.local', 'logs');
const windows = process.platform === 'win32';

/** A problem that the user can solve: shown as a sentence, without a stack. */
class Problem extends Error {}

/** The npm that is running, in its own process group, so that everything it started ends with it. */
let running;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.on(signal, () => {
		// SIGKILL, because npm continues after SIGTERM. The next start detects and replaces an unfinished install.
		if (running?.pid) windows ? running.kill('SIGKILL') : process.kill(-running.pid, 'SIGKILL');
		process.exit(1);
	});
}

try {
	checkNode();
	if (!isInstalled(root)) {
		await npm('Installing the dependencies', ['ci', '--include=dev'], root, {
			log: 'install.log',
			usual: 30,
		});
	}
	for (const argument of process.argv.slice(2)) {
		const [option, version] = argument.split('=');
		if (option === '--n8n')
			await installN8n(version ? join(root, 'dev', 'versions', version) : usualN8n);
		else
			throw new Problem(
				`${argument} is not known. Usage: node dev/install.mjs [--n8n] [--n8n=<version>]`,
			);
	}
} catch (error) {
	if (!(error instanceof Problem)) throw error;
	console.error(`\n${error.message}`);
	process.exitCode = 1;
}

async function installN8n(folder) {
	const { dependencies, config } = readJson(join(folder, 'package.json'));
	const n8n = `n8n ${dependencies.n8n}`;
	const log = (what) => `install-${what}${folder === usualN8n ? '' : `-${basename(folder)}`}.log`;
	if (!isInstalled(folder)) {
		// No install scripts: most of n8n's scripts compile packages that are not needed here.
		await npm(`Installing ${n8n} (once, about 2000 packages)`, ['ci', '--ignore-scripts'], folder, {
			log: log('n8n'),
			usual: 90,
		});
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
			`Preparing SQLite for ${n8n} (once)`,
			['run', 'install'],
			join(folder, 'node_modules', 'sqlite3'),
			{
				log: log('sqlite'),
				usual: 60,
				env: { ...headersBesideNode(), JOBS: 'max' },
				why: 'Where no ready-made SQLite can be downloaded, compiling it needs Python 3, make and a C++ compiler (on Windows the Visual Studio Build Tools).',
			},
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

function readJson(file) {
	if (!existsSync(file)) throw new Problem(`${relative(root, file)} is missing.`);
	return JSON.parse(readFileSync(file, 'utf8'));
}

function checkNode() {
	const { node } = process.versions;
	if (node.localeCompare('20.18.1', 'en', { numeric: true }) < 0)
		throw new Problem(`Node 20.18.1 or later is needed; this is ${node}.`);
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

/** Runs npm with its output in a log file, and shows how long it takes. `usual` is in seconds. */
async function npm(title, args, cwd, { log: name, usual, env = {}, why }) {
	const log = join(logs, name);
	mkdirSync(logs, { recursive: true });
	const output = openSync(log, 'w');
	const [command, ...before] = npmCommand();
	const options = {
		cwd,
		env: { ...outsideOfNpm(), ...env },
		stdio: ['ignore', output, output],
		detached: !windows,
		shell: windows && before.length === 0,
	};
	await step(`${title}; usually about ${usual} s`, async () => {
		running = spawn(command, [...before, ...args], options);
		const [status, signal] = await once(running, 'close');
		running = undefined;
		closeSync(output);
		if (status === 0) return;
		const said = readFileSync(log, 'utf8').trimEnd().split('\n');
		const tail = said.filter((text) => !text.startsWith('npm warn')).slice(-15);
		const failed = `${title}: failed (${signal ?? status}). Everything it said is in ${relative(root, log)}.`;
		throw new Problem([...tail, failed, why].filter(Boolean).join('\n'));
	});
}

/** The environment without what `npm start` adds about this package: npm would treat it as the user's settings. */
function outsideOfNpm() {
	const ours =
		/^npm_(package|lifecycle)_|^npm_config_(ignore_scripts|local_prefix|omit|include|global)$|^NODE_ENV$/i;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
