// However a test run ends, no program that it started is left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../n8n/checkout';
import { until } from '../until';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'nothing-left-'));
});
afterEach(async () => await rm(folder, { recursive: true }));

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** Starts a program in its own process group, which starts a second one. */
const script = `
	const { ProcessGroup } = require('./test/n8n/ProcessGroup.ts');
	new ProcessGroup('sh', ['-c', 'sleep 600 & echo $$ $!; wait'], process.env.LOG);
	console.log('Started');
	setInterval(() => {}, 1000);
`;

it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
	'after %s no process that a run has started keeps running',
	async (signal) => {
		const log = join(folder, 'log');
		const run = spawn(process.execPath, ['--import', 'tsx', '-e', script], {
			cwd: root,
			env: { ...process.env, LOG: log },
		});
		const pids = async () =>
			(await readFile(log, 'utf8').catch(() => '')).trim().split(' ').filter(Boolean).map(Number);
		await once(run.stdout, 'data');
		await until('Both programs', async () => (await pids()).length === 2);
		const started = await pids();
		expect(started.map(isAlive)).toEqual([true, true]);
		run.kill(signal);
		await until('An end of all', () => !started.some(isAlive), 20);
	},
);
