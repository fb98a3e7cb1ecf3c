// Breaks one line after the other, each in a copy of the project, and says which of them no test notices.
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../n8n/checkout';
import { deliveryMutations } from './deliveryMutations';
import { edgeMutations } from './edgeMutations';
import { inWorld, worldMutations } from './worldMutations';

/** The share that has to be noticed, for which `npm run test:mutations` succeeds. */
const goal = 0.9;
/** A test that takes longer has noticed the mutation: it hangs (ms). Worlds are many. */
const longest = { test: 120_000, worlds: 3_600_000 };
/** How many worlds may miss a mutation. */
const worlds = { WORLDS: '20000', MOST_FOUND: '1' };
/** Each uses a core. */
const copies = 2;

const all = [deliveryMutations, edgeMutations, worldMutations].flatMap((table) =>
	Object.entries(table).flatMap(([source, of]) =>
		of.map(([text, replacement, file, test]) => ({ source, text, replacement, file, test })),
	),
);
/** Of one file or folder, or of one test, if it is given: `npm run test:mutations -- requests/`. */
const [only = ''] = process.argv.slice(2);
const rows = all.filter(({ source, file = '' }) => source.startsWith(only) || file === only);
type Row = (typeof rows)[number];

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Runs a program of Node.js. @returns whether it succeeded */
async function succeeds(cwd: string, ...args: string[]): Promise<boolean> {
	return await new Promise((resolve) => {
		const timeout = args.includes(inWorld[1]) ? longest.worlds : longest.test;
		const env = { ...process.env, ...worlds };
		const limits = { cwd, env, timeout, maxBuffer: Infinity, killSignal: 'SIGKILL' as const };
		execFile(process.execPath, args, limits, (error) => resolve(!error));
	});
}

/** Whether the test of a row passes in a copy, after a build. One that does not exist fails, and what does not build passes. */
async function passes(folder: string, { file, test }: Row): Promise<boolean> {
	if (!(await succeeds(folder, 'dev/build.mjs'))) return true;
	const results = join(folder, 'results.json');
	await rm(results, { force: true });
	const jest = [join('node_modules', 'jest', 'bin', 'jest.js'), '-i', `/test/${file}.test.ts`];
	const only = ['-t', escaped(test ?? ''), '--json', `--outputFile=${results}`];
	if (!(await succeeds(folder, ...jest, ...only))) return false;
	const { numPassedTests } = JSON.parse(await readFile(results, 'utf8')) as Record<string, number>;
	return numPassedTests !== 0;
}

/** Whether the test of a row passes without a mutation, by test. */
const sound = new Map<string, Promise<boolean>>();

async function isSound(folder: string, row: Row): Promise<boolean> {
	const test = `${row.file}: ${row.test}`;
	const known = sound.get(test) ?? passes(folder, row);
	sound.set(test, known);
	return await known;
}

const nameOf = ({ source, text, replacement }: Row) =>
	`${source}: ${JSON.stringify(text)} -> ${JSON.stringify(replacement)}`;

/** @returns why the mutation lives; undefined if its test notices it */
async function whyAlive(folder: string, row: Row): Promise<string | undefined> {
	if (row.test === undefined) return 'no test';
	const path = join(folder, 'nodes', 'MessagingIntegration', row.source);
	const source = await readFile(path, 'utf8');
	if (source.split(row.text).length !== 2) return 'the text does not stand there once';
	try {
		await writeFile(path, source.split(row.text).join(row.replacement));
		if (await passes(folder, row)) return 'the test passes';
	} finally {
		await writeFile(path, source);
	}
	return (await isSound(folder, row)) ? undefined : 'the test fails without the mutation';
}

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
const waiting = [...rows];
const alive: string[] = [];

async function work(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'messaging-mutations-'));
	try {
		for (const file of files.split('\0').filter(Boolean))
			await cp(join(root, file), join(folder, file));
		await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
		for (let row = waiting.shift(); row; row = waiting.shift()) {
			const why = await whyAlive(folder, row);
			if (why !== undefined) alive.push(`${nameOf(row)} (${why})`);
			console.log(`${why === undefined ? 'killed' : 'LIVED '} ${nameOf(row)}`);
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function main(): Promise<void> {
	await Promise.all(Array.from({ length: copies }, work));
	console.log(`\n${rows.length - alive.length} of ${rows.length} mutants killed.`);
	if (alive.length > 0) console.log(`These live:\n${alive.sort().join('\n')}`);
	if (alive.length > rows.length * (1 - goal)) process.exitCode = 1;
}

void main();
