// Installs only what is missing: this package's own dependencies; with --n8n also the n8n in dev/n8n; with
// --n8n=1.123.81 the one in dev/versions/1.123.81. This runs before anything is installed, so it needs only Node.js
// itself.
import { spawn, spawnSync } from 'node:child_process';
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
	const { dependencies, config } = readManifest(folder);
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
		(Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined);
	if (!node) {
		const system = `${process.platform} ${process.arch}`;
		throw new Problem(
			`${n8n} needs a newer Node, and npm did not install one for ${system}. ${remedy}, or start this with Node 24 itself.`,
		);
	}
	if (whyNotLoaded(node, 'sqlite3', folder)) {
		// Not `npm rebuild`: from npm 11 on it requires `allowScripts`, which older versions do not know.
		const env = { ...headersBesideNode(), JOBS: 'max' };
		const why =
			'Where no ready-made SQLite can be downloaded, compiling it needs Python 3, make and a C++ compiler (on Windows the Visual Studio Build Tools).';
		const options = { log: log('sqlite'), usual: 60, env, why };
		await npm(
			`Preparing SQLite for ${n8n} (once)`,
			['run', 'install'],
			join(folder, 'node_modules', 'sqlite3'),
			options,
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

function readManifest(folder) {
	try {
		return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	} catch {
		throw new Problem(`${relative(root, folder)} has no package.json to install from.`);
	}
}

function checkNode() {
	const [major, minor, patch] = process.versions.node.split('.').map(Number);
	if (major < 20 || (major === 20 && (minor < 18 || (minor === 18 && patch < 1)))) {
		throw new Problem(`Node 20.18.1 or later is needed; this is ${process.versions.node}.`);
	}
}

/**
 * Compares the lock with the list that npm writes into node_modules only when an install is complete (npm ci removes
 * the old list first). This detects an interrupted install, a changed lock and a deleted folder.
 */
function isInstalled(folder) {
	const wanted = readPackages(join(folder, 'package-lock.json'));
	const present = readPackages(join(folder, 'node_modules', '.package-lock.json'));
	if (!wanted)
		throw new Problem(`${relative(root, join(folder, 'package-lock.json'))} is missing.`);
	if (!present) return false;
	return Object.entries(wanted).every(([path, entry]) => {
		if (path === '') return true;
		const found = present[path];
		// npm skips optional packages for other platforms.
		if (!found) return entry.optional === true;
		const same = found.version === entry.version && found.integrity === entry.integrity;
		return same && existsSync(join(folder, path, 'package.json'));
	});
}

function readPackages(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8')).packages;
	} catch {
		return undefined;
	}
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
	const whole = { ...outsideOfNpm(), ...env };
	const options = {
		cwd,
		env: whole,
		stdio: ['ignore', output, output],
		detached: !windows,
		shell: windows && before.length === 0,
	};
	await step(`${title}; usually about ${usual} s`, async () => {
		const code = await new Promise((resolve) => {
			running = spawn(command, [...before, ...args], options);
			running.on('error', (error) => resolve(error.message));
			running.on('close', (status, signal) => resolve(signal ?? status));
		});
		running = undefined;
		closeSync(output);
		if (code === 0) return;
		const said = readFileSync(log, 'utf8').trimEnd().split('\n');
		const tail = said
			.filter((text) => !text.startsWith('npm warn'))
			.slice(-15)
			.join('\n');
		throw new Problem(
			[tail, `${title}: failed (${code}). Everything it said is in ${relative(root, log)}.`, why]
				.filter(Boolean)
				.join('\n'),
		);
	});
}

/** The environment without what `npm start` adds about this package: npm would treat it as the user's settings. */
function outsideOfNpm() {
	const ours =
		/^npm_(package|lifecycle)_|^npm_config_(ignore_scripts|local_prefix|omit|include|global)$|^NODE_ENV$/i;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
